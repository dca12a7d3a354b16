import ABRInput
import ABRMedia

/// Goes over the video files of a command. What cannot be read below a folder is left out with a warning, unless
/// `--strict` is given; what is named is an error.
struct VideoReading {
  private let paths: [String]
  private let isStrict: Bool
  private let console: Console

  /// The files and folders of a command.
  init(_ arguments: ParsedArguments, console: Console) {
    paths = arguments.strings("PATH")
    isStrict = arguments.has("--strict")
    self.console = console
  }

  /// What each file comes to.
  ///
  /// - Parameter body: reads a file, or a folder whose files belong together.
  /// - Throws: `VideoError` of what is named and wrong, or where nothing can be read.
  func all<Value>(_ body: (String) throws(VideoError) -> [Value]) throws(VideoError) -> [(path: String, value: Value)] {
    var values: [(String, Value)] = []
    var left: [VideoError] = []
    var readCount = 0
    for path in paths {
      let listing = try VideoFile.listing(at: path)
      if isStrict, let fault = listing.left.first { throw fault }
      left += listing.left
      for file in listing.paths {
        do throws(VideoError) {
          values += try body(file).map { (file, $0) }
          readCount += 1
        } catch {
          guard file != path, !isStrict else { throw error }
          left.append(error)
        }
      }
    }
    if readCount == 0, left.count == 1 { throw left[0] }
    console.warn(all: left.map { "left out: \($0)" })
    guard readCount > 0 || left.isEmpty else {
      throw .unreadable(
        file: paths.joined(separator: ", "), reason: "holds no video; \(Counted.text(left.count, "file")) left out")
    }
    return values
  }
}
