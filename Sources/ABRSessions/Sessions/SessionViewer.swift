import ABRInput
import ABRPlayback
import ABRPolicies

/// Who watches a session, as a run names it.
package enum SessionViewer: Sendable {
  /// Whoever the session itself says: its steps, its model, or one who watches everything.
  case own
  /// One who watches to the end or leaves.
  case plain(ViewerSpec)
  /// A model that draws one for each trace.
  case model(canonical: String, FeedViewer)

  /// Reads the spec of a viewer: `watch`, `leave(8s)`, `feed(short-video)`, or the file of a model, `FILE.toml`, which
  /// is short for `feed(FILE.toml)`.
  ///
  /// - Throws: `SpecError`; `ConfigurationError` for what is wrong in the file of a model.
  package init(parsing spec: String) throws {
    let spec = Self.isModelFile(spec) ? "\(FeedSpec.name)(\(spec))" : spec
    guard FeedSpec.recognises(spec) else {
      do throws(SpecError) {
        self = .plain(try ViewerSpec(parsing: spec))
      } catch {
        let (name, names) = (String(spec.prefix { $0 != "(" }), ViewerRegistry.entries.map(\.name))
        guard spec.contains("("), !names.contains(name), error.suggestion == nil else { throw error }
        throw SpecError.invalidValue(
          spec: spec, part: "viewer", found: name,
          allowed:
            "\(FaultText.choice(names)); several kinds of viewers together are the file of an audience, FILE.toml")
      }
      return
    }
    let feed = try FeedSpec(parsing: spec)
    self = .model(canonical: feed.canonical, try FeedViewer(feed))
  }

  /// Where in the spec of a viewer the file stands that it names, a recording or a model; `nil` where it names none.
  package static func file(in spec: String) -> Range<String.Index>? {
    if let recording = ViewerSpec.recording(of: spec) {
      return recording.isEmpty
        ? nil
        : spec.firstRange(of: "(\(recording))").map { range in
          spec.index(after: range.lowerBound)..<spec.index(before: range.upperBound)
        }
    }
    if isModelFile(spec) { return spec.startIndex..<spec.endIndex }
    guard FeedSpec.recognises(spec), let feed = try? FeedSpec(parsing: spec), FeedViewer.isFile(feed.model) else {
      return nil
    }
    return spec.firstRange(of: feed.model)
  }

  /// Whether a spec is the file of a model and nothing else.
  private static func isModelFile(_ spec: String) -> Bool { spec.hasSuffix(".toml") && !spec.contains("(") }

  /// Canonical spec; empty for the session's own.
  package var canonical: String {
    switch self {
    case .own: ""
    case .plain(let spec): spec.canonical
    case .model(let canonical, _): canonical
    }
  }
}

extension SessionPlan {
  /// Canonical spec of who watches; `script` for steps.
  package var viewerName: String { viewerSpec ?? (steps.isEmpty ? "watch" : "script") }

  /// The same session watched by somebody.
  ///
  /// - Throws: `SettingsError` when the session has steps already.
  package func watched(by watcher: SessionViewer) throws(SettingsError) -> SessionPlan {
    if case .own = watcher { return self }
    guard steps.isEmpty else {
      throw SettingsError(
        setting: "viewer", found: "a viewer beside the steps of the session", allowed: "one of the two")
    }
    var plan = self
    switch watcher {
    case .own: break
    case .model(let canonical, let model):
      plan.viewer = model
      plan.viewerSpec = canonical
    case .plain(let spec):
      plan.viewer = nil
      plan.viewerSpec = spec.canonical
      plan.leavesAfterWatching = spec.viewer.leavesAfterWatching
      let time = spec.viewer.leavesAt
      if time < .infinity { plan.steps = [Step(.time(time), .script(.leave))] }
    }
    return plan
  }
}
