import ABRInput

/// A trace and the file it was read from.
public struct TraceFile: Sendable {
  /// The path as it was given.
  public let path: String
  /// The format it was read in.
  public let format: any TraceFormat.Type
  /// The content of the file. Its name is the file's name, ending included.
  public let trace: BandwidthTrace
  /// SHA-256 of the file's bytes as 64 hexadecimal digits.
  public let sha256: String

  /// Name of the format, and what its rates count where that is not goodput.
  public var kind: String {
    switch trace.measure {
    case .goodput: format.name
    case .linkCapacity: "\(format.name), link capacity"
    }
  }

  /// The largest file that is read, in bytes: 256 MiB.
  public static var maximumSize: Int { InputFile.maximumSize }

  /// Reads one file.
  ///
  /// - Parameters:
  ///   - path: a file, not a folder.
  ///   - format: the format to read it in; `nil` to judge by its content.
  /// - Throws: ``TraceError`` naming the file.
  /// - Complexity: O(size of the file).
  public static func load(_ path: String, format: (any TraceFormat.Type)? = nil) throws(TraceError) -> TraceFile {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.read(path)
    } catch {
      throw TraceError(error)
    }
    let name = InputFolder.name(of: path)
    guard !bytes.isEmpty else {
      throw TraceError.malformed(file: path, line: 1, field: "file", found: "no bytes", allowed: "a trace")
    }
    guard let format = format ?? TraceFormats.detect(bytes, fileName: name) else {
      throw TraceError.unrecognised(file: path, known: TraceFormats.names)
    }
    let trace = try format.read(bytes, name: name, file: path)
    return TraceFile(path: path, format: format, trace: trace, sha256: SHA256.hexDigest(of: bytes))
  }

  /// The trace files that paths stand for.
  ///
  /// A file stands for itself. A folder stands for all files below it, recursively, folder by folder in the order of
  /// the names' bytes. Inside folders these names are passed over, whatever their case: those that begin with a dot or
  /// end in `.md`, and `README`, `LICENSE`, `LICENCE`, `COPYING`, `NOTICE`, `MANIFEST`, `INDEX`, `CHANGELOG`,
  /// `CHECKSUMS` and `SHA256SUMS` with any ending. Anything else is taken for a trace, so that ``load(_:format:)``
  /// refuses what is none.
  ///
  /// - Throws: ``TraceError/unreadable(file:reason:)`` when a path leads nowhere or a folder holds no file.
  /// - Complexity: O(*n* log *n*) in the number of names.
  public static func paths(at paths: [String]) throws(TraceError) -> [String] {
    var found: [String] = []
    for path in paths {
      do {
        for case .file(let file) in try InputFolder.entries(at: path) { found.append(file) }
      } catch {
        throw TraceError(error)
      }
    }
    return found
  }

  /// Reads all files that paths stand for, in the order of ``paths(at:)``.
  ///
  /// - Throws: ``TraceError`` naming the first file that is wrong.
  /// - Complexity: O(size of the files).
  public static func loadAll(
    at paths: [String], format: (any TraceFormat.Type)? = nil
  ) throws(TraceError) -> [TraceFile] {
    var files: [TraceFile] = []
    for path in try Self.paths(at: paths) { files.append(try load(path, format: format)) }
    return files
  }
}
