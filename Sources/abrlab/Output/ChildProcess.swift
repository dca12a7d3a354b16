import ABRInput
import Glibc

/// Another program that is run to its end.
enum ChildProcess {
  /// What it left behind.
  struct Result {
    var output: [UInt8]
    var diagnostics: [UInt8]
    /// The exit code; -1 when a signal ended it.
    var status: Int32
  }

  /// Runs a program that is looked for in `PATH`.
  ///
  /// What it reads and writes are nameless files and no pipes: nothing waits for anything.
  /// - Returns: `nil` when it cannot be run.
  static func run(_ words: [String], input: [UInt8] = []) -> Result? {
    guard let files = unsafe scratch(input) else { return nil }
    defer { for index in unsafe files.indices { _ = unsafe fclose(files[index]) } }
    var actions = posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for number in 0..<3 { unsafe posix_spawn_file_actions_adddup2(&actions, fileno(files[number]), Int32(number)) }
    // The words are copied for the call and freed after it; the list ends with a null pointer, as the call expects.
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    var child = pid_t()
    guard unsafe posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 else { return nil }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return nil } }
    for index in unsafe files.indices { unsafe rewind(files[index]) }
    guard let output = unsafe InputFile.readStream(fileno(files[1])),
      let diagnostics = unsafe InputFile.readStream(fileno(files[2]))
    else { return nil }
    return Result(output: output, diagnostics: diagnostics, status: status & 0x7f == 0 ? status >> 8 & 0xff : -1)
  }

  /// Files for standard input, which is filled, output and error.
  private static func scratch(_ input: [UInt8]) -> [UnsafeMutablePointer<FILE>]? {
    var files: [UnsafeMutablePointer<FILE>] = unsafe []
    for _ in 0..<3 {
      guard let file = unsafe tmpfile() else { return nil }
      unsafe files.append(file)
    }
    guard unsafe OpenDescriptor.write(input, to: fileno(files[0])) == nil else { return nil }
    unsafe rewind(files[0])
    return unsafe files
  }
}
