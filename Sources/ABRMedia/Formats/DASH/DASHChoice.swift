import ABRInput

/// The adaptation sets of a period that a player chooses among: the whole picture from one angle, and audio for all.
struct DASHChoice {
  /// The sets, in the order of the manifest.
  private(set) var sets: [DASHNode] = []
  /// What was left out, for a person.
  private(set) var notes: [String] = []
  /// Why video was left out that nothing replaces.
  private(set) var exclusion: String?

  private struct Candidate {
    let set: DASHNode
    let kind: String
    /// The lowest is played: main, without a role, with another one, for some viewers alone.
    let rank: Int
    /// What sets share whose representations a player changes between.
    let version: [String]
    /// What sets it apart, for a person.
    let purpose: String

    init(_ set: DASHNode, kind: String) {
      self.set = set
      self.kind = kind
      let roles = set.roles().sorted()
      // Captions are in the pictures of a set for all, too.
      let aids =
        set.roles("Accessibility").filter { $0 != "caption" }
        + set.all("Accessibility").map(\.element.attributes)
        .filter { $0["schemeIdUri"] == "urn:tva:metadata:cs:AudioPurposeCS:2007" }.compactMap { $0["value"] }
      let isMain = roles.contains("main")
      rank = !aids.isEmpty || roles.contains("sign") && !isMain ? 3 : isMain ? 0 : roles.isEmpty ? 1 : 2
      let views =
        kind == "video" ? set.all("Viewpoint").map { "\($0.element.attributes.sorted { $0.key < $1.key })" } : []
      version = (rank < 2 ? [] : roles + aids) + ["viewpoints"] + views.sorted()
      purpose =
        !aids.isEmpty
        ? "for accessibility" : rank < 2 ? "of another viewpoint" : "in the role \(roles.joined(separator: ", "))"
    }
  }

  /// Chooses.
  ///
  /// - Complexity: O(elements of the period).
  init(_ period: DASHNode) {
    let sets = period.all("AdaptationSet").compactMap { set in
      set.all("Representation").first.map { (set: set, first: $0, area: set.pictureArea ?? $0.pictureArea) }
    }
    let wholes = Self.wholePictures(sets.compactMap(\.area))
    var candidates: [Candidate] = []
    for (set, first, area) in sets where ["video", "audio"].contains(first.kind) {
      var reason = set.exclusion
      let whole = area.map { $0.count >= 7 ? Array($0[5...6]) : wholes[$0[0]] }
      if let area, area[1...2] != [0, 0] || Array(area[3...4]) != whole {
        reason = "parts of a picture (SRD) are left out: players show them together"
      }
      guard let reason else {
        candidates.append(Candidate(set, kind: first.kind))
        continue
      }
      if first.kind == "video", !set.isForSeeking { exclusion = reason }
      notes.append(reason)
    }
    let best = ["video", "audio"].compactMap { kind in
      candidates.filter { $0.kind == kind }.min { $0.rank < $1.rank }
    }
    for candidate in candidates {
      guard let best = best.first(where: { $0.kind == candidate.kind }) else { continue }
      if best.version == candidate.version {
        self.sets.append(candidate.set)
      } else {
        let others = ["there is one in the role main", "there is one without a role", "another comes first"]
        let reason = best.rank < candidate.rank ? others[best.rank] : others[2]
        notes.append("\(candidate.kind) \(candidate.purpose) is left out: \(reason)")
      }
    }
  }

  /// Width and height of the whole pictures that areas are of, by their source: as declared, or as far as they reach.
  private static func wholePictures(_ areas: [[Double]]) -> [Double: [Double]] {
    var wholes: [Double: [Double]] = [:]
    for area in areas where area.count < 7 {
      let known = wholes[area[0]] ?? [0, 0]
      wholes[area[0]] = [max(known[0], area[1] + area[3]), max(known[1], area[2] + area[4])]
    }
    for area in areas where area.count >= 7 { wholes[area[0]] = Array(area[5...6]) }
    return wholes
  }
}
