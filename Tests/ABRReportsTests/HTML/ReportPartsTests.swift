import ABRComparison
import ABRInput
import ABRRuns
import ABRRunsTestSupport
import ABRStatistics
import Foundation
import Testing

@testable import ABRReports

@Suite("Parts of report pages")
struct ReportPartsTests {
  @Test(
    "data has five significant digits",
    arguments: [
      (0, 0), (1, 1), (0.123456789, 0.12346), (123.456789, 123.46), (-2.000049, -2.0), (98765.4321, 98765),
      (123_456_789, 123_456_789), (1e-7, 1e-7),
    ])
  func rounding(_ value: Double, _ rounded: Double) {
    #expect(ReportData.rounded(value) == rounded)
    #expect(ReportData.short(.infinity) == .null && ReportData.short(nil) == .null)
    #expect(ReportData.short(3) == .integer(3))
  }

  @Test("a pooled ratio is the sum over the sum, and its interval that of the linearised ratio")
  func ratio() throws {
    // R = 20/80; residuals n − R d are twice −1.5, 0.5, 1, so that s² = 7 · 6/5 and the error is √8.4 / 80; t(5) at
    // 97.5 % is 2.570582.
    let clusters = [(1.0, 10.0), (3, 10), (6, 20)] + [(1, 10), (3, 10), (6, 20)]
    let ratio = try #require(RatioEstimate(clusters, within: 0 ... .infinity))
    #expect(ratio.estimate == 0.25)
    let reach = 2.570581835636314 * 8.4.squareRoot() / 80
    let (low, high) = (try #require(ratio.low), try #require(ratio.high))
    #expect(abs(high - (0.25 + reach)) < 1e-9 && abs(low - max(0, 0.25 - reach)) < 1e-9)
    #expect(RatioEstimate([(0, 0)], within: 0 ... .infinity) == nil)
    // No interval under six clusters, as in comparisons.
    for count in 1...6 {
      let own = try #require(RatioEstimate(Array(clusters.prefix(count)), within: 0 ... .infinity))
      #expect((own.low == nil) == (count < 6) && (own.high == nil) == (count < 6), "\(count)")
    }
  }

  @Test("names of points cover neither each other nor the points of others", arguments: 1...20)
  func labels(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "labels")
    let points = try (0..<8).map { _ in
      (
        try #require(RatioEstimate([(random.uniform() / 50, 1)], within: 0 ... .infinity)),
        try #require(RatioEstimate([(1e6 + random.uniform() * 1e6, 1)], within: 0 ... .infinity))
      )
    }
    let places = LabelPlaces(points.map { Optional(($0.0, $0.1)) })
    let bitrates = points.map(\.1.estimate)
    // The axis of the picture is a square root.
    let stalls = points.map { $0.0.estimate.squareRoot() }
    let gap = ((bitrates.max() ?? 0) - (bitrates.min() ?? 0)) / 19
    let reach = ((stalls.max() ?? 0) - (stalls.min() ?? 0)) / 3
    for first in 0..<8 {
      for second in 0..<first {
        let (left, right) = stalls[first] < stalls[second] ? (first, second) : (second, first)
        let apart = stalls[right] - stalls[left]
        // What lies between two points has room for none, one or both of their names.
        let names = (places.isLeft[left] ? 0 : 1) + (places.isLeft[right] ? 1 : 0)
        let isBeside =
          names == 1 ? apart < reach : names == 2 && apart < 2 * reach
        guard isBeside else { continue }
        let heights = (try #require(places.heights[first]), try #require(places.heights[second]))
        #expect(abs(heights.0 - heights.1) >= gap * 0.99, "seed \(seed)")
      }
      for other in 0..<8 where other != first {
        let beside = (stalls[other] - stalls[first]) * (places.isLeft[first] ? -1 : 1)
        let middle = try #require(places.heights[first]) + gap * LabelPlaces.rise
        #expect(
          beside <= reach * 0.05 || beside >= reach
            || abs(bitrates[other] - middle) >= gap * LabelPlaces.clearance * 0.99, "seed \(seed)")
      }
    }
  }

