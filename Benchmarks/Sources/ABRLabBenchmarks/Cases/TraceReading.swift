import ABRInput
import ABRNetwork
import Foundation

extension BenchmarkCase {
  /// Reading a trace that is in memory already.
  static let traceParse = BenchmarkCase(
    name: "trace-parse-native", summary: "NativeTrace.read of 600-row files that are in memory", operation: "file",
    isRate: true
  ) { scale in
    let files = try (0..<(scale == .full ? 100 : 2)).map { NativeTrace.write(try SyntheticTrace.make(number: $0)) }
    return Workload(operations: files.count) {
      var digest = Digest()
      for file in files { add(try NativeTrace.read(file, name: "trace", file: "trace.csv"), to: &digest) }
      return digest.value
    }
  }

  /// All that stands between a folder of traces and the first session: opening, hashing, finding the format, reading.
  static let traceLoad = BenchmarkCase(
    name: "trace-load-native", summary: "TraceFile.load of 600-row files in the page cache, with detection and SHA-256",
    operation: "file", isRate: true
  ) { scale in
    try overFiles(scale) { path, digest in add(try TraceFile.load(path).trace, to: &digest) }
  }

  /// What of that no reader can do without: the bytes and their digest.
  static let traceHash = BenchmarkCase(
    name: "trace-hash-native", summary: "reading the same files and their SHA-256, nothing else", operation: "file",
    isRate: true
  ) { scale in
    try overFiles(scale) { path, digest in
      for byte in SHA256.digest(of: Array(try Data(contentsOf: URL(fileURLWithPath: path)))) {
        digest.add(UInt64(byte))
      }
    }
  }

  /// A workload that does something with each of a hundred files.
  private static func overFiles(_ scale: Scale, _ body: @escaping (String, inout Digest) throws -> Void) throws
    -> Workload
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("abrlab-benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let paths = try (0..<(scale == .full ? 100 : 2)).map { number in
      let file = folder.appendingPathComponent("\(number).csv")
      try Data(NativeTrace.write(try SyntheticTrace.make(number: number))).write(to: file)
      return file.path
    }
    return Workload(
      operations: paths.count,
      body: {
        var digest = Digest()
        for path in paths { try body(path, &digest) }
        return digest.value
      }, cleanUp: { try? FileManager.default.removeItem(at: folder) })
  }

  private static func add(_ trace: BandwidthTrace, to digest: inout Digest) {
    for row in trace.rows {
      digest.add(row.duration)
      digest.add(row.bandwidth)
      digest.add(row.latency ?? -1)
    }
  }
}
