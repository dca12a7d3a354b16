import ABRInput
import ABRMedia
import ABRNetwork
import ABRParallel
import ABRPlayback
import ABRPlayers
import ABRPolicies
import ABRRuns
import ABRRunsTestSupport
import ABRSessions
import Foundation
import Testing

@testable import ABRReports

@Suite("Report pages")
struct ReportTests {
  /// A run of small traces in two families.
  static func record(
    policies: [String] = ["throughput", "bba-0"], numbers: [Int] = [0, 1, 2, 3], buffers: [Double] = [20],
    suffix: String = "", viewers: [String] = ["leave(40s)"], isScored: Bool = false,
    formulas: String? = nil
  ) throws -> RunRecord {
    let traces = try numbers.map { number in
      let rows = (0..<50).map { row in
        BandwidthTrace.Row(duration: 1, bandwidth: Double((row * 7919 + number * 104_729) % 3_000) * 900)
      }
      let family = number % 2 == 0 ? "even" : "odd"
      return TraceSource(
        file: "t/\(family)/\(number).csv", family: family, sha256: SHA256.hexDigest(of: "trace \(number)"),
        trace: try BandwidthTrace(name: "\(number).csv\(suffix)", rows: rows))
    }
    let ladder = try Ladder([300_000, 900_000, 2_400_000].map { Rendition(bandwidth: $0) })
    var video = try Video(
      name: "v", ladder: ladder, segmentDuration: 4,
      sizes: (0..<15).map { _ in ladder.renditions.map { $0.bandwidth / 2 } })
    if isScored {
      video = try video.adding(scores: QualityScores(.vmaf, values: (0..<15).flatMap { _ in [40, 70, 95] }))
    }
    let source = VideoSource(file: "v", sha256: SHA256.hexDigest(of: "v"), video: video)
    var players: [PreparedSession] = []
    for policy in policies {
      for (seconds, viewer) in buffers.flatMap({ seconds in viewers.map { (seconds, $0) } }) {
        players.append(
          try PreparedSession(
            policy: policy, buffer: "static(\(Int(seconds))s)", viewer: viewer, videos: [source]))
      }
    }
    let experiment = Experiment(
      traces: traces, videos: [source], players: players, settings: formulas.map { ["qoe": $0] } ?? [:])
    return RunRecord(try ExperimentRunner(experiment, jobs: 1).result(withTimelines: true), version: "0")
  }

