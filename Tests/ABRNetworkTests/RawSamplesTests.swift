import ABRTestSupport
import Foundation
import Testing

@testable import ABRNetwork

/// Genuine files of every format, against the same recordings as they were converted by others.
@Suite struct RawSamplesTests {
  private static let raw = SharedData.sibling("raw")

  /// What becomes of the files of a folder.
  struct Sample: Sendable, CustomTestStringConvertible {
    var folder: String
    /// Name of the format, or the error's words for files that are refused.
    var outcome: String
    /// Folder of the corpus with the same recordings, relative to it.
    var corpus: String?
    var options: [String] = []
    /// Format to ask for, where the content does not tell it.
    var format: String?
    /// Stands before the names of the corpus.
    var prefix = ""
    var isRefused = false
    /// Files of the folder that have a twin in the corpus.
    var twins = 0
    var testDescription: String { folder + (format.map { " as \($0)" } ?? "") }
  }

  static let samples = [
    Sample(folder: "abrbench_hsr", outcome: "pensieve", options: ["first=step"]),
    Sample(folder: "abrbench_lab", outcome: "pensieve", corpus: "open/lab_4g5g", options: ["first=step"], twins: 2),
    Sample(folder: "abrbench_norway_100ms", outcome: "pensieve"),
    Sample(folder: "abrbench_puffer", outcome: "pensieve", corpus: "open/puffer21", options: ["unit=MB/s"], twins: 1),
    Sample(folder: "abrbench_solis", outcome: "pensieve", corpus: "open/solis_wifi", twins: 2),
    Sample(folder: "fcc18_two_column_space", outcome: "pensieve", corpus: "open/fcc18", twins: 2),
    Sample(folder: "genet_config", outcome: "is a configuration of Genet's generator", isRefused: true),
    Sample(folder: "genet_trace_mahimahi", outcome: "mahimahi"),
    Sample(folder: "ghent_original", outcome: "norway"),
    Sample(folder: "gophers5g_csv", outcome: "5gophers", corpus: "open/gophers_5g", twins: 3),
    Sample(
      folder: "lumos4g_two_column", outcome: "pensieve", corpus: "open/lumos_4g", options: ["clock=drop"], twins: 2),
    Sample(
      folder: "lumos5g_two_column", outcome: "pensieve", corpus: "open/lumos_5g", options: ["first=stamp"], twins: 2),
    Sample(folder: "lumos5g_v1_csv", outcome: "lumos5g"),
    Sample(folder: "lumos_infocom22", outcome: "lumos", corpus: "open/lumos_chunks", twins: 2),
    Sample(folder: "lumos_infocom22_const", outcome: "lumos", corpus: "open/lumos_chunks", twins: 1),
    Sample(folder: "mahimahi_constant", outcome: "mahimahi"),
    Sample(folder: "mahimahi_constant_poisson", outcome: "mahimahi"),
    Sample(folder: "mahimahi_opportunities", outcome: "mahimahi", corpus: "open/mahimahi_cell", twins: 3),
    Sample(folder: "manifests", outcome: "is ", isRefused: true),
    Sample(folder: "mit_video_trace_dat", outcome: "is a video of MIT's trace.dat", isRefused: true),
    Sample(folder: "mm22_network", outcome: "pensieve"),
    Sample(folder: "mm22_sample_user", outcome: "is a list of numbers", isRefused: true),
    Sample(folder: "mm22_user_ret", outcome: "did you mean the audience retention of a video", isRefused: true),
    Sample(folder: "norway_hsdpa_original", outcome: "norway"),
    Sample(folder: "nyu_mets_csv", outcome: "nyu-mets", corpus: "open/nyu_mets", twins: 2),
    Sample(folder: "nyu_mets_csv_kbits", outcome: "nyu-mets"),
    Sample(folder: "nyu_mets_multivariate", outcome: "nyu-mets-multi"),
    Sample(folder: "oboe_pairs_ms_kbps", outcome: "oboe", corpus: "open/oboe", twins: 1),
    Sample(folder: "pensieve_two_column_tab", outcome: "pensieve", corpus: "reference/pensieve_test142", twins: 3),
    Sample(folder: "pensieve_two_column_train", outcome: "pensieve", corpus: "reference/pensieve_train127", twins: 3),
    Sample(folder: "pensieve_video_size", outcome: "is a list of numbers", isRefused: true),
    Sample(folder: "puffer_watchtime_cdf", outcome: "is a distribution of watch times", isRefused: true),
    Sample(folder: "sabre_json_3g", outcome: "sabre", corpus: "open/norway_hsdpa_3g", twins: 1),
    Sample(folder: "sabre_json_4g", outcome: "sabre", corpus: "open/ghent_4g", twins: 2),
    Sample(folder: "sabre_json_fcc", outcome: "sabre", corpus: "open/fcc_hd_fs", twins: 2),
    Sample(folder: "sabre_json_fcc_sd", outcome: "sabre", corpus: "open/fcc_sd_fs", twins: 2),
    Sample(folder: "sbu_wifi_cell", outcome: "is a table, not a trace: name its columns", isRefused: true),
    Sample(folder: "sbu_wifi_cell", outcome: "sbu", corpus: "open/sbu_wifi_cell", format: "sbu", twins: 2),
    Sample(folder: "starlink_autobahn", outcome: "starlink"),
    Sample(folder: "ucc_4g_gnettrack", outcome: "gnettrack", corpus: "open/irish_4g", twins: 1),
    Sample(folder: "ucc_5g_applimited", outcome: "less than 1 % of the mean in 89 % of the rows", isRefused: true),
    Sample(folder: "ucc_5g_applimited", outcome: "gnettrack", options: ["limited=keep"]),
    Sample(folder: "ucc_5g_gnettrack", outcome: "gnettrack", corpus: "open/irish_5g", prefix: "driving_", twins: 1),
    Sample(folder: "ucc_5g_gnettrack_static", outcome: "gnettrack"),
  ]

