import ABRInput
import ABRRuns
import ABRStatistics
import Testing

@testable import ABRReports

/// Which configuration a verdict speaks of, and against which one.
@Suite("Choice and reference of a verdict")
struct RunVerdictChoiceTests {
  /// What people tell apart.
  private static let scales = ["rebuffer_ratio": 0.01, "bytes_wasted_per_h": 1e8, "mean_bitrate_bps": 1e6]

  /// Configurations whose stalls, waste and bitrate are random and vary from trace to trace.
  private static func random(_ seed: Int) -> [RunVerdict.Side] {
    var random = SeededRandom(seed: seed, path: "sides")
    return (0..<3 + seed % 5).map { place in
      let names = ["rebuffer_ratio", "bytes_wasted_per_h", "mean_bitrate_bps"]
      let samples = names.map { name in
        let mean = 1 + (3 * random.uniform()).rounded(.down) / 4
        // What varies little is told apart from others that do not differ from what varies much.
        let spread = [0.1, 0.6, 1.6][Int(3 * random.uniform())]
        return (0..<12).map { _ in (mean + spread * (random.uniform() - 0.5)) * (Self.scales[name] ?? 1) }
      }
      let all = Dictionary(uniqueKeysWithValues: zip(names, samples))
      return RunVerdict.Side(name: "c\(place)", values: all.mapValues { $0.reduce(0, +) / 12 }) { metric in
        (all[metric.name] ?? []).enumerated().map { .init(cluster: "\($0)", numerator: $1, denominator: 1) }
      }
    }
  }

