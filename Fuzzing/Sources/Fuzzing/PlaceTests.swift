import ABRComparison
import ABRInput
import ABRNetwork
import ABRRuns
import ABRSessions
import ABRSweeps
import ABRTestSupport
import Foundation
import Testing

@testable import ABRMedia
@testable import ABRPlayback

/// Every reader says where a file is wrong, what stands there and what may.
@Suite("Places of errors")
struct PlaceTests {
  /// A seed with a text in place of another one, or a text alone, and how the error of a reader begins behind the name
  /// of the file.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let reader: String
    let seed: String
    let from: String
    let to: String
    let error: String

    init(_ reader: String, _ seed: String, _ from: String, _ to: String, _ error: String) {
      (self.reader, self.seed, self.from, self.to, self.error) = (reader, seed, from, to, error)
    }

    var testDescription: String { "\(reader): \(to.debugDescription)" }
  }

  private static let readers: [String: @Sendable ([UInt8]) throws -> Void] = [
    "sizes": { _ = try SegmentSizeList($0, path: Attempt.file) },
    "session": { _ = try SessionFile.plan(parsing: $0, file: Attempt.file, folder: ".") },
    "gates": { _ = try GateFile.gates(in: TOMLDocument(parsing: $0, file: Attempt.file).root) },
    "viewer": { _ = try ViewerModelFile.viewer(parsing: $0, file: Attempt.file) },
    "curve": { _ = try WatchTimes($0, file: Attempt.file) },
    "retention": { _ = try RetentionCurve($0, file: Attempt.file, seconds: 1) },
    "run": { _ = try RunRecord(parsing: $0, file: Attempt.file) },
    "baseline": { _ = try Baseline(parsing: $0, file: Attempt.file) },
    "viewers": { _ = try RecordedViewers($0, file: Attempt.file) },
    "plan": { _ = try SweepPlan(parsing: $0, file: Attempt.file) },
    "models": { _ = try TraceProfile.profiles(parsing: $0, file: Attempt.file) },
  ]

  private static func read(_ bytes: [UInt8], _ reader: String) throws {
    if let read = readers[reader] {
      try read(bytes)
    } else if let format = TraceFormats.all.first(where: { $0.name == reader }) {
      _ = try format.read(TraceInput(bytes: bytes, name: "input", file: Attempt.file, options: TraceOptions()))
    } else {
      let name = String(reader.drop { $0 != " " }.dropFirst())
      let format = try #require(VideoFormats.named(name), "\(reader) is no reader")
      _ = try format.read(VideoInput(path: Attempt.file, content: .file(bytes)), options: VideoOptions())
    }
  }

  @Test("an error begins with the file, and the line and byte where it has lines", arguments: mistakes)
  func places(_ mistake: Mistake) throws {
    var input = mistake.to
    if !mistake.seed.isEmpty {
      let seed = "\(SharedData.package)/Fuzzing/Seeds/\(mistake.seed)"
      input = try String(contentsOfFile: seed, encoding: .utf8)
      let place = try #require(input.range(of: mistake.from), "\(mistake.seed) has no \(mistake.from)")
      input.replaceSubrange(place, with: mistake.to)
    }
    let error = #expect(throws: (any Error).self) { try Self.read(Array(input.utf8), mistake.reader) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.hasPrefix("\(Attempt.file):\(mistake.error)"), "\(mistake.reader): \(text)")
  }

  static let mistakes = [
    Mistake("5gophers", "traces/5gophers.csv", "150", "1x", "3:12: throughput_mbps: found \"1x\", expected a decimal"),
    Mistake("devtools", "traces/devtools.json", "0.5", "\"x\"", "1:54: duration: found \"x\", expected"),
    Mistake("genet", "traces/genet.json", "80", "8x", "1:69: link_rtt: found"),
    Mistake("gnettrack", "traces/gnettrack.csv", "12224", "1x", "4:23: DL_bitrate: found \"1x\""),
    Mistake("lumos", "traces/lumos.csv", "0.093", "1x", "3:10: delivery_time: found \"1x\""),
    Mistake("lumos5g", "traces/lumos5g.csv", "78", "1x", "2:7: Throughput: found \"1x\""),
    Mistake("mahimahi", "traces/mahimahi.trace", "73", "7x", "3:1: ms: found \"7x\""),
    Mistake("native", "traces/native.csv", "1000000", "1x", "4:7: row 3 bandwidth_bps: found \"1x\""),
    Mistake("norway", "traces/norway.log", "0999", "1x", "2:39: ms since the line before: found \"1x\""),
    Mistake("nyu-mets", "traces/nyu-mets.csv", "Mbits", "Xbits", "2:6: unit: found \"Xbits/sec\""),
    Mistake("nyu-mets-multi", "traces/nyu-mets-multi.csv", "3.21", "1x", "2:1: column 1 Mbit/s: found"),
    Mistake("oboe", "traces/oboe.txt", "3183.2", "1x", "3:7: kbit/s: found \"1x\""),
    Mistake("pensieve", "traces/pensieve.txt", "4.79283060109", "1x", "2:1: line: found"),
    Mistake("sabre", "traces/sabre.json", "1013", "-1", "1:2: row 1 duration_s: found -0.001"),
    Mistake("sbu", "traces/sbu.csv", "3667470", "1x", "2:3: bytes: found \"1x\""),
    Mistake("starlink", "traces/starlink.csv", "18.2", "1x", "3:61: download: found \"1x\""),
    Mistake("iperf", "traces/iperf.txt", "20.0", "2x", "3:1: interval: found"),
    Mistake("tc", "traces/tc.sh", "64kbps", "64x", "3:42: rate: found 64x, expected a rate of tc"),
    Mistake("twitch", "traces/twitch.js", "800", "x", "7:11: profile: found \"x\", expected a number"),
    Mistake("apache", "logs/access.log", "2000000", "x", "2:75: bytes: found \"x\""),
    Mistake("iis", "logs/iis.log", "1250", "x", "3:52: time-taken: found \"x\""),
    Mistake("access-log", "logs/envoy.log", "500", "x", "2:64: duration: found \"x\""),
    Mistake("json", "logs/logpush.ndjson", "2000000", "\"x\"", "2: bytes: found \"x\""),
    Mistake("webpagetest", "traces/connectivity.ini", "1500000", "x", "4:6: bwIn: found \"x\""),
    Mistake("har", "logs/small.har", "\"receive\": 1000", "\"receive\": \"x\"", "5:3: timings.receive: found \"x\""),
    Mistake("video mit", "videos/mit.dat", "398865", "x", "4:8: bytes: found \"x\""),
    Mistake("video native", "videos/native.json", "210", "-1", "1:243: segment_sizes_bytes[1][1]: found -1"),
    Mistake("video sabre", "videos/sabre.json", "891832", "-1", "1:103: segment_sizes_bits[1][0]: found -1"),
    Mistake("video ladders", "videos/collection.json", "300000", "0", "1: renditions[0].bandwidth_bps: found 0"),
    Mistake("sizes", "videos/sizes.csv", "2000", "x", "3:1: size: found"),
    Mistake("video hls", "manifests/media.m3u8", "5.5", "x", "8:9: #EXTINF: found \"x\""),
    Mistake("video hls", "manifests/multivariant.m3u8", "1280000", "x", "4:29: #EXT-X-STREAM-INF BANDWIDTH: found"),
    Mistake("video dash", "manifests/periods.mpd", "\"1000\"", "\"x\"", "1:184: Representation@bandwidth: found \"x\""),
    Mistake("video dash", "manifests/list.mpd", "0-79", "9-0", "5:114: SegmentURL@mediaRange: found \"9-0\""),
    Mistake("session", "sessions/session.toml", "count = 3", "count = 0", "9:1: item[0].count: found 0"),
    Mistake("session", "sessions/session.toml", "count = 3", "count = ", "9:9: "),
    Mistake("gates", "sessions/gates.toml", "\"3s\"", "3", "9:1: gate[1].limit: found 3"),
    Mistake("viewer", "", "", "model = \"exponential\"\nmean = {s = 8}", "2:1: mean: found a table"),
    Mistake("curve", "audience/curve", "0.6", "1.6", "2:3: share: found \"1.6\""),
    Mistake("retention", "audience/retention.tsv", "0.9", "x", "2: line: found"),
    Mistake("run", "runs/run.json", "0.05", "-1", "4:27: inputs.default_latency_s: found -1.0"),
    Mistake("baseline", "runs/baseline.json", "0.05", "-1", "2:49: inputs.default_latency_s: found -1.0"),
    Mistake("viewers", "runs/viewers.json", "2500", "-1", "1:14: a[1]: found -1, expected 0 ms or more"),
    Mistake("plan", "sweeps/plan.json", "\"contents\":1", "\"contents\":0", "1:107: contents: found 0"),
    Mistake("models", "models/two.json", "\"step_s\":1", "\"step_s\":0", "1:41: datasets.a.step_s: found 0.0"),
  ]
}
