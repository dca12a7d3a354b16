import ABRInput

/// The videos of one file, or of one folder whose files belong together.
public struct VideoFile: Sendable {
  /// The path as it was given or found.
  public let path: String
  /// The format it was read in.
  public let format: any VideoFormat.Type
  /// The videos, at least one.
  public let videos: [Video]
  /// SHA-256 of the bytes as 64 hexadecimal digits; for a folder, of its files one after another in the order of their
  /// names; for a manifest, of what ``NativeVideo`` writes of its video, so that the segments' sizes count.
  public let sha256: String

  /// Reads all videos that paths stand for.
  ///
  /// A file stands for the videos in it. A folder with files `video_size_0`, … is one video, as is the folder of a
  /// stream: a manifest with its media, or with its media playlists. Any other folder stands for all files and such
  /// folders below it, recursively, folder by folder in the order of the names' bytes. Inside folders the names are
  /// passed over that begin with a dot or end in `.md`, and `README`, `LICENSE`, `LICENCE`, `COPYING`, `NOTICE`,
  /// `MANIFEST`, `INDEX`, `CHANGELOG`, `CHECKSUMS` and `SHA256SUMS` with any ending, whatever their case.
  ///
  /// - Parameters:
  ///   - paths: files and folders.
  ///   - format: the format to read them in; `nil` to judge by their content.
  ///   - options: what to assume where files do not say.
  /// - Throws: ``VideoError`` naming the first file that is wrong.
  /// - Complexity: O(size of the files).
  public static func loadAll(
    at paths: [String], format: (any VideoFormat.Type)? = nil, options: VideoOptions = VideoOptions()
  ) throws(VideoError) -> [VideoFile] {
    var files: [VideoFile] = []
    for path in paths {
      for entry in try entries(at: path) { files.append(try load(entry, format: format, options: options)) }
    }
    return files
  }

  /// The videos with what identifies them in results.
  package var sources: [VideoSource] { videos.map { VideoSource(file: path, sha256: sha256, video: $0) } }

  /// The files that a path stands for, and folders whose files belong together, with what cannot be read below it.
  ///
  /// - Throws: ``VideoError`` when the path leads nowhere or a folder holds no file.
  /// - Complexity: O(*n* log *n*) in the number of names.
  package static func listing(at path: String) throws(VideoError) -> (paths: [String], left: [VideoError]) {
    do {
      let listing = try InputFolder.listing(at: path, isUnit: PensieveSizes.isUnit)
      let paths = listing.entries.map { entry in
        switch entry {
        case .file(let path), .unit(let path, _): path
        }
      }
      return (paths, listing.left.map { VideoError($0) })
    } catch {
      throw VideoError(error)
    }
  }

  private static func entries(at path: String) throws(VideoError) -> [InputFolder.Entry] {
    if let download = InputFolder.download(path) {
      throw .unreadable(file: path, reason: "\(download), and the media playlists that it lists belong beside it")
    }
    if case .folder? = try? InputFile.kind(of: path), let names = try? InputFile.names(in: path),
      let manifest = try StreamFolder.manifest(in: path, names: names)
    {
      return [.file(manifest)]
    }
    do {
      return try InputFolder.entries(at: path, isUnit: PensieveSizes.isUnit)
    } catch {
      throw VideoError(error)
    }
  }

  private static func load(
    _ entry: InputFolder.Entry, format: (any VideoFormat.Type)?, options: VideoOptions
  ) throws(VideoError) -> VideoFile {
    var bytes: [UInt8] = []
    let input: VideoInput
    switch entry {
    case .file(let path):
      bytes = try VideoInput.bytes(of: path)
      guard !bytes.isEmpty else {
        throw VideoError.malformed(file: path, line: 1, field: "file", found: "no bytes", allowed: "a video")
      }
      input = VideoInput(path: path, content: .file(bytes))
    case .unit(let path, let names):
      for name in names { bytes += try VideoInput.bytes(of: "\(path)/\(name)") }
      input = VideoInput(path: path, content: .folder(names))
    }
    if format == nil, let fault = ForeignVideo.fault(bytes, file: input.path) { throw fault }
    guard let format = format ?? VideoFormats.detect(input) else {
      throw VideoError.unrecognised(file: input.path, known: VideoFormats.names)
    }
    let read = try format.read(input, options: options)
    let videos = options.ratesByAverage ? read.map { $0.ratedByAverage() } : read
    // What a manifest stands for lies in other files.
    if format is any ManifestFormat.Type { bytes = videos.flatMap { NativeVideo.write($0) } }
    return VideoFile(path: input.path, format: format, videos: videos, sha256: SHA256.hexDigest(of: bytes))
  }
}