  @Test(
    "every genuine file is read as it was converted before, or refused with its reason",
    .enabled(if: raw != nil, "skipped: set ABRLAB_CORPUS to a folder beside which there is `raw`"), arguments: samples)
  func sample(_ sample: Sample) throws {
    let folder = "\(try #require(Self.raw))/\(sample.folder)"
    var twins = 0
    for path in try TraceFile.paths(at: [folder]) {
      let format = sample.format.flatMap { TraceFormats.named($0) }
      let options = try TraceOptions(parsing: sample.options)
      if sample.isRefused {
        let error = #expect(throws: TraceError.self, "\(path)") { try TraceFile.load(path) }
        #expect(try #require(error).description.contains(sample.outcome))
        continue
      }
      for file in try TraceFile.loadSeries(path, format: format, options: options) {
        #expect(file.format.name == sample.outcome, "\(path)")
        guard let corpus = sample.corpus, let twin = try Self.twin(of: file.trace, corpus, sample.prefix) else {
          continue
        }
        Self.compare(file.trace, twin, path)
        twins += 1
      }
    }
    #expect(twins == sample.twins)
  }

  @Test("all genuine folders are listed", .enabled(if: raw != nil, "skipped: no raw samples"))
  func complete() throws {
    let folders = Set(try FileManager.default.contentsOfDirectory(atPath: try #require(Self.raw)))
    let videos: Set = ["comyco_vmaf", "mm22_video", "sabre_video"]
    #expect(folders.subtracting(Self.samples.map(\.folder)).subtracting(videos).filter { !$0.contains(".") } == [])
  }

  /// The same recording in the corpus, whose names have no signs but `.`, `-` and `_`.
  private static func twin(of trace: BandwidthTrace, _ corpus: String, _ prefix: String) throws -> BandwidthTrace? {
    let name = String(trace.name.map { $0.isLetter || $0.isNumber || "._-".contains($0) ? $0 : "_" })
    let stem = URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
    let series = name.replacing(".csv_", with: "_")
    for name in [name, stem, series] {
      let path = "\(try #require(SharedData.corpus))/\(corpus)/\(prefix)\(name).csv"
      if FileManager.default.fileExists(atPath: path) { return try TraceFile.load(path).trace }
    }
    return nil
  }

  /// The corpus rounds to whole bits per second and microseconds, and cuts Puffer's sessions after half an hour.
  private static func compare(_ trace: BandwidthTrace, _ twin: BandwidthTrace, _ path: String) {
    let (rows, others) = (merged(trace), merged(twin))
    #expect(rows.count >= others.count && (rows.count == others.count || twin.duration > 1790), "\(path)")
    for (index, (row, other)) in zip(rows, others).enumerated() {
      let isSame =
        abs(row.duration - other.duration) <= 1e-6 * max(1, row.duration)
        && abs(row.bandwidth - other.bandwidth) <= max(0.51, 1e-6 * row.bandwidth)
      if !isSame {
        Issue.record("\(path): row \(index + 1) is \(row), in the corpus \(other)")
        return
      }
    }
  }

  /// The rows with each outage as one.
  private static func merged(_ trace: BandwidthTrace) -> [BandwidthTrace.Row] {
    var rows: [BandwidthTrace.Row] = []
    for row in trace.rows {
      if row.bandwidth == 0, let last = rows.last, last.bandwidth == 0 {
        rows[rows.count - 1].duration += row.duration
      } else {
        rows.append(row)
      }
    }
    return rows
  }
}
