import ABRInput
import FoundationEssentials
import Glibc

/// A program of the machine, run to its end.
///
/// What it reads and writes are files without names: nothing waits for anything, and whatever runs out is an error and
/// not the end of the lab, as it is with `Process` and `Pipe` of Foundation.
struct Subprocess {
  /// The exit code, or 128 and the number of the signal that ended it.
  let status: Int32
  let output: [UInt8]
  let errors: String

  /// Runs a program and waits for its end.
  ///
  /// - Parameters:
  ///   - program: its path, or its name to be looked for as a shell does.
  ///   - input: what it reads from its standard input.
  /// - Throws: why the system refuses to start it.
  init(_ program: String, _ arguments: [String], input: [UInt8] = []) throws(SystemReason) {
    let streams = [try OpenFile.scratch(), try OpenFile.scratch(), try OpenFile.scratch()]
    try streams[0].write(input)
    lseek(streams[0].descriptor, 0, SEEK_SET)
    let code = try Self.run([program] + arguments, streams: streams.map(\.descriptor))
    status = code & 0x7f == 0 ? code >> 8 & 0xff : 128 + code & 0x7f
    output = try streams[1].bytes()
    errors = String(decoding: try streams[2].bytes(), as: UTF8.self)
  }

  /// The first line that it wrote to standard error.
  var firstError: String? { errors.split(whereSeparator: \.isNewline).first.map(String.init) }

  /// The last line that it wrote to standard error.
  var lastError: String? { errors.split(whereSeparator: \.isNewline).last.map(String.init) }

  private static func run(_ words: [String], streams: [Int32]) throws(SystemReason) -> Int32 {
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    // Lists of copied words that end in nothing, as the call wants them; all are freed before this function returns.
    var words = unsafe words.map { unsafe strdup(PathText.cString($0)) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      for index in unsafe words.indices { unsafe free(words[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    for (number, stream) in streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
    }
    var process = pid_t()
    let reason = unsafe posix_spawnp(&process, words[0]!, &actions, nil, &words, &variables)
    guard reason == 0 else { throw SystemReason(code: reason) }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 { guard errno == EINTR else { throw .last } }
    return status
  }
}
