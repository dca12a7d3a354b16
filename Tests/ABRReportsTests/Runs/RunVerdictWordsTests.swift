import ABRComparison
import ABRRuns
import ABRStatistics
import Testing

@testable import ABRReports

/// What sentences claim of differences that are sure, small, of the same traces or of more than two.
@Suite("Words of a verdict")
struct RunVerdictWordsTests {
  /// Configurations over twelve traces that vary little.
  private static func sure(_ sides: [(name: String, values: [String: Double])], stalls: [Double]) -> ViewerVerdicts {
    ViewerVerdicts(
      zip(sides, stalls).map { side, count in
        let values = side.values.merging(["rebuffer_count_per_h": count]) { $1 }
        return (
          "watch",
          .init(name: side.name, values: values) { metric in
            (0..<12).map { trace in
              // The time differs over one trace only.
              let isTime = metric.name == "rebuffer_ratio"
              let value = (values[metric.name] ?? 0) * (isTime ? trace == 0 ? 12 : 0 : 1)
              return .init(cluster: "\(trace)", numerator: value * (1 + 0.001 * Double(trace)), denominator: 1)
            }
          }
        )
      })
  }

  @Test("stalls that are significantly rarer lead at the same stalled time, and more of them are a cost")
  func oftenStalls() {
    let sides = [
      ("calm", RunVerdictTests.values(0.001, 0.1, 9, 5)), ("bold", RunVerdictTests.values(0.002, 0.1, 9, 6)),
    ]
    let verdict = Self.sure(sides, stalls: [0.7, 13])
    #expect(
      verdict.headline
        == "calm stalls 95 % less often than bold at 17 % less bitrate; "
        + "unclear whether stalled time differs: 0.100 to 0.200 %")
    #expect(
      verdict.sentences.contains { $0.hasPrefix("Stalls: 0.70/h with calm, 13.00/h with bold, significant (p ") })
    #expect(verdict.numbers.map(\.label).first == "stalls, calm")
    let rarer = RunVerdict(verdict.groups[0].verdict.sides)
    #expect(rarer.front == [0, 1])
    let bitrate = MetricDefinition.any(named: "mean_bitrate_bps")
    #expect(bitrate.map { rarer.difference(1, 0, $0)["cost"] } == "; stalls 13.00 times per hour against 0.70")
    // Of as many nothing is said.
    let alike = Self.sure(sides, stalls: [5, 5])
    let finding = "bold shows 20 % more bitrate than calm; unclear whether stalled time differs: 0.100 to 0.200 %"
    #expect(alike.headline == finding)
    #expect(!alike.sentences.contains { $0.hasPrefix("Stalls: ") })
  }

  @Test("sessions that never start decide before anything else")
  func starts() {
    func side(_ name: String, _ starts: Double, _ bitrate: Double) -> (name: String, values: [String: Double]) {
      (name, RunVerdictTests.values(0.001, 0.1, 9, bitrate).merging(["unstarted_share": starts]) { $1 })
    }
    let verdict = Self.sure([side("bold", 0.25, 6), side("calm", 0, 5)], stalls: [1, 1])
    #expect(
      verdict.headline == "calm has fewer start failures than bold (0.000 % against 25.000 %) at 17 % less bitrate")
    #expect(
      verdict.sentences.contains { $0.hasPrefix("Start failures: 0.000 % with calm, 25.000 % with bold, significant") })
    #expect(verdict.numbers.map(\.label).first == "start failures, calm")
    let alike = Self.sure([side("bold", 0.25, 6), side("calm", 0.25, 5)], stalls: [1, 1])
    #expect(!alike.all.contains { $0.contains("tart failures") })
  }

  @Test("what is significantly better but not the best is not said to be the least")
  func ahead() {
    // The traces of `least` differ so much that nothing is significant.
    let stalls = ["own": 0.006, "least": 0.003, "less": 0.0045]
    let sides = ["own", "least", "less"].map { name -> (viewer: String, side: RunVerdict.Side) in
      let waste = name == "own" ? 1e6 : 9e6
      let values = [
        "rebuffer_ratio": stalls[name] ?? 0, "waste_ratio": 0.2, "bytes_wasted_per_h": waste, "mean_bitrate_bps": 5e6,
      ]
      let side = RunVerdict.Side(name: name, values: values) { metric in
        (0..<12).map { trace in
          let isOdd = name == "least" && metric.name == "rebuffer_ratio"
          let own = (values[metric.name] ?? 0) * (isOdd ? trace == 0 ? 12 : 0 : 1)
          return .init(cluster: "\(trace)", numerator: own * (1 + 0.001 * Double(trace)), denominator: 1)
        }
      }
      return ("watch", side)
    }
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
      let sentences = ViewerVerdicts(order.map { sides[$0] }).sentences
      #expect(!sentences.contains { $0.contains("less stalls least") }, "\(sentences)")
    }
  }

  @Test(
    "what is least says of which others it is not known, however they are ordered", arguments: [[0, 1, 2], [2, 1, 0]])
  func close(order: [Int]) throws {
    // Of the second one trace makes the difference, of the third all do.
    let wastes = [("least", 10e6), ("close", 14e6), ("much", 20e6)]
    let sides = wastes.map { name, waste -> (viewer: String, side: RunVerdict.Side) in
      let values = RunVerdictTests.values(0.001, 0.2, waste / 1e6, 5)
      let side = RunVerdict.Side(name: name, values: values) { metric in
        (0..<12).map { trace in
          let isOdd = name == "close" && metric.name == "bytes_wasted_per_h"
          let own = isOdd ? trace == 0 ? 58e6 : 10e6 : values[metric.name] ?? 0
          return .init(cluster: "\(trace)", numerator: own * (1 + 0.001 * Double(trace)), denominator: 1)
        }
      }
      return ("watch", side)
    }
    let waste = try #require(ViewerVerdicts(order.map { sides[$0] }).sentences.first { $0.contains("wastes least") })
    #expect(waste.hasPrefix("least wastes least, 10.00 MB/h") && waste.contains("against 20.00 MB/h"))
    #expect(waste.contains("; not significantly less than close, 14.00 MB/h"), "\(waste)")
  }

  @Test("waste under 1 % of the bytes is the same, and a difference in bitrate that is not significant is no cost")
  func negligible() {
    let sides = [
      ("some", RunVerdictTests.values(0.001, 0.002, 4, 5)), ("none", RunVerdictTests.values(0.001, 0, 0, 6)),
    ]
    let verdict = Self.sure(sides, stalls: [1, 1])
    #expect(verdict.headline == "none shows 20 % more bitrate than some; no difference in stalled time")
    #expect(verdict.sentences.contains("No difference in waste: 0.00 to 4.00 MB/h, under 1 % of the bytes."))
    // It is not said to be the same where a third wastes more.
    let third = Self.sure(sides + [("much", RunVerdictTests.values(0.001, 0.2, 90, 5))], stalls: [1, 1, 1]).sentences
    #expect(!third.contains { $0.contains("waste") && $0.contains("as ") && $0.contains("do") }, "\(third)")
    let more = [("some", RunVerdictTests.values(0.001, 0.02, 40, 5)), ("none", RunVerdictTests.values(0.001, 0, 0, 5))]
    #expect(
      Self.sure(more, stalls: [1, 1]).headline == "none wastes 100 % less than some; no difference in stalled time")
    // Of the bitrate only one trace makes the difference.
    let unsure = RunVerdict(
      more.map { name, values in
        let side = RunVerdict.Side(
          name: name, values: values.merging(["mean_bitrate_bps": name == "some" ? 6e6 : 5e6]) { $1 }
        ) { metric in
          (0..<12).map { trace in
            let own = values[metric.name] ?? 0
            let isOdd = metric.name == "mean_bitrate_bps" && name == "some" && trace == 0
            return .init(
              cluster: "\(trace)", numerator: own * (isOdd ? 3 : 1) * (1 + 0.001 * Double(trace)), denominator: 1)
          }
        }
        return side
      })
    let waste = MetricDefinition.any(named: "bytes_wasted_per_h")
    #expect(waste.map { unsure.difference(1, 0, $0)["cost"] } == "")
  }

  @Test("what is said to be least is least in the table, and the worst of three is named")
  func leastAndMost() throws {
    let sides = [
      ("some", RunVerdictTests.values(0.001, 0.002, 4, 6)), ("none", RunVerdictTests.values(0.001, 0, 0, 5)),
      ("much", RunVerdictTests.values(0.001, 0.2, 90, 5.5)), ("more", RunVerdictTests.values(0.001, 0.3, 99, 5)),
    ]
    let sentences = Self.sure(sides, stalls: [1, 1, 1, 5]).sentences
    let waste = try #require(sentences.first { $0.contains("waste") && !$0.hasPrefix("The") })
    #expect(waste == "some wastes 4.00 MB/h (0.200 % of the bytes); more wastes most, 99.00 MB/h.")
    #expect(sentences.contains("Stalls: 1.00/h with some; most, 5.00/h, with more."), "\(sentences)")
    let against = Self.sure([sides[2], sides[0], sides[1]], stalls: [1, 1, 1]).sentences
    let start = "some wastes 4.00 MB/h (0.200 % of the bytes), against 90.00 MB/h (20.000 %) with much, significant ("
    #expect(against.contains { $0.hasPrefix(start) }, "\(against)")
  }

  @Test("of more than two that differ from none the one is named that they were held against")
  func amongMany() {
    let sides = ["a", "b", "c"].enumerated().map { index, name in
      RunVerdict.Side(name: name, values: RunVerdictTests.values(0.001 * Double(index + 1), 0.1, 9, 5)) { metric in
        (0..<9).map { trace in
          let isTime = metric.name == "rebuffer_ratio"
          return .init(cluster: "\(trace)", numerator: isTime && trace == index ? 1 : 0.1, denominator: 1)
        }
      }
    }
    let three = ViewerVerdicts(sides.map { ("watch", $0) })
    let sentence = "Unclear whether any configuration differs from a in stalled time: 0.100 to 0.300 %"
    #expect(three.headline == sentence)
    #expect(three.sentences.contains("\(sentence)."))
    #expect(three.sentences[0] == "No configuration differs significantly from a in stalls, waste or bitrate.")
    let two = ViewerVerdicts(sides.prefix(2).map { ("watch", $0) })
    #expect(two.headline == "Unclear whether stalled time differs: 0.100 to 0.200 %")
  }

  @Test("a share that is neither none nor all is not said to be")
  func nearlyAll() throws {
    let waste = try #require(MetricDefinition.any(named: "bytes_wasted_per_h"))
    func share(_ own: Double, _ other: Double) -> String? {
      let sides = [own, other].map { (name: "\($0)", values: RunVerdictTests.values(0.001, 0.2, $0, 5)) }
      return Self.sure(sides, stalls: [1, 1]).groups[0].verdict.difference(0, 1, waste)["share"]
    }
    #expect(share(0.3, 142) == "over 99 %")
    #expect(share(0, 142) == "100 %")
    #expect(share(99.9, 100) == "under 1 %")
    #expect(share(50, 100) == "50 %")
  }

  @Test("equal configurations are one of a trade-off")
  func equalsOfATradeOff() {
    let sides = [
      ("a", RunVerdictTests.values(0.001, 0.2, 40, 6)), ("b", RunVerdictTests.values(0.001, 0.2, 40, 6)),
      ("c", RunVerdictTests.values(0.001, 0.2, 50, 5)), ("d", RunVerdictTests.values(0.001, 0.2, 50, 4)),
    ]
    #expect(Self.sure(sides, stalls: [1, 1, 1, 1]).groups[0].verdict.tradeOff.isEmpty)
    let other = sides + [("e", RunVerdictTests.values(0.001, 0.2, 30, 4))]
    #expect(Self.sure(other, stalls: [1, 1, 1, 1, 1]).groups[0].verdict.tradeOff == [0, 4])
  }
}
