import ABRInput
import Testing

@testable import ABRNetwork

@Suite struct TraceGeneratorTests {
  /// Traces enough for stable figures, made once.
  private static let made: [String: [BandwidthTrace]] = Dictionary(
    uniqueKeysWithValues: TraceProfile.all.map { profile in
      (profile.name, (0..<80).compactMap { try? TraceGenerator.generate(profile: profile, seed: 7, index: $0) })
    })

  private static func traces(_ profile: TraceProfile) throws -> [BandwidthTrace] {
    let traces = try #require(made[profile.name])
    try #require(traces.count == 80)
    return traces
  }

  private static func profile(_ name: String) throws -> TraceProfile { try #require(TraceProfile.named(name)) }

  static let names = TraceProfile.all.map(\.name)

  @Test("the six families are there, each with a fitted model")
  func families() {
    #expect(Self.names == ["3g-commute", "4g", "5g-mmwave", "fixed", "wifi", "leo"])
    #expect(TraceProfile.all.allSatisfy { $0.model.regimes.occupancy.count == 5 && !$0.summary.isEmpty })
    #expect(TraceProfile.named("6g") == nil)
  }

  @Test(
    "equal arguments give the bytes they always gave, in debug and release",
    arguments: [
      ("3g-commute", "13b20b52a215b3589df8c6bee5497137471e894d85a895f82ec5b61d74a8c6fd"),
      ("4g", "9b01b48b0f972ee5ff91a43f58662338fd74dd15f8a11cf98a56f14979096f72"),
      ("5g-mmwave", "e95637e4716f1eef3945076feb4aa0d9c57b1cd26cd785672f4e54b6743d05fe"),
      ("fixed", "740c33d253ca7f580040997237ffd1d69d720ba3348fec6cad793d853afc30d1"),
      ("wifi", "8cdfb9ce540fde9d9084d31f39b9ccd7635e3049ab78c6a5b7c101401cd55390"),
      ("leo", "2f522871127bd7dbc52caa4ef057db8b0c10a9e5cf602c365de3d45da5e0d2da"),
    ])
  func bytes(name: String, digest: String) throws {
    let trace = try TraceGenerator.generate(profile: Self.profile(name), seed: 3, index: 5, duration: 1234.5)
    #expect(SHA256.hexDigest(of: NativeTrace.write(trace)) == digest)
  }

  @Test("seed and index each choose another trace")
  func streams() throws {
    let profile = try Self.profile("4g")
    let traces = try [(1, 1), (1, 2), (2, 1), (11, 1), (1, 11)].map {
      try TraceGenerator.generate(profile: profile, seed: $0.0, index: $0.1).rows
    }
    #expect(Set(traces).count == traces.count)
  }

  @Test("a longer trace is as long as asked for, in steps of the model", arguments: [0.5, 7, 600, 601.25])
  func duration(seconds: Double) throws {
    for profile in TraceProfile.all {
      let trace = try TraceGenerator.generate(profile: profile, seed: 1, index: 2, duration: seconds)
      #expect(abs(trace.duration - seconds) < 1e-9)
      #expect(trace.rows.dropLast().allSatisfy { $0.duration == profile.model.step })
    }
  }

  @Test("short traces carry bytes, and a duration in which none does is refused by its profile", arguments: names)
  func short(name: String) throws {
    let profile = try Self.profile(name)
    for index in 1...1000 {
      let trace = try TraceGenerator.generate(profile: profile, seed: 1, index: index, duration: 2)
      #expect(trace.meanBandwidth > 0)
    }
    let error = #expect(throws: TraceError.self) {
      try TraceGenerator.generate(profile: profile, seed: 1, index: 1, duration: 1e-9)
    }
    #expect(error.map { "\($0)" }?.contains("in which \(name) carries no byte, expected a longer one") == true)
  }