  @Test("a distribution counts what is missing as worst only where that is its meaning")
  func curves() {
    let values: [Double?] = [3, nil, 0, 1, 0]
    let worst = ShareCurve(values, missingIsWorst: true)
    #expect(worst.values == [0, 0, 1, 3, .infinity] && worst.zeroShare == 0.4)
    #expect(worst.quantile(0.5) == 1 && worst.quantile(1) == nil)
    let present = ShareCurve(values, missingIsWorst: false)
    #expect(present.values == [0, 0, 1, 3] && present.quantile(1) == 3 && present.zeroShare == 0.5)
    #expect(ShareCurve([], missingIsWorst: true).zeroShare == nil)
  }

  /// A value of a row of ``CurveData``.
  private static func number(_ value: JSONValue) -> Double {
    switch value {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: .nan
    }
  }

  @Test(
    "a curve of one value is a line from the lower left corner to the right end, as every other", arguments: [0, 2.5])
  func constantCurve(value: Double) {
    let curve = ShareCurve([value, value, value], missingIsWorst: false)
    let frame = CurveData.Frame(start: 0, end: 4, least: 0.5)
    let rows = CurveData([(3, curve)], in: frame, family: "f").rows
    #expect(rows.allSatisfy { $0[0] == 3 && $0[1] == "f" })
    let points = rows.filter { $0[4] == "" }.map { [Self.number($0[2]), Self.number($0[3])] }
    #expect(points == [[0, 0.5], [value, 1], [4, 1]])
    #expect(rows.count { $0[4] != "" } == 1)
    // Lines that lie on one another are named together.
    let other = ShareCurve([9, 9, 9], missingIsWorst: false)
    #expect(CurveData([(3, curve), (4, other), (5, curve), (6, curve)], in: frame, family: "f").alike == [[3, 5, 6]])
  }

