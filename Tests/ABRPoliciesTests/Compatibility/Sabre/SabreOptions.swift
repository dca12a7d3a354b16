import ABRMedia
import ABRNetwork
import ABRPlayback

@testable import ABRPolicies

/// A constant forward target: Sabre fills the buffer as far as it goes.
struct FullBuffer: ForwardTarget {
  var interval: Double { .infinity }
  var maximum: Double { .infinity }
  mutating func begin() -> Double { .infinity }
  mutating func tick(position: Double, watched: Double) -> Double { .infinity }
}

/// Sabre's command line, read as options of our rules and of the player.
struct SabreOptions {
  var abr = "bolae"
  var maximumLevel = 25.0
  var oscillation = BOLA.Oscillation.utility
  var horizon = BOLA.Horizon.finite
  var insufficientBuffer = true
  var allowsAbandonment = true
  var average = "ewma"
  var windows = [3]
  var multiplier = 1.0
  var movieLength: Double?
  /// An option that no rule or player of ours has.
  var foreign: String?

  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "-a": abr = rest.removeFirst()
      case "-b": maximumLevel = Double(rest.removeFirst())!
      case "-ao": oscillation = .minimised
      case "-ab": horizon = .basic
      case "-noibr": insufficientBuffer = false
      case "-noa": allowsAbandonment = false
      case "-ma": average = rest.removeFirst()
      case "-nm": multiplier = Double(rest.removeFirst())!
      case "-ml": movieLength = Double(rest.removeFirst())
      case "-m", "-n": rest.removeFirst()
      case "-ws":
        windows = []
        while let size = rest.first.flatMap({ Int($0) }) {
          windows.append(size)
          rest.removeFirst()
        }
      default: foreign = option
      }
    }
    if !["bola", "bolae", "throughput", "dynamic", "dynamicdash"].contains(abr) { foreign = "-a \(abr)" }
  }

  var estimator: ThroughputEstimator.Method { average == "sliding" ? .slidingMean(windows: windows) : .ewma() }

  /// Plays a session as Sabre does.
  func play(
    _ video: Video, over trace: BandwidthTrace, decidedTie: DecidedTie? = nil
  ) -> (metrics: SessionMetrics, account: SabreAccount) {
    switch abr {
    case "bola":
      return play(BOLA(oscillation, horizon: horizon, estimator: estimator, abandons: true), video, trace)
    case "bolae":
      let rule = BOLAE(oscillation, insufficientBuffer: insufficientBuffer, estimator: estimator)
      if let decidedTie { return play(Overruled(rule, decidedTie), video, trace) }
      return play(rule, video, trace)
    case "throughput":
      return play(
        Throughput(estimator: estimator, insufficientBuffer: insufficientBuffer, abandons: true), video, trace)
    case "dynamic":
      return play(
        Dynamic(oscillation, horizon: horizon, insufficientBuffer: insufficientBuffer, estimator: estimator), video,
        trace)
    default:
      return play(
        DynamicDash(oscillation, insufficientBuffer: insufficientBuffer, estimator: estimator), video, trace)
    }
  }

  private func play<R: Rule>(
    _ rule: R, _ video: Video, _ trace: BandwidthTrace
  ) -> (metrics: SessionMetrics, account: SabreAccount) {
    let player = VideoPlayer(
      video: video, rule: rule, target: FullBuffer(),
      settings: SabreModel.settings(maximumLevel: maximumLevel, allowsAbandonment: allowsAbandonment))
    var scratch = SessionScratch()
    var log = EventLog()
    let metrics = player.play(over: Link(trace), scratch: &scratch, observer: &log)
    let account = SabreAccount(
      log: log, metrics: metrics, video: video, trace: trace, maximumLevel: maximumLevel,
      history: ThroughputEstimator(estimator))
    return (metrics, account)
  }
}
