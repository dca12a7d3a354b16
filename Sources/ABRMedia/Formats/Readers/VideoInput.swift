import ABRInput

/// What a video is read from: a file, or a folder whose files belong together.
public struct VideoInput: Sendable {
  /// What the path leads to.
  public enum Content: Sendable {
    /// The bytes of a file.
    case file([UInt8])
    /// The names of a folder's files, sorted, without those that accompany data.
    case folder([String])
  }

  /// The path as it was given.
  public let path: String
  /// What is there.
  public let content: Content

  /// Describes a file or folder that was looked at already.
  public init(path: String, content: Content) {
    self.path = path
    self.content = content
  }

  /// The last component of the path.
  public var fileName: String { InputFolder.name(of: path) }

  /// The name for a video that has none of its own: the last component of the path without what follows its last dot,
  /// and the one before where the last says how it is compressed.
  public var baseName: String {
    guard case .file = content else { return fileName }
    let name = CompressedInput.plainName(fileName)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name.isEmpty ? fileName : name }
    return String(name[..<dot])
  }

  /// Reads a file of at most 256 MiB, expanded where it is compressed.
  static func bytes(of path: String) throws(VideoError) -> [UInt8] {
    do {
      return try CompressedInput.expand(InputFile.read(path), path: path)
    } catch {
      throw VideoError(error)
    }
  }

  /// Reads a JSON file from front to back.
  ///
  /// - Parameter body: reads the one value of the document.
  /// - Throws: ``VideoError`` when this is a folder, or with what `body` found wrong.
  func parseJSON<Value>(
    _ body: (inout JSONReader) throws(InputFault) -> Value
  ) throws(VideoError) -> Value {
    guard case .file(let bytes) = content else { throw VideoError.unreadable(file: path, reason: "is a folder") }
    do throws(InputFault) {
      var reader = JSONReader(bytes)
      let value = try body(&reader)
      try reader.end()
      return value
    } catch {
      throw VideoError(error, file: path)
    }
  }

  /// The keys of the outermost object of a JSON file, as far as its syntax is right; empty for anything else.
  /// - Complexity: O(size of the file).
  func outermostKeys() -> [String] {
    guard case .file(let bytes) = content else { return [] }
    var keys: [String] = []
    do throws(InputFault) {
      var reader = JSONReader(bytes)
      guard try reader.kind() == .object else { return [] }
      try reader.enterObject()
      while keys.count < 64, let key = try reader.nextKey() {
        keys.append(key)
        try reader.skip()
      }
    } catch {
      // What is wrong behind the keys seen so far is for the reader of the format to say.
    }
    return keys
  }
}
