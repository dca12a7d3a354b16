import ABRPlayback

extension SessionPlan {
  /// Refuses what a session of a player's own code cannot have: it plays one item from its beginning, and its own code
  /// retries, caches and asks for licences.
  ///
  /// - Parameters:
  ///   - name: how messages call the player.
  ///   - place: how they call the session.
  /// - Throws: ``SettingError``.
  func checkForOwnCode(named name: String, place: String) throws(SettingError) {
    let usual = SessionPlan(items: items)
    let kept: [(key: String, isUsual: Bool)] = [
      ("more than one item", items.count == 1), ("more than one visit", visits.count == 1),
      ("from", visits[0].from == nil), ("until", visits[0].until == .infinity), ("role", !visits[0].isClip),
      ("keeps-buffer", !visits[0].keepsBuffer),
      ("live", items[0].live == nil), ("keys", items[0].keys.isEmpty), ("sources", items[0].sources.isEmpty),
      ("requests-before", items[0].requestsBefore.isEmpty), ("overhead", items[0].overheadBytes == 0),
      ("address-lifetime", items[0].addressLifetime == nil), ("downloaded", !items[0].isDownloaded),
      ("preload", preload == nil),
      ("cache", !statesCache), ("page", pages == nil), ("render-delay", render.delay == usual.render.delay),
      ("pre-render", render.isAhead == usual.render.isAhead),
      ("stream-limit", streamLimit == nil), ("plays-on-expensive-network", playsOnExpensiveNetwork),
      ("back-buffer", backBuffer == usual.backBuffer), ("retry", retry == nil), ("side-flow", sideFlows.isEmpty),
      ("download", downloads.isEmpty),
    ]
    if let other = kept.first(where: { !$0.isUsual }) {
      throw SettingError(
        place,
        "has \(other.key), which cannot be used with \(name); allowed: one item with a video, a duration, a viewer or "
          + "steps, patience, autoplays, outages and refusals")
    }
    for (index, step) in steps.enumerated() where !step.action.isForOwnCode {
      throw SettingError(
        places.step(index),
        "cannot be used with \(name); allowed steps: play, pause, seek, rate, limit, choose, select-rendition, "
          + "select-auto, leave and fail")
    }
  }

  /// Whether the session limits renditions.
  package var limitsRenditions: Bool {
    initialLimits != nil
      || steps.contains {
        switch $0.action {
        case .limits, .rendition: true
        default: false
        }
      }
  }
}

extension SessionPlan.Action {
  /// Whether a viewer of a player's own code can do it.
  fileprivate var isForOwnCode: Bool {
    switch self {
    case .script(.play), .script(.pause), .script(.seek), .script(.seekBy), .script(.rate), .script(.leave),
      .script(.fail), .limits, .rendition:
      true
    case .script, .viewport, .pictureInPicture, .network, .source: false
    }
  }
}