  @Test(
    "on a logarithmic axis a curve begins at the share of zeros, however small the least value is", arguments: 1...20)
  func logarithmicStart(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "logarithmic curves")
    let zeros = 1 + random.integer(below: 30)
    let values = (0..<40).map { index -> Double? in
      index < zeros ? 0 : index == 39 ? .infinity : pow(10, 6 * random.uniform() - 4)
    }
    let curve = ShareCurve(values, missingIsWorst: false)
    let frame = CurveData.Frame(start: 0.01, end: 100, isLogarithmic: true)
    let rows = CurveData([(0, curve)], in: frame, family: "").rows.filter { $0[4] == "" }
    let left = try #require(rows.last { Self.number($0[2]) == 0.01 })
    #expect(abs(Self.number(left[3]) - (try #require(curve.zeroShare))) < 1e-4, "seed \(seed)")
    #expect(abs(Self.number(left[3]) - Double(zeros) / 40) < 1e-4, "seed \(seed)")
  }

  @Test("curves never fall, stay in their frame and are named at heights of their own", arguments: 1...20)
  func curveNames(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "curves")
    let zeros = random.uniform()
    let curves = (0..<8).map { index in
      let values = (0..<300).map { _ -> Double? in
        random.uniform() < zeros ? 0 : random.uniform() < 0.02 ? nil : random.uniform() * 10
      }
      return (configuration: index, curve: ShareCurve(values, missingIsWorst: index % 2 == 0))
    }
    let frame = CurveData.Frame(start: seed % 2 == 0 ? 0 : 0.1, end: 9, least: zeros > 0.6 ? 0.5 : 0)
    let rows = CurveData(curves, in: frame, family: "").rows
    for index in 0..<8 {
      let points = rows.filter { $0[0] == .integer(index) && $0[4] == "" }.map {
        (Self.number($0[2]), Self.number($0[3]))
      }
      #expect(
        points.map(\.0) == points.map(\.0).sorted() && points.map(\.1) == points.map(\.1).sorted(), "seed \(seed)")
      #expect(points.first?.0 == frame.start && points.last?.0 == frame.end && points.count < 250, "seed \(seed)")
    }
    let heights = rows.filter { $0[4] != "" }.map { Self.number($0[3]) }.sorted()
    #expect(heights.count == 8 && heights[0] >= frame.least && heights[7] <= 1, "seed \(seed)")
    for (low, high) in zip(heights, heights.dropFirst()) {
      #expect(high - low > 0.057 * (1 - frame.least), "seed \(seed)")
    }
  }

  /// Stalls and quality of configurations, each known exactly.
  private static func points(
    _ values: [(stalls: Double, bitrate: Double)]
  ) throws -> [(rebuffer: RatioEstimate, bitrate: RatioEstimate)] {
    try values.map { stalls, bitrate in
      (
        rebuffer: try #require(RatioEstimate([(stalls, 1)], within: 0 ... .infinity)),
        bitrate: try #require(RatioEstimate([(bitrate, 1)], within: 0 ... .infinity))
      )
    }
  }

  @Test("names of two sides that reach for each other stand at heights of their own")
  func namesBetween() throws {
    // The left point's name goes to the right and the right one's to the left: half of the width lies
    // between the points, and beside them there is no room.
    let points = try Self.points([(0.0, 2e6), (0.01, 1e6), (0.0004, 1.5e6), (0.0049, 1.5e6)])
    let places = LabelPlaces(points.map(Optional.init))
    #expect(!places.isLeft[2] && places.isLeft[3])
    let heights = (try #require(places.heights[2]), try #require(places.heights[3]))
    #expect(abs(heights.0 - heights.1) >= 1e6 / 19 * 0.99)
  }

  @Test("of two points that lie near each other no two names stand between them")
  func namesOfNeighbours() throws {
    let points = try Self.points([(0.0, 4.94e6), (0.00032, 5.15e6), (0.00047, 5.12e6), (0.0014, 5.5e6)])
    let places = LabelPlaces(points.map(Optional.init))
    #expect(places.isLeft[1] || !places.isLeft[2])
    #expect(places.heights[1] == 5.15e6 && places.heights[2] == 5.12e6)
  }

  @Test("names stand apart where all stall alike")
  func namesOfAlike() throws {
    let points = try Self.points([(0, 1e6), (0, 1e6), (0, 2e6), (0, 3e6)])
    let heights = try LabelPlaces(points.map(Optional.init)).heights.map { try #require($0) }.sorted()
    for (low, high) in zip(heights, heights.dropFirst()) { #expect(high - low >= 2e6 / 19 * 0.99) }
  }

  @Test("an interval ends at what can be")
  func limits() throws {
    let ratio = try #require(RatioEstimate((0..<6).map { (Double($0 % 2 * 10), 10) }, within: 0...1))
    #expect(ratio.estimate == 0.5 && ratio.low == 0 && ratio.high == 1)
  }

  @Test(
    "short names say what differs, stay apart, and leave short labels alone",
    arguments: [
      (["auto", "bola"], ["auto", "bola"]),
      (
        [
          "network-balance(open=8s,next=1)", "network-balance(open=8s,next=3)", "network-balance(open=4s,next=3)",
        ], ["open=8s next=1", "open=8s next=3", "open=4s next=3"]
      ),
      (
        ["none", "network-balance(open=8s,next=1)", "gated(open=8s)"],
        ["none", "network-balance", "gated"]
      ),
      (
        [
          "hls.js(maxBufferLength=30,maxMaxBufferLength=30)", "hls.js(maxBufferLength=60,maxMaxBufferLength=60)",
          "hls.js",
        ],
        ["30/30", "60/60", "hls.js"]
      ),
      (["bola(gp=5,x=1)+peak:3M+mean:2M", "bola(gp=5,x=2)+mean:2M"], ["x=1 +peak:3M", "x=2"]),
      (
        ["a-name-without-any-arguments-1", "a-name-without-any-arguments-2"],
        ["a-name-wit…arguments-1", "a-name-wit…arguments-2"]
      ),
      (
        ["a-name-without-1-any-arguments", "a-name-without-2-any-arguments"],
        ["a-name-wit…y-arguments", "a-name-wit…y-arguments (2)"]
      ),
    ])
  func shortNames(labels: [String], expected: [String]) {
    #expect(ShortNames.names(of: labels, parts: labels.map { ["auto", $0, ""] }) == expected)
  }

  @Test("a sentence begins with a capital, a metric's name with its own letter")
  func sentences() {
    #expect(TuningRecommendation.sentence("keep it") == "Keep it.")
    #expect(TuningRecommendation.sentence("bytes_wasted_per_h is less") == "bytes_wasted_per_h is less.")
  }

  @Test("the price of a setting is all that is judged worse and not bounded, as a share of what it was")
  func price() throws {
    let result = try SampleRun.result(try SampleRun.single(policies: ["throughput", "fixed:0"], traces: 12))
    let record = RunRecord(result, version: "0")
    let pairing = try RunPairing(reference: record, candidate: record, chosen: (0, 1))
    let measures = try ["rebuffer_ratio", "mean_bitrate_bps", "startup_s_p50"].map { try #require(Measure.named($0)) }
    let comparison = RunComparison(pairing, (0, 1), measures: measures)
    let share = try #require(comparison.measures[1].relativeDifference)
    #expect(comparison.judgements[1].verdict == .worse && share < 0)
    let bitrate = "\(Decimals.text(-100 * share, digits: 1)) % less mean_bitrate_bps"
    #expect(TuningRecommendation.price(of: comparison, except: []) == " at \(bitrate)")
    #expect(TuningRecommendation.price(of: comparison, except: [measures[1]]).isEmpty)
    // The other way round nothing shown gets worse.
    let back = RunComparison(
      try RunPairing(reference: record, candidate: record, chosen: (1, 0)), (1, 0), measures: measures)
    #expect(!TuningRecommendation.price(of: back, except: []).contains("mean_bitrate_bps"))
  }

  @Test("eight configurations are told apart by colour, and by dash or shape")
  func looks() {
    let looks = (0..<8).map { ChartPalette.Look(of: $0) }
    #expect(Set(looks.map(\.color)).count == 8 && Set(looks.map { "\($0.dash) \($0.shape)" }).count == 8)
    for pair in 0..<8 {
      let (old, new) = (
        ChartPalette.Look(ofPair: pair, isReference: true), ChartPalette.Look(ofPair: pair, isReference: false)
      )
      #expect(old.color == new.color && old.dash != new.dash && old.shape != new.shape)
    }
  }

  @Test("colours of the page have a contrast of 3 : 1 against its paper, text one of 4.5 : 1")
  func contrast() throws {
    for theme in [ChartPalette.light, ChartPalette.dark] {
      let values = Dictionary(uniqueKeysWithValues: theme.map { ($0.name, $0.value) })
      let paper = try Self.luminance(#require(values["--paper"]))
      for (name, value) in theme {
        let needed =
          switch name {
          case "--ink", "--quiet", "--link", "--good", "--bad": 4.5
          case _ where name.hasPrefix("--c") && name.count == 4, "--stall", "--hatch": 3.0
          default: 1.0
          }
        let own = try Self.luminance(value)
        let contrast = (max(own, paper) + 0.05) / (min(own, paper) + 0.05)
        #expect(contrast >= needed, "\(name) \(value) has \(contrast)")
      }
    }
    #expect(Set(ChartPalette.light.map(\.name)) == Set(ChartPalette.dark.map(\.name)))
  }

  /// Relative luminance (WCAG 2.2).
  private static func luminance(_ color: String) throws -> Double {
    let digits = try #require(Int(color.dropFirst(), radix: 16))
    let parts = [digits >> 16, digits >> 8 & 255, digits & 255].map { part -> Double in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
