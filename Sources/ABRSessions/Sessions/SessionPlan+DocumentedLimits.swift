import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// Uses that the SDKs' documents exclude or advise against: they are played, and told.
extension SessionPlan {
  /// Seconds of the longest bumper that the Brightcove SDK documents ("bumpers are about 10 seconds or less").
  static let longestBumper = 10.0

  /// Bumpers that are none as the SDK documents them.
  func bumperWarnings(_ table: SessionVideos) -> [String] {
    var found: [String] = []
    let bumpers = visits.indices.filter { visits[$0].role == .bumper }
    guard let first = bumpers.first else { return [] }
    for index in bumpers {
      let seconds = min(visits[index].until, table.duration(of: visits[index].item)) - (visits[index].from ?? 0)
      guard seconds > Self.longestBumper else { continue }
      found.append(
        "\(places.visit(index)): a bumper of \(Self.seconds(seconds)): the Brightcove SDK documents about "
          + "\(Self.seconds(Self.longestBumper)) at most")
    }
    if let second = bumpers.dropFirst().first {
      found.append("\(places.visit(second)): a second bumper: the Brightcove SDK documents one for each player")
    }
    if first > 0 {
      found.append(
        "\(places.visit(first)): a bumper after other media: the Brightcove SDK documents it before ads and content")
    }
    let seek = steps.indices.first { index in
      guard first == 0, case .time(let time) = steps[index].moment, time < table.duration(of: visits[0].item) else {
        return false
      }
      return steps[index].action.isSeek
    }
    if let seek {
      found.append("\(places.step(seek)): a seek in the bumper has no effect: the Brightcove SDK plays it as it is")
    }
    return found
  }

  /// Preloads on a network of which the documents say that they cost the viewer money.
  ///
  /// - Parameters:
  ///   - preload: how neighbours are fetched ahead.
  ///   - networkIsExpensive: whether the session begins on an expensive network.
  package func warnings(preload: PreloadSettings, networkIsExpensive: Bool = false) -> [String] {
    guard preload.isActive, preloadsOnExpensiveNetwork else { return [] }
    let step = steps.firstIndex { $0.action == .network(isExpensive: true) }
    guard networkIsExpensive || step != nil else { return [] }
    let place = networkIsExpensive ? "expensive network" : step.map(places.step) ?? ""
    return [
      "\(place): neighbours are fetched ahead on an expensive network, against which the SDKs' documents advise; "
        + "preloads-on-expensive-network = false stops it"
    ]
  }
}
