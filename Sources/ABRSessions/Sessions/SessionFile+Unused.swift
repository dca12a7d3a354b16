import ABRPlayback

/// What a file says and nothing can come of.
extension SessionFile {
  /// Warns of settings and steps that need something that the file does not have.
  mutating func warnOfUnused(in plan: SessionPlan) {
    let actions = plan.steps.map(\.action)
    func has(_ isWanted: (Script.Action) -> Bool) -> Bool {
      actions.contains { if case .script(let action) = $0 { isWanted(action) } else { false } }
    }
    let hasAd = plan.visits.contains { if case .ad = $0.role { true } else { false } }
    let insertsItem = has { if case .insert = $0 { true } else { false } }
    let pausesDownloads = has { $0 == .downloads(isPaused: true) }
    let (ad, load, download) = ("a visit with role = \"ad\"", "a step load", "a [[download]]")

    let settings = [
      ("source-choice", "an item with several sources", plan.items.contains { $0.sources.count > 1 }),
      ("breaks-on-seek", ad, hasAd), ("advances", "a second visit", plan.visits.count > 1 || insertsItem),
    ]
    if let session = places.session {
      if let page = plan.pages?.visits, page >= plan.visits.count {
        warnings.append("\(session.place("page")): never takes effect without more than \(page) visits")
      }
      for (key, need, isThere) in settings where !isThere && session.has(key) {
        warnings.append("\(session.place(key)): never takes effect without \(need)")
      }
    }
    let steps = [
      ("skip", ad, hasAd), ("cancel-load", load, plan.loads), ("pause-load", load, plan.loads),
      ("resume-load", load, plan.loads),
      ("pause-downloads", download, !plan.downloads.isEmpty), ("resume-downloads", download, !plan.downloads.isEmpty),
      ("resume-downloads", "a step pause-downloads", plan.downloads.isEmpty || pausesDownloads),
    ]
    let pauses = has { $0 == .pause || $0 == .suspend }
    for (index, item) in plan.items.enumerated() {
      guard let live = item.live else { continue }
      let settings = [
        ("fetches-while-paused", live.fetchesWhilePaused && plan.autoplays), ("preserves-delay", live.preservesDelay),
      ]
      for (key, isSet) in settings where isSet && !pauses {
        let place = places.live(index, named: item.name, key: key)
        let warning = "\(place): never takes effect without a step pause or suspend"
        if !warnings.contains(warning) { warnings.append(warning) }
      }
    }
    for table in places.steps {
      for (kind, need, isThere) in steps where !isThere && (try? table.string("do")) == kind {
        warnings.append("\(table.place()): \(kind) never takes effect without \(need)")
      }
    }
  }
}
