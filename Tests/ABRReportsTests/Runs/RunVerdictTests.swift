import ABRComparison
import ABRRuns
import ABRRunsTestSupport
import ABRStatistics
import Testing

@testable import ABRReports

@Suite("Verdict of a run")
struct RunVerdictTests {
  @Test("names the policies of the table, and judges as compare does")
  func sameAsCompare() throws {
    let result = try SampleRun.result(try SampleRun.single(policies: ["throughput", "bba-0", "fixed:2"], traces: 20))
    let sentences = RunVerdict.sentences(on: result)
    let text = sentences.joined(separator: " ")
    func ranked(_ name: String) -> [Int] {
      result.configurations.indices.sorted {
        (result.configurations[$0].pooled.values[name] ?? 0) < (result.configurations[$1].pooled.values[name] ?? 0)
      }
    }
    let names = result.configurations.map(\.configuration.policy)
    let stalls = ranked("rebuffer_ratio")
    #expect(text.hasPrefix("\(names[stalls[0]]) stalls least, "), "\(text)")
    #expect(text.contains("; \(names[stalls[1]]) is next with "), "\(text)")
    let waste = ranked("waste_ratio")
    #expect(text.contains("\(names[waste[0]]) \(waste[0] == stalls[0] ? "also " : "")wastes least"), "\(text)")
    let bitrates = ranked("mean_bitrate_bps")
    #expect(text.contains(" less than \(names[bitrates[2]])."), "\(text)")

    let record = RunRecord(result, version: "0")
    let pairing = try RunPairing(reference: record, candidate: record, chosen: (stalls[0], stalls[1]))
    let measure = try #require(Measure.named("rebuffer_ratio", ofQueues: false))
    let compared = RunComparison(pairing, (stalls[0], stalls[1]), measures: [measure]).measures[0]
    let p = try #require(compared.pValue)
    let sentence = try #require(sentences.first)
    #expect(sentence.contains(MeasureText.pValue(p)), "\(text)")
    #expect(sentence.contains("more than chance") == (compared.verdict() == .worse), "\(text)")
    for index in stalls.prefix(2) {
      let value = try #require(result.configurations[index].pooled.values["rebuffer_ratio"])
      #expect(sentence.contains(MeasureText(measure).value(value)), "\(text)")
    }
  }

  @Test("does not call a difference chance by its interval alone without saying so")
  func intervalHoldsZero() throws {
    // All of one sign, so that flipping signs seldom gives as much; the largest makes half of it, so that the interval
    // holds 0.
    func terms(_ value: (Int) -> Double) -> [PairedClusters.Term] {
      (0..<14).map { .init(cluster: "c\($0)", numerator: value($0), denominator: 1000) }
    }
    let pairs = try PairedClusters(reference: terms { _ in 0 }, candidate: terms { Double(1 << $0) })
    let comparison = PairedComparison(pairs, direction: .lower, seed: 1)
    #expect(comparison.pValue < 0.05)
    #expect(comparison.verdict != .worse)
    let text = RunVerdict.judgement(on: comparison)
    let expected = ", which could still be chance, as the interval of the difference holds 0 (p <0.001"
    #expect(text.hasPrefix(expected), "\(text)")
  }

  @Test("says of policies that play alike that they do")
  func alike() throws {
    let result = try SampleRun.result(try SampleRun.single(policies: ["auto", "dynamic-dash"]))
    let text = RunVerdict.sentences(on: result).joined(separator: " ")
    #expect(text.hasPrefix("All stall alike, "), "\(text)")
    #expect(text.contains(" All waste alike, "), "\(text)")
    #expect(text.contains("auto shows the highest bitrate"), "\(text)")
  }

  @Test("is told of feeds by what differs, and not of a single configuration")
  func names() throws {
    let feed = RunVerdict.sentences(on: try SampleRun.result(try SampleRun.feed())).joined(separator: " ")
    #expect(feed.contains("preload network-balance(open=8s)"), "\(feed)")
    #expect(!feed.contains("throughput"), "\(feed)")
    #expect(RunVerdict.sentences(on: try SampleRun.result(try SampleRun.single(policies: ["auto"]))).isEmpty)
  }
}
