import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@testable import ABRPolicies

/// Sessions of Sabre itself (version 09b03bb), played again by our engine and rules.
@Suite(.enabled(if: SabreGolden.isPresent, SabreGolden.skipped))
struct SabreGoldenTests {
  @Test(
    "every quantity of every session of Sabre over 3G is reproduced to 1e-9",
    arguments: [
      "bola_o", "bola_basic_o", "bolae_o", "bolapl_o", "throughput_o", "dynamic_o", "dynamicdash_o", "bola_u",
      "bolae_u",
      "dynamic_u",
    ])
  func mobileTraces(name: String) throws {
    let set = try SabreGolden.decode(SabreGolden.Set3G.self, from: "sabre_mmsys18_3G_vod25.json")
    let policy = try #require(set.policies.first { $0.policy == name })
    let options = SabreOptions(policy.args)
    #expect(options.foreign == nil)
    #expect(policy.rows.count == 86)
    let video = try SabreGolden.video("bbb.json")
    for row in policy.rows {
      let file = try #require(row.trace)
      let trace = try SabreGolden.trace("3Glogs/\(file)")
      let tie = DecidedTie.known.first { $0.policy == name && $0.trace == file }
      let ours = options.play(video, over: trace, decidedTie: tie)
      let found = differences(of: ours, from: row.raw, segmentDuration: 3)
      #expect(found.isEmpty, "\(name) over \(file)")
    }
  }

  @Test("every option of Sabre that a player or rule of ours has is reproduced to 1e-9")
  func options() throws {
    let example = try SabreGolden.decode(SabreGolden.Example.self, from: "sabre_example.json")
    var skipped: [String] = []
    for run in example.runs {
      let name = try #require(run.name)
      let options = SabreOptions(try #require(run.args))
      if options.foreign != nil {
        skipped.append(name)
        continue
      }
      let video = try SabreGolden.video("movie.json", length: options.movieLength)
      let trace = try SabreGolden.trace("network.json", multiplier: options.multiplier)
      let ours = options.play(video, over: trace)
      let found = differences(of: ours, from: run.raw, segmentDuration: 3)
      #expect(found.isEmpty, "\(name): \(run.args ?? [])")
    }
    // Replacement strategies, seeking, a policy in Python, and one that is a stub there.
    #expect(
      skipped == [
        "bba", "custom", "bolae_replace_left", "bolae_replace_right", "dynamic_replace_left", "dynamic_replace_right",
        "bolae_replace_custom", "dynamic_seek", "bolae_seek",
      ])
  }
}