  @Test(
    "what is spoken of is beaten by none and follows no position, and all is said against one reference",
    arguments: 1...40)
  func oneReference(seed: Int) throws {
    let sides = Self.random(seed)
    let verdict = RunVerdict(sides)
    let own = try #require(verdict.chosen)
    let metrics = verdict.deciders
    func isBeaten(_ index: Int) -> Bool {
      verdict.spoken.contains { other in
        let relations = metrics.map { verdict.relation(other, index, $0) }
        return relations.contains(.better) && !relations.contains(.worse)
      }
    }
    #expect(verdict.front.contains(own) && (!isBeaten(own) || verdict.front.allSatisfy(isBeaten)), "seed \(seed)")
    // The same from behind, or one that does not differ from it.
    let last = try sides.count - 1 - #require(RunVerdict(sides.reversed()).chosen)
    #expect(metrics.allSatisfy { [.tied, .equal].contains(verdict.relation(own, last, $0)) }, "seed \(seed)")
    let said = ViewerVerdicts(sides.map { ("watch", $0) })
    let reference = try #require(verdict.reference(for: own))
    let pair = [sides[own].name, sides[reference].name]
    let isAlike = metrics.allSatisfy { [.tied, .equal].contains(verdict.relation(own, reference, $0)) }
    func names(_ text: Substring) -> [String] { text.matches(of: #/c\d/#).map { String($0.0) } }
    #expect(try isAlike || names(#require(said.headline).prefix { $0 != ";" }) == pair, "\(said.headline ?? "")")
    for sentence in said.sentences where !["No ", "The trade-off", "Left out"].contains(where: sentence.hasPrefix) {
      // Others are named beside them only where they are better than both, or the difference to them is no matter.
      let first = sentence.prefix { $0 != ";" }.split(separator: ", not significantly ")[0]
      #expect(Set(names(first)).isSubset(of: pair), "\(seed): \(pair) \(sentence)")
    }
  }

  @Test("the best by stalls gives way to one that wastes significantly less at no significant difference otherwise")
  func givesWay() {
    /// Stalls vary so much that nothing is told apart by them, each in its own way.
    func side(_ name: String, _ stalls: Double, period: Int, _ waste: Double, _ spread: Double) -> RunVerdict.Side {
      let means = ["rebuffer_ratio": stalls, "bytes_wasted_per_h": waste, "mean_bitrate_bps": 1]
      let values = means.merging(Self.scales) { $0 * $1 }
      return .init(name: name, values: values) { metric in
        (0..<12).map { trace in
          let sign = trace / period % 2 == 0 ? 1.0 : -1
          let change = metric.name == "rebuffer_ratio" ? 0.5 : metric.name == "bytes_wasted_per_h" ? spread : 0
          let value = ((means[metric.name] ?? 0) + sign * change) * (Self.scales[metric.name] ?? 1)
          return .init(cluster: "\(trace)", numerator: value, denominator: 1)
        }
      }
    }
    // The waste of the third is too uncertain to tell it from either.
    let verdict = RunVerdict([
      side("calm", 1, period: 1, 1.2, 0.01), side("spare", 1.02, period: 2, 1.02, 0.01),
      side("unsure", 1.05, period: 3, 1, 0.8),
    ])
    #expect(verdict.front == [0, 1, 2] && verdict.chosen == 1)
    #expect(ViewerVerdicts([("watch", verdict.sides[0]), ("watch", verdict.sides[1])]).groups[0].verdict.chosen == 1)
  }

  @Test("the first is what others are held against, and where it is best or no different the best of the others")
  func references() {
    func side(_ name: String, _ stalls: Double, _ hourly: Double) -> RunVerdict.Side {
      .init(name: name, values: RunVerdictTests.values(stalls, 0.1, hourly, 5)) { metric in
        let value = metric.name == "rebuffer_ratio" ? stalls : metric.name == "mean_bitrate_bps" ? 5 : hourly
        return (0..<12).map { .init(cluster: "\($0)", numerator: value * (1 + 0.001 * Double($0)), denominator: 1) }
      }
    }
    let (best, middle, worst) = (side("best", 0.01, 10), side("middle", 0.02, 20), side("worst", 0.03, 30))
    func said(_ sides: [RunVerdict.Side]) -> ViewerVerdicts { ViewerVerdicts(sides.map { ("watch", $0) }) }
    for (sides, other) in [([worst, middle, best], "worst"), ([best, worst, middle], "middle")] {
      let verdict = said(sides)
      #expect(verdict.headline?.hasPrefix("best has ") == true)
      #expect(verdict.headline?.contains(" less stalled time than \(other) ") == true, "\(verdict.headline ?? "")")
      for sentence in verdict.sentences.prefix(2) { #expect(sentence.contains(" with \(other), "), "\(sentence)") }
    }
    // Numbers that differ from the reference come first.
    let alike = said([side("a", 0.01, 20), side("b", 0.01, 10), side("c", 0.03, 30)])
    #expect(alike.headline?.hasPrefix("b wastes 50 % less than a; ") == true)
    #expect(
      alike.numbers.map(\.note).prefix(2) == ["the lowest; 20.00 MB/h (10.000 %) with a", "as with a"],
      "\(alike.numbers)")
    // So do they of several viewers, each of whom has one.
    let same = [side("a", 0.01, 20), side("b", 0.01, 20)]
    let several = ViewerVerdicts(
      same.map { ("none", $0) } + [side("a", 0.01, 20), side("b", 0.01, 10)].map { ("watch", $0) })
    #expect(several.headline?.hasPrefix("watch: b wastes 50 % less than a; ") == true)
    #expect(several.numbers.map(\.label) == ["wasted per hour watched, b, watch", "of the time stalled, a, none"])
    // What stalls least and wastes most is held against the first; who wastes less than both is named behind it.
    let sentences = said([middle, side("calm", 0.001, 40), worst, best]).sentences
    #expect(
      sentences[1].hasPrefix(
        "calm wastes 40.00 MB/h (10.000 % of the bytes), against 20.00 MB/h (10.000 %) with middle, "))
    #expect(sentences[1].hasSuffix("; best wastes least, 10.00 MB/h."), "\(sentences)")
    // The first is named where nothing differs.
    #expect(said(same).sentences.first == "No configuration differs significantly from a in stalls, waste or bitrate.")
    #expect(!alike.sentences.contains { $0.contains("the baseline") }, "\(alike.sentences)")
  }
}
