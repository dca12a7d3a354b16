import ABRInput
import ABRMedia
import ABRPlayback
import Foundation
import Testing

@testable import ABRPolicies

@Suite struct BOLATableTests {
  private func table(_ kbps: [Int]) throws -> BOLATable {
    let video = try benchVideo(kbps: kbps, segmentDuration: 3, segments: 1)
    var table = BOLATable()
    table.prepare(for: RuleSetup(video: video, eligible: EligibleSet(all: video.ladder)))
    return table
  }

  // Spiteri et al., INFOCOM 2016: sizes 1, 2, 4; D = 3 s; Q_max = 25 s; γp = 5. V is 1.14829 segments.
  @Test("the example of the BOLA paper: up at 14.837 and 17.224 s, waiting above 22 s")
  func paper() throws {
    let table = try table([1000, 2000, 4000])
    let unit = (25.0 - 3) / (log(4) + 5)
    #expect(abs(unit / 3 - 1.14829) < 1e-5)
    let scale = BOLATable.Scale(unit: unit, base: unit * 5)
    #expect(abs(table.threshold(1, scale: scale) - 14.837) < 5e-4)
    #expect(abs(table.threshold(2, scale: scale) - 17.224) < 5e-4)
    #expect(abs(table.maximumLevel(2, scale: scale) - 22) < 1e-12)
  }

  // An independent script's figures for dash.js with bufferTimeDefault 18 s: V, thresholds of versions 3 and 4, maximum
  // levels.
  @Test("thresholds and maximum levels of dash.js")
  func dashJS() throws {
    let table = try table([1000, 2000, 4000])
    let scale = BOLATable.Scale(unit: 5.770780163555853, base: 10 + 5.770780163555853)
    for (rendition, expected) in [1: 11.770780163555852, 2: 15.770780163555852] {
      #expect(abs(table.threshold(rendition, scale: scale) - expected) < 1e-12)
    }
    for (rendition, expected) in [15.770780163555852, 19.77078016355585, 23.77078016355585].enumerated() {
      #expect(abs(table.maximumLevel(rendition, scale: scale) - expected) < 1e-12)
    }
  }

  @Test("the best rendition is the first of the largest scores, whatever the search starts from", arguments: 0..<50)
  func best(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "bola-best")
    let kbps = (0..<(1 + random.integer(below: 12))).map { _ in 100 + 50 * random.integer(below: 60) }.sorted()
    let table = try table(kbps)
    let utilities = kbps.map { log(Double($0) / Double(kbps[0])) }
    for _ in 0..<200 {
      let unit = random.uniform(in: 0.01..<20)
      let gammaP = random.uniform(in: 0.5..<10)
      let level = random.uniform(in: 0..<60)
      let scores = kbps.indices.map { (unit * (utilities[$0] + gammaP) - level) / Double(kbps[$0]) }
      let expected = scores.firstIndex(of: scores.max()!)!
      let scale = BOLATable.Scale(unit: unit, base: unit * gammaP)
      let guess = random.integer(below: kbps.count)
      #expect(
        table.best(at: level, scale: scale, near: guess) == expected,
        "seed \(seed), ladder \(kbps), V \(unit), γp \(gammaP), level \(level)")
    }
  }

  @Test("giving a download up follows the scores of Sabre, computed one by one", arguments: 0..<50)
  func better(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "bola-better")
    let kbps = (0..<(1 + random.integer(below: 12))).map { _ in 100 + 50 * random.integer(below: 60) }.sorted()
    let table = try table(kbps)
    let utilities = kbps.map { log(Double($0) / Double(kbps[0])) }
    var answers = 0
    for _ in 0..<400 {
      let unit = random.uniform(in: 0.01..<20)
      let gammaP = random.uniform(in: 0.5..<10)
      let level = random.uniform(in: 0..<30)
      let current = random.integer(below: kbps.count)
      let size = random.uniform(in: 1e5..<1e7)
      let rest = size * random.uniform(in: 0.01..<1)
      var score = (unit * (utilities[current] + gammaP) - level) / rest
      var expected: Int?
      for candidate in 0..<current {
        let candidateSize = size * Double(kbps[candidate]) / Double(kbps[current])
        let candidateScore = (unit * (utilities[candidate] + gammaP) - level) / candidateSize
        if candidateSize < rest, candidateScore > score {
          score = candidateScore
          expected = candidate
        }
      }
      let scale = BOLATable.Scale(unit: unit, base: unit * gammaP)
      let found = table.better(than: current, at: level, rest: rest, size: size, scale: scale)
      #expect(found == expected, "seed \(seed), ladder \(kbps), V \(unit), γp \(gammaP), level \(level), rest \(rest)")
      if found != nil { answers += 1 }
    }
    #expect(answers > 0 || kbps.first == kbps.last || kbps.count < 4, "the test never saw a download given up")
  }

  @Test("of renditions of one bandwidth the first is chosen, and all have the same levels")
  func duplicates() throws {
    let table = try table([1000, 1000, 2000, 2000])
    let scale = BOLATable.Scale(unit: 2, base: 10)
    for level in 0...20 {
      #expect([0, 2].contains(table.best(at: Double(level), scale: scale, near: 0)), "\(level) s")
    }
    #expect(table.best(at: 20, scale: scale, near: 0) == 2)
    #expect(table.minimumLevel(3, scale: scale) == table.minimumLevel(2, scale: scale))
    #expect(table.minimumLevel(1, scale: scale) == 0)
    #expect(!table.isFlat)
    #expect(try self.table([1000, 1000]).isFlat)
  }
}
