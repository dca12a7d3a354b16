import FoundationEssentials
import Glibc

/// Files in memory for readers that want a path.
enum ScratchFile {
  /// The folder of all of them.
  static let base = "/dev/shm/abrlab-fuzzing-\(getpid())"
  private static let descriptor: Int32 = {
    // What ends the program leaves its input.
    atexit { try? FileManager.default.removeItem(atPath: ScratchFile.base) }
    return open("input")
  }()
  /// Bytes of the longest path of a file, which errors name.
  static let longestPath = base.utf8.count + 16

  /// The path of a file with these bytes, until the next call.
  static func path(_ bytes: [UInt8]) -> String {
    guard ftruncate(descriptor, 0) == 0,
      unsafe bytes.isEmpty || pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    else { fatalError("\(base)/input cannot be written") }
    return "\(base)/input"
  }

  /// A folder with some files, in one that holds at most the input.
  static func folder(_ files: KeyValuePairs<String, [UInt8]> = [:]) -> String {
    make("\(base)/files")
    for (name, bytes) in files {
      let file = open("files/\(name)")
      guard unsafe write(file, bytes, bytes.count) == bytes.count else { fatalError("\(name) cannot be written") }
      close(file)
    }
    return "\(base)/files"
  }

  private static func make(_ folder: String) {
    for path in [base, folder] {
      guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { fatalError("\(path) cannot be made") }
    }
  }

  private static func open(_ name: String) -> Int32 {
    make(base)
    return unsafe Glibc.open("\(base)/\(name)", O_RDWR | O_CREAT | O_TRUNC, 0o600)
  }
}
