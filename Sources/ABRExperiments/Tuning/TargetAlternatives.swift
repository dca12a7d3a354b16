import ABRPlayback
import ABRPolicies

/// Settings of which one session may be the session of several: those that differ in nothing but the forward target.
///
/// Which they are depends on the session (`TargetTrail`). A viewer who leaves after 20 s makes the same session with every maximum above.
public struct TargetAlternatives: Sendable {
  /// What has to be the same for two settings to be compared at all.
  private struct Kind: Hashable, Sendable {
    let policy: String
    let preload: String?
    let settings: BufferSettings
    let interval: Double
  }

  private struct Alternative: Sendable {
    let setting: Int
    let target: BufferTarget
    /// The ceiling at the beginning of an item.
    let first: Double
  }

  private struct Group: Sendable {
    let maximum: Double
    /// By their first ceilings.
    var alternatives: [Alternative] = []
  }

  private var groups: [Group] = []
  private var places: [Kind: Int] = [:]
  private var groupOfSetting: [Int] = []

  /// Alternatives among some settings, which are known by their indices from then on.
  /// - Complexity: O(*settings* log *settings*).
  public init(_ settings: [TuningSetting]) {
    for setting in settings { add(setting) { $0.append($1) } }
    for index in groups.indices { groups[index].alternatives.sort { ($0.first, $0.setting) < ($1.first, $1.setting) } }
  }

  /// Takes in another setting, with the next index.
  /// - Complexity: O(*settings*).
  public mutating func append(_ setting: TuningSetting) {
    add(setting) { alternatives, new in
      alternatives.insert(new, at: alternatives.firstIndex { $0.first > new.first } ?? alternatives.endIndex)
    }
  }

  private mutating func add(_ setting: TuningSetting, _ insert: (inout [Alternative], Alternative) -> Void) {
    guard let buffer = try? BufferSpec(parsing: setting.buffer).configuration else {
      preconditionFailure("the settings of a space were checked when it was made")
    }
    let kind = Kind(
      policy: setting.policy, preload: setting.preload, settings: buffer.settings, interval: buffer.target.interval)
    let group = places[kind] ?? groups.endIndex
    if group == groups.endIndex {
      places[kind] = group
      groups.append(Group(maximum: buffer.settings.maximum))
    }
    var target = buffer.target
    let first = min(target.begin(), buffer.settings.maximum)
    insert(&groups[group].alternatives, Alternative(setting: groupOfSetting.count, target: buffer.target, first: first))
    groupOfSetting.append(group)
  }

  /// The other settings under which a session would have been the same to the last bit.
  ///
  /// - Parameters:
  ///   - trail: what the session asked of its forward target.
  ///   - setting: the one it was played with.
  /// - Returns: indices, in no particular order.
  /// - Complexity: O(log *settings* + settings with the same beginning × ticks).
  public func settings(alike trail: TargetTrail, to setting: Int) -> [Int] {
    let group = groups[groupOfSetting[setting]]
    guard group.alternatives.count > 1, let ceilings = trail.firstCeilings else { return [] }
    // The first whose beginning may have been the same.
    var (low, high) = (0, group.alternatives.count)
    while low < high {
      let middle = (low + high) / 2
      if group.alternatives[middle].first < ceilings.lowerBound { low = middle + 1 } else { high = middle }
    }
    var found: [Int] = []
    while low < group.alternatives.count, group.alternatives[low].first <= ceilings.upperBound {
      let other = group.alternatives[low]
      if other.setting != setting, trail.isSame(under: other.target, maximum: group.maximum) {
        found.append(other.setting)
      }
      low += 1
    }
    return found
  }
}

/// Which settings the combinations of an experiment are, and which others there are.
public struct SessionSharing: Sendable {
  /// All settings.
  public let alternatives: TargetAlternatives
  /// The setting of each combination.
  public let settings: [Int]

  /// Describes an experiment.
  public init(_ alternatives: TargetAlternatives, settings: [Int]) {
    self.alternatives = alternatives
    self.settings = settings
  }
}