  @Test("a duration out of range is refused", arguments: [0, -1, .nan, .infinity, 2_592_001])
  func refused(seconds: Double) throws {
    let profile = try Self.profile("4g")
    #expect(throws: TraceError.self) {
      try TraceGenerator.generate(profile: profile, seed: 1, index: 1, duration: seconds)
    }
  }

  @Test("bandwidths are whole bits per second, and only the satellites' latency changes", arguments: names)
  func values(name: String) throws {
    for trace in try Self.traces(Self.profile(name)).prefix(10) {
      #expect(trace.rows.allSatisfy { $0.bandwidth == $0.bandwidth.rounded() })
      #expect(trace.rows.allSatisfy { $0.latency.map { (0.02...0.1).contains($0) } == true })
      #expect((Set(trace.rows.map(\.latency)).count > 1) == (name == "leo"))
    }
  }

  @Test("means of traces are distributed as fitted", arguments: names)
  func means(name: String) throws {
    let profile = try Self.profile(name)
    let logarithms = try Self.traces(profile).map { ReproducibleMath.log($0.meanBandwidth) }
    let mean = logarithms.reduce(0, +) / Double(logarithms.count)
    let variance = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(logarithms.count)
    let fit = profile.model.betweenTraces
    // Three standard errors of a mean of 80; the clipped tails take about a tenth of the deviation.
    #expect(abs(mean - fit.lnMean) < 3 * fit.lnDeviation / 80.0.squareRoot())
    #expect((0.75...1.05).contains(variance.squareRoot() / fit.lnDeviation))
    let extreme = ReproducibleMath.exp(1.645 * fit.lnDeviation) * 1.000_01
    #expect(logarithms.allSatisfy { abs($0 - fit.lnMean) < ReproducibleMath.log(extreme) })
  }

  @Test("time is spent in the regimes as fitted", arguments: names)
  func occupancy(name: String) throws {
    let profile = try Self.profile(name)
    let regimes = profile.model.regimes
    var time = [Double](repeating: 0, count: 5)
    for trace in try Self.traces(profile) {
      let mean = trace.meanBandwidth
      for row in trace.rows {
        let regime = regimes.edges.lastIndex { $0 <= row.bandwidth / mean } ?? 0
        time[regime] += row.duration
      }
    }
    let shares = time.map { $0 / time.reduce(0, +) }
    // Scaling to the mean moves what lies beside an edge over it: fixed lines keep close to their mean, which is one.
    #expect(zip(shares, regimes.occupancy).allSatisfy { abs($0 - $1) < 0.055 }, "\(shares) \(regimes.occupancy)")
  }

  @Test(
    "the correlation from step to step is near the fitted one",
    arguments: [
      ("3g-commute", 0.05), ("4g", 0.09), ("5g-mmwave", 0.05), ("fixed", 0.12), ("wifi", 0.28), ("leo", 0.16),
    ])
  func correlation(name: String, tolerance: Double) throws {
    let profile = try Self.profile(name)
    let values = try Self.traces(profile).map { trace in
      let mean = trace.meanBandwidth
      // As the fit was made: logarithms floored at 0.02.
      let logarithms = trace.rows.map { ReproducibleMath.log(max($0.bandwidth / mean, 0.02)) }
      let centre = logarithms.reduce(0, +) / Double(logarithms.count)
      let product = zip(logarithms, logarithms.dropFirst()).reduce(0) { $0 + ($1.0 - centre) * ($1.1 - centre) }
      return product / logarithms.reduce(0) { $0 + ($1 - centre) * ($1 - centre) }
    }
    let median = values.sorted()[values.count / 2]
    #expect(abs(median - profile.model.phi) < tolerance, "\(median)")
  }

  @Test("nothing is carried for the recordings' share of the time", arguments: names)
  func silence(name: String) throws {
    let profile = try Self.profile(name)
    let traces = try Self.traces(profile)
    let share = traces.map { TraceStatistics($0).zeroShare }.reduce(0, +) / Double(traces.count)
    #expect(abs(share - profile.zeroShare) < 0.4 * profile.zeroShare, "\(share)")
  }

  @Test("3G has outages of more than half a minute and the fitted mean length all the same")
  func longOutages() throws {
    let profile = try Self.profile("3g-commute")
    var lengths: [Double] = []
    for trace in try Self.traces(profile) {
      let mean = trace.meanBandwidth
      var length = 0.0
      for row in trace.rows {
        if row.bandwidth < 0.1 * mean {
          length += row.duration
        } else if length > 0 {
          lengths.append(length)
          length = 0
        }
      }
    }
    let mean = lengths.reduce(0, +) / Double(lengths.count)
    #expect(abs(mean - profile.model.meanOutage) < 2.5, "\(mean)")
    #expect(lengths.count { $0 > 60 } > 5)
  }

  @Test("a satellite's level jumps more on multiples of 15 s than between them")
  func reassignment() throws {
    var jumps = (on: 0.0, between: 0.0)
    for trace in try Self.traces(Self.profile("leo")) {
      for second in 1..<600 {
        let jump = abs(trace.rows[second].bandwidth - trace.rows[second - 1].bandwidth) / trace.meanBandwidth
        if second % 15 == 0 { jumps.on += jump / 39 } else { jumps.between += jump / 560 }
      }
    }
    #expect(jumps.on > 1.4 * jumps.between)
  }
}