  @Test("the command of a session has every flag that was set, without a value")
  func flags() throws {
    let flags = Setting.all.filter { $0.values == .flag && $0.isRecorded }
    #expect(flags.count >= 4)
    let videos = try SampleRun.videos()
    for flag in flags {
      var player = try Player(policy: "bola")
      if let part = PlayerPart(rawValue: flag.key) { try player.change(part, to: "true") }
      let session = try PreparedSession(
        SessionPlan.oneVideo.watched(by: SessionViewer(parsing: "leave(30s)")), player: player,
        videos: videos.map(\.video))
      let experiment = Experiment(
        traces: try SampleRun.traces(1), videos: videos, players: [session], settings: [flag.key: "true"])
      let record = RunRecord(try SampleRun.result(experiment), version: "0")
      let timeline = try #require(record.configurations[0].timelines.first)
      let command = try #require(
        ExplainLine.text(for: timeline, of: record.configurations[0].configuration, in: record), "\(flag.key)")
      let words = command.split(separator: " ")
      let place = try #require(words.firstIndex(of: "--\(flag.key)"), "\(command)")
      #expect(words.dropFirst(place + 1).first?.hasPrefix("--") ?? true, "\(command)")
    }
  }

  @Test("configurations are called by what differs between them, each by a name of its own")
  func labels() throws {
    func labels(_ sources: [Report.Source]) -> [String] { Report(sources).configurations.map(\.label) }
    let two = try Self.record()
    let buffers = try Self.record(policies: ["bba-0"], buffers: [10, 20])
    #expect(labels([.init(file: "a.json", record: two)]) == ["throughput", "bba-0"])
    #expect(labels([.init(file: "a.json", record: buffers)]) == ["static(10s)", "static(20s)"])
    let one = try Self.record(policies: ["bba-0"])
    #expect(labels([.init(file: "a.json", record: one)]) == ["bba-0"])
    #expect(
      labels([.init(file: "x/old.json", record: one), .init(file: "x/new.json", record: one)])
        == ["old bba-0", "new bba-0"])
    #expect(
      labels([.init(file: "x/run.json", record: one), .init(file: "y/run.json", record: one)])
        == ["run bba-0", "run bba-0 (2)"])
    // Of one player the options that differ.
    let players = [8, 60].map { length in
      var configuration = one.configurations[0]
      configuration.configuration.player = "hls.js(maxBufferLength=\(length),startLevel=-1)"
      return Report.Source(
        file: "h\(length).json",
        record: RunRecord(inputs: one.inputs, metrics: one.metrics, configurations: [configuration]))
    }
    #expect(labels(players) == ["h8 hls.js(maxBufferLength=8)", "h60 hls.js(maxBufferLength=60)"])
    // Headings have less room.
    #expect(Report(players).configurations.map(\.name) == ["h8", "h60"])
  }

  @Test("the axis of differences names what they are to, and how many sessions it covers")
  func differenceAxis() throws {
    let report = Report([.init(file: "a.json", record: try Self.record())])
    let chart = try #require(DeltaChart(.bitrate, report, ReportPart.all(of: report))?.distribution)
    let text = chart.spec.text(isPretty: false)
    #expect(text.contains(#"["difference of mean bitrate, Mbit/s","to throughput (96 % of sessions)"]"#), "\(text)")
  }

  @Test("videos with scores have pictures of them, whose axes call them by name; others have none")
  func scores() throws {
    func figures(_ isScored: Bool) throws -> [Chart] {
      let report = Report([.init(file: "a.json", record: try Self.record(isScored: isScored))])
      return ReportCharts(report, ReportPart.all(of: report)).groups.first { $0.id == "scores" }?.figures
        .flatMap(\.charts) ?? []
    }
    let charts = try figures(true)
    #expect(charts.map(\.id) == ["cdf-vmaf_mean", "cdf-vmaf_p5", "map-vmaf_mean"])
    #expect(charts[0].spec.text(isPretty: false).contains("\"title\":\"mean VMAF\""))
    #expect(charts[2].spec.text(isPretty: false).contains("\"title\":\"difference\""))
    #expect(try figures(false).isEmpty)
  }

  @Test("each viewer is compared with the first configuration of the same viewer, and captions say so")
  func viewers() throws {
    let report = Report([.init(file: "a.json", record: try Self.record(viewers: ["watch", "leave(20s)"]))])
    #expect(report.configurations.map(\.reference) == [nil, nil, 0, 1] && report.references == [0, 1])
    #expect(report.referenceName == "throughput with the same viewer")
    let map = try #require(DeltaChart(.bitrate, report, ReportPart.all(of: report))?.map)
    #expect(map.text.contains("to throughput with the same viewer on each trace") && map.references == [0, 1])
  }

  @Test("a picture over time on its own says whose it is, and what its marks mean")
  func timelineKey() throws {
    let report = Report([.init(file: "a.json", record: try Self.record())])
    let figure = try ReportFigure("timeline:worst", of: report)
    let text = ChartPicture(figure, millimetres: 84).spec.text(isPretty: false)
    for words in ["Worst session of ", "capacity of the network", "chosen bitrate", "forward target", "Mbit/s"] {
      #expect(text.contains(words), "\(words)")
    }
    #expect(!text.contains("an item comes up"))
  }

  @Test("a page of an interrupted run says how many sessions and traces it has, of how many")
  func interrupted() throws {
    let record = try Self.record()
    var header = record.header
    header.isPartial = true
    let inputs = RunRecord.Inputs(header: header, traces: record.traces, videos: record.videos)
    let metrics = record.metrics
    let configurations = record.configurations.map { own in
      var copy = ConfigurationRecord(own.configuration, metrics: metrics)
      for index in 0..<3 {
        copy.append(own.sessions[index], values: metrics.map { own.value(of: $0.name, at: index) })
      }
      return copy
    }
    let report = Report([
      .init(file: "this run", record: RunRecord(inputs: inputs, metrics: metrics, configurations: configurations))
    ])
    let facts = ReportFacts(report: report, date: "d").text
    #expect(facts.contains("3 of 4 traces of 2 families") && facts.contains("6 of 8 sessions"), "\(facts)")
    let page = try HTMLReport(report, version: "0", date: "d", library: nil).text()
    #expect(page.contains("This run was interrupted: it has 6 of 8 sessions, over 3 of 4 traces."))
    #expect(ReportFacts(report: Report([.init(file: "a", record: record)]), date: "d").text.contains(" · 8 sessions"))
  }

  @Test("curves that lie on one another are named for every family, and stand in the data of the page")
  func alikeCurves() throws {
    let report = Report([.init(file: "a.json", record: try Self.record(policies: ["bba-0"], buffers: [20, 21]))])
    let parts = ReportPart.all(of: report)
    let chart = DistributionChart(measure: .startup, report: report, parts: parts).chart
    #expect(chart.alike == ["": [[0, 1]], "even": [[0, 1]], "odd": [[0, 1]]])
    #expect(!chart.text.contains("Identical curves"))
  }

  @Test("runs over different traces are compared where both have played")
  func pairs() throws {
    let report = Report([
      .init(file: "a.json", record: try Self.record(policies: ["bba-0"], numbers: [0, 1, 2])),
      .init(file: "b.json", record: try Self.record(policies: ["bba-0"], numbers: [2, 3, 1])),
    ])
    #expect(report.traces.count == 4)
    #expect(report.traces.map(\.meanBandwidth) == report.traces.map(\.meanBandwidth).sorted())
    let differences = try #require(ReportDifferences(.rebuffer, in: report))
    // The same policy over the same traces: two sessions in common, without a difference.
    #expect(differences.rows[0].deltas.map(\.delta) == [0, 0] && differences.isNothing)
    #expect(Set(differences.rows[0].deltas.map { report.traces[$0.trace].name }) == ["1.csv", "2.csv"])
  }

  @Test("runs that share no session have no verdict and nothing that is the same, and each recording counts once")
  func unpaired() throws {
    func page(_ seeds: [Int]) throws -> String {
      let sources = try zip(["throughput", "bba-0"], seeds).map { policy, seed in
        let record = try Self.record(policies: [policy])
        var (header, traces) = (record.header, record.traces)
        header.seed = seed
        for index in traces.indices { traces[index].start = Double(seed) }
        let inputs = RunRecord.Inputs(header: header, traces: traces, videos: record.videos)
        return Report.Source(
          file: "\(policy).json",
          record: RunRecord(inputs: inputs, metrics: record.metrics, configurations: record.configurations))
      }
      return try HTMLReport(Report(sources), version: "0", date: "d", library: nil).text()
    }
    let (apart, paired) = try (page([1, 2]), page([1, 1]))
    #expect(apart.contains(">2 configurations over 4 traces</h1>") && apart.contains("4 traces of 2 families"))
    #expect(apart.contains("nothing is paired and the page has no verdict: seed differs: 1 in the reference, 2 in the"))
    #expect(!apart.contains("is the same with each configuration"))
    #expect(paired.contains("4 traces of 2 families") && !paired.contains("nothing is paired"))
    #expect(!paired.contains(">2 configurations over"))
    // Between runs over other traces it is these.
    let others = Report([
      .init(file: "a.json", record: try Self.record(policies: ["bba-0"], numbers: [0, 1])),
      .init(file: "b.json", record: try Self.record(policies: ["bba-0"], numbers: [2, 3])),
    ])
    let text = try HTMLReport(others, version: "0", date: "d", library: nil).text()
    #expect(others.unpaired == [1] && text.contains("no verdict: no trace and video in common."))
  }

  @Test("values of a verdict are those of the sessions that all runs have", arguments: [[0, 1, 2], [2, 1, 4, 5]])
  func sharedSessions(numbers: [Int]) throws {
    func report(_ one: [Int], _ other: [Int]) throws -> Report {
      Report([
        .init(file: "a.json", record: try Self.record(policies: ["throughput"], numbers: one)),
        .init(file: "b.json", record: try Self.record(policies: ["bba-0"], numbers: other)),
      ])
    }
    func verdict(_ report: Report) throws -> ReportVerdict {
      try #require(ReportVerdict(report, ReportPart.all(of: report)))
    }
    let part = try report([0, 1, 2, 3], numbers)
    let common = numbers.filter { $0 < 4 }
    let (partial, whole) = (try verdict(part), try verdict(report(common, common)))
    #expect(partial.headline == whole.headline && partial.sentences == whole.sentences)
    #expect(partial.json == whole.json)
    let page = try HTMLReport(part, version: "0", date: "d", library: nil).text()
    let counts = "only the \(2 * common.count) of \(4 + numbers.count) sessions that all of them have"
    #expect(page.contains(counts))
  }

  @Test("runs of which no session was played by all have no verdict, and the page says so")
  func nothingShared() throws {
    let report = Report(
      try [[0, 1, 2], [0, 1], [2]].enumerated().map { place, numbers in
        .init(file: "\(place).json", record: try Self.record(policies: ["bba-0"], numbers: numbers))
      })
    #expect(report.unpaired.isEmpty && ReportVerdict(report, ReportPart.all(of: report)) == nil)
    let page = try HTMLReport(report, version: "0", date: "d", library: nil).text()
    #expect(page.contains("No session was played by all configurations, so the page has no verdict."))
    // A page with an answer of its own has its verdict.
    let answer = Report.Answer(
      title: "PASS", isGood: true, sentences: [], numbers: [], summary: "", warnings: [])
    let judged = try HTMLReport(
      Report(report.sources, sections: [], pictures: nil, answer: answer), version: "0", date: "d", library: nil
    ).text()
    #expect(!judged.contains("No session was played by all") && !judged.contains("played the same sessions"))
  }

  @Test("a viewer of whom no session was played by all is named beside the verdict on the others")
  func viewerNotShared() throws {
    let viewers = ["leave(40s)", "leave(20s)"]
    let report = Report(
      try [([0, 1, 2], viewers), ([0, 1], viewers), ([2], [viewers[1]])].map { numbers, viewers in
        .init(file: "a.json", record: try Self.record(policies: ["bba-0"], numbers: numbers, viewers: viewers))
      })
    let page = try HTMLReport(report, version: "0", date: "d", library: nil).text()
    let note = " was played by all its configurations, so the verdict does not cover this viewer."
    #expect(page.contains("No session with leave(20s)\(note)") && !page.contains("with leave(40s)\(note)"))
    #expect(page.contains("only the 4 of 11 sessions that all of them have"))
  }

  @Test("differences count better, worse and tied sessions and name the worst trace")
  func differences() throws {
    let report = Report([.init(file: "a.json", record: try Self.record())])
    let differences = try #require(ReportDifferences(.bitrate, in: report))
    let (reference, other) = (report.configurations[0].record, report.configurations[1].record)
    let deltas = try (0..<4).map { index in
      let values = try [reference, other].map { try #require($0.value(of: "mean_bitrate_bps", at: index)) / 1e6 }
      return values[1] - values[0]
    }
    for (own, expected) in zip(differences.rows[0].deltas.map(\.delta), deltas) { #expect(abs(own - expected) < 1e-12) }
    let row = differences.table(of: report).rows[0]
    #expect(row[1] == .integer(deltas.count { $0 > 0 }) && row[2] == .integer(deltas.count { $0 < 0 }))
    #expect(row[3] == .integer(deltas.count { $0 == 0 }))
    let worst = try #require(deltas.indices.min { deltas[$0] < deltas[$1] })
    #expect(deltas[worst] < 0)
    let trace = report.traces[report.configurations[1].traces[worst]]
    #expect(row[8] == .text("\(trace.family)/\(trace.name)"))
  }

  @Test("nothing from a file becomes markup", arguments: ["<script>alert(1)</script>", "\"><b>", "&amp;", "a\u{1}b"])
  func escaping(name: String) throws {
    var record = try Self.record(policies: ["bba-0"], numbers: [0])
    let document = try #require(String(data: ResultText.document(of: name), encoding: .utf8))
    record = try RunRecord(parsing: Array(document.utf8), file: name)
    let page = try HTMLReport(
      Report([.init(file: name, record: record)]), version: "0", date: "2026-01-01", library: "1 </SCRIPT> <!-- x"
    ).text()
    #expect(!page.contains("<script>alert") && !page.contains("\"><b>") && !page.contains("a\u{1}b"))
    // The page's own scripts and nothing else.
    #expect(page.components(separatedBy: "<script").count == 4 && page.components(separatedBy: "</script>").count == 4)
    #expect(!page.contains("</SCRIPT>") && !page.contains("<!-- x"))
  }

  @Test("every chart's data sets are there, and columns of one are of one length")
  func datasets() throws {
    let report = Report([.init(file: "a.json", record: try Self.record())])
    let charts = ReportCharts(report, ReportPart.all(of: report))
    #expect(Set(charts.charts.map(\.id)).count == charts.charts.count && charts.charts.count >= 12)
    for chart in charts.charts {
      for (name, dataset) in chart.datasets {
        guard case .object(let columns) = dataset else {
          Issue.record("\(name) has no columns")
          continue
        }
        let lengths = Set(columns.values.map { if case .array(let values) = $0 { values.count } else { -1 } })
        #expect(lengths.count == 1, "\(name)")
      }
    }
    #expect(
      charts.groups.flatMap(\.figures).compactMap(\.timeline).map(\.role) == [
        .worst, .worst, .median, .median, .best, .best,
      ])
  }

  @Test("the picture of stalls and quality explains circles where there are some")
  func circles() throws {
    func text(_ policies: [String], _ buffers: [Double]) throws -> String {
      let report = Report([.init(file: "a.json", record: try Self.record(policies: policies, buffers: buffers))])
      return QualityChart.chart(report, ReportPart.all(of: report)).text
    }
    // Buffers that none fills differ in nothing.
    #expect(try !text(["bba-0"], [500, 501, 502, 503]).contains("Circles"))
    #expect(try text(["bba-0"], (0..<12).map { 10 + Double($0) }).contains("Circles"))
  }

  @Test("a page whose heading speaks of waste begins with a picture of it")
  func lead() throws {
    func charts(_ policies: [String], isOnWaste: Bool) throws -> ReportCharts {
      let report = Report([.init(file: "a.json", record: try Self.record(policies: policies))])
      return ReportCharts(report, ReportPart.all(of: report), isOnWaste: isOnWaste)
    }
    let two = ["bba-0", "throughput"]
    let (waste, stalls) = try (charts(two, isOnWaste: true), charts(two, isOnWaste: false))
    #expect(waste.lead?.charts.map(\.id) == ["waste"] && stalls.lead?.charts.map(\.id) == ["quality"])
    #expect(waste.groups[0].figures.first?.charts.map(\.id) == ["quality"])
    #expect(Set(waste.charts.map(\.id)) == Set(stalls.charts.map(\.id)))
  }

  @Test("a report in parts of the page has a section of its own")
  func sections() throws {
    var table = DataTable(columns: [.text("gate"), .text("verdict")])
    table.append([.text("rebuffer_ratio <= +0.10pp"), .text("✗ worse")])
    let report = Report(
      [.init(file: "a.json", record: try Self.record())],
      sections: [.init(title: "Gates", text: "What must hold.", table: table)])
    let page = try HTMLReport(report, version: "0", date: "2026-01-01", library: nil).text()
    #expect(page.contains("<h2 id=\"section-1\">Gates</h2>") && page.contains("rebuffer_ratio &lt;= +0.10pp"))
    #expect(page.contains("<a href=\"#section-1\">Gates</a>"))
  }

  @Test("curves of too many configurations to name have lines and their key alone", arguments: [12, 13])
  func manyCurves(count: Int) throws {
    let report = Report([
      .init(file: "a.json", record: try Self.record(policies: ["bba-0"], buffers: (0..<count).map { 10 + Double($0) }))
    ])
    let layers = CurveData.layers(report, x: [:], unit: "sessions")
    let hasKey = layers[0].text(isPretty: false).contains("\"columns\":2")
    #expect(layers.count == (count == 12 ? 4 : 1) && hasKey == (count == 13))
    let quality = QualityChart.chart(report, ReportPart.all(of: report)).spec.text(isPretty: false)
    // Of many only the names of the trade-off.
    let named = quality.matches(of: #/"text":\{("\w+")/#).map { String($0.1) }
    #expect(named == [String](repeating: count == 12 ? "\"field\"" : "\"condition\"", count: 2))
    #expect(quality.contains("\"columns\":2") == (count == 13))
    // Two columns of long names would be cut.
    let names = ["a name of 20 letters", "another"].map { JSONValue.string($0) }
    #expect(Chart.policy(["domain": .array(names)], isNamed: false).text(isPretty: false).contains("\"columns\":1"))
  }

  @Test("pictures on their own have data, no words of the page's style, and names of their own")
  func pictures() throws {
    let pictures = ChartPicture.all(of: Report([.init(file: "a.json", record: try Self.record())]))
    #expect(Set(pictures.map(\.id)).count == pictures.count && pictures.contains { $0.id == "timeline-1" })
    for picture in pictures {
      let text = picture.spec.text()
      #expect(!text.contains("var(--") && !text.contains("\"container\""), "\(picture.id)")
      #expect(text.contains("\"datasets\"") && text.contains("\"title\""), "\(picture.id)")
    }
  }

  @Test("pictures on their own show control characters in names as escapes")
  func controlCharacters() throws {
    let report = Report([.init(file: "a.json", record: try Self.record(suffix: "\u{1b}[31m\u{7}\u{1}"))])
    let request = ChartPicture.request(ChartPicture.all(of: report).map { ($0, []) })
    var strings: [String] = []
    func collect(_ value: JSONValue) {
      switch value {
      case .string(let text): strings.append(text)
      case .array(let values): values.forEach(collect)
      case .object(let members): members.values.forEach(collect)
      default: break
      }
    }
    collect(request)
    #expect(strings.contains { $0.contains(".csv\\u{1b}[31m\\u{7}\\u{1}") })
    #expect(!strings.contains { $0.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" } })
  }

  @Test("what is said of a family is what a run of that family alone would say")
  func parts() throws {
    let whole = Report([.init(file: "a.json", record: try Self.record())])
    let parts = ReportPart.all(of: whole)
    #expect(parts.map(\.family) == ["", "even", "odd"])
    for (family, numbers) in [("even", [0, 2]), ("odd", [1, 3])] {
      let alone = Report([.init(file: "a.json", record: try Self.record(numbers: numbers))])
      let part = try #require(parts.first { $0.family == family })
      let (one, other) = (PartTable([part], Self.quality), PartTable(ReportPart.all(of: alone), Self.quality))
      #expect(one.rows.map(\.cells) == other.rows.map(\.cells) && one.rows.allSatisfy { $0.family == family })
      let summaries = [
        ReportTables.summary(of: whole, [part]), ReportTables.summary(of: alone, ReportPart.all(of: alone)),
      ]
      #expect(summaries[0].rows.map(\.cells) == summaries[1].rows.map(\.cells) && summaries[0].rows.count == 2)
      let verdict = try #require(ReportVerdict(alone, ReportPart.all(of: alone)))
      #expect(ReportVerdict(part.report, [part])?.sentences == verdict.sentences && verdict.sentences.count >= 4)
    }
  }

  private static func quality(_ part: ReportPart) -> (configurations: [Int], table: DataTable) {
    (part.played.map(\.index), ReportTables.quality(of: part))
  }

  @Test("a judged run is compared with the baseline in the same place, in the same colour")
  func judged() throws {
    let (old, new) = (try Self.record(), try Self.record(buffers: [10]))
    let report = Report(
      [.init(file: "baseline", record: old), .init(file: "now", record: new)], sections: [], pictures: nil,
      isJudged: true)
    #expect(report.configurations.map(\.reference) == [nil, nil, 0, 1] && report.referenceName == "the baseline")
    #expect(report.configurations.map(\.look.color) == [1, 2, 1, 2])
    let differences = try #require(ReportDifferences(.bitrate, in: report))
    #expect(differences.rows.map(\.configuration) == [2, 3])
    let values = try [(old, 1), (new, 1)].map { try #require($0.configurations[$1].values(of: "mean_bitrate_bps")) }
    let sum = zip(values[0], values[1]).reduce(0) { $0 + (($1.1 ?? 0) - ($1.0 ?? 0)) / 1e6 }
    #expect(abs(differences.rows[1].deltas.reduce(0) { $0 + $1.delta } - sum) < 1e-9)
  }
}

/// A saved run with one session whose names are given.
enum ResultText {
  static func document(of name: String) throws -> Data {
    let hash = SHA256.hexDigest(of: "x")
    let digest = RunRecord.digest(of: [hash])
    // A session of which nothing was shown: what it may lack is null.
    let metrics = MetricDefinition.metrics(severalItems: false)
    var session = Dictionary(
      uniqueKeysWithValues: metrics.map { ($0.name, $0.absence == .never ? JSONValue.integer(0) : .null) })
    for key in ["trace", "family", "video"] { session[key] = .string(name) }
    session["outcome"] = "completed"
    var pooled: [String: JSONValue] = ["sessions": 1]
    for outcome in SessionOutcome.allCases { pooled["outcome_\(outcome.rawValue)_count"] = 0 }
    pooled["outcome_completed_count"] = 1
    for metric in metrics + MetricDefinition.ofSets {
      for suffix in metric.hasPercentiles ? ["", "_p50", "_p95"] : [""] { pooled[metric.name + suffix] = 0 }
    }
    let document: JSONValue = [
      "schema": 1,
      "inputs": [
        "abrlab": "0", "engine_semantics": 1, "model": "lab", "trace_end": "wrap", "seed": nil,
        "default_latency_s": 0.05,
        "settings": [:], "traces_sha256": .string(digest), "videos_sha256": .string(digest),
        "traces": [
          [
            "file": .string(name), "name": .string(name), "family": .string(name), "sha256": .string(hash),
            "duration_s": 1, "mean_bps": 1, "start_s": 0,
          ]
        ],
        "videos": [
          [
            "file": .string(name), "name": .string(name), "sha256": .string(hash), "duration_s": 1, "segments": 1,
            "renditions": 1, "sizes": .string(name),
          ]
        ],
      ],
      "policies": [
        [
          "policy": .string(name), "buffer": .string(name), "viewer": .string(name),
          "pooled": .object(pooled), "sessions": [.object(session)],
        ]
      ],
    ]
    return Data(document.text().utf8)
  }
}
