import ABRInput
import ABRPlayback
import ABRPolicies

/// What the viewer does.
extension SessionFile {
  mutating func readSteps(_ root: TOMLTable) throws(ConfigurationError) -> [SessionPlan.Step] {
    var steps: [SessionPlan.Step] = []
    var latest = 0.0
    var end: String?
    for (index, table) in try root.tables("step").enumerated() {
      let kinds = SessionKeys.steps
      guard let kind = try table.choice("do", of: kinds.map(\.kind)) else {
        throw table.invalid("do", allowed: FaultText.choice(kinds.map(\.kind)))
      }
      try table.allow(only: ["do"] + SessionKeys.moments + (kinds.first { $0.kind == kind }?.keys ?? []))
      if let end {
        throw table.invalid("do", allowed: "no step after \(end), which ends the session")
      }
      if ["leave", "fail", "refuse"].contains(kind) { end = kind }
      let moment = try moment(of: table)
      if case .time(let seconds) = moment {
        guard seconds >= latest else {
          throw table.invalid("at", allowed: "\(latest) s or later: steps stand in order of time")
        }
        latest = seconds
      }
      steps.append(SessionPlan.Step(moment, try action(kind, of: table, index: index)))
      places.steps.append(table)
    }
    return steps
  }

  private func moment(of table: TOMLTable) throws(ConfigurationError) -> Script.Moment {
    let given = SessionKeys.moments.filter { table.has($0) }
    guard given.count == 1 else {
      throw table.invalid(
        given.last ?? "at", found: given.isEmpty ? "nothing" : given.joined(separator: " and "),
        allowed: "one of \(FaultText.choice(SessionKeys.moments))")
    }
    let seconds = try table.duration(given[0]) ?? 0
    switch given[0] {
    case "at": return .time(seconds)
    case "since-start-of-item": return .itemTime(seconds)
    case "watched": return .watched(seconds)
    default: return .position(seconds)
    }
  }

  private mutating func action(
    _ kind: String, of table: TOMLTable, index: Int
  ) throws(ConfigurationError) -> SessionPlan.Action {
    switch kind {
    case "next": return .script(.next)
    case "previous": return .script(.previous)
    case "pause": return .script(.pause)
    case "play": return .script(.play)
    case "suspend": return .script(.suspend)
    case "skip": return .script(.skip)
    case "leave": return .script(.leave)
    case "fail": return .script(.fail)
    case "clear-cache": return .script(.clearCache)
    case "rebuild": return .script(.rebuild)
    case "refuse": return .script(.refuse(.streamLimit))
    case "seek": return .script(try seek(table))
    case "rate": return .script(.rate(try rate(table)))
    case "go-to":
      let visit = try table.integer("visit", in: 0...max(0, visits.count - 1))
      return .script(.index(try table.required("visit", visit, allowed: "the index of a visit, from 0")))
    case "insert": return .script(.insert(item: try item("item", of: table)))
    case "limit": return .limits(try limits(table))
    case "choose": return .limits(try choice(table))
    case "select-auto": return .rendition(nil)
    case "select-rendition":
      let index = try table.integer("rendition", in: 0...63)
      return .rendition(try table.required("rendition", index, allowed: "a ladder index, 0 the lowest"))
    case "viewport": return .viewport(try viewport(table))
    case "picture-in-picture":
      return .pictureInPicture(
        try table.required("size", try viewport(table), allowed: "a picture size such as 480x270"))
    case "network":
      let words = ["normal", "expensive"]
      let word = try table.choice("class", of: words)
      return .network(
        isExpensive: try table.required("class", word, allowed: FaultText.choice(words)) == "expensive")
    case "source":
      return .source(try table.required("video", try video("video", of: table), allowed: "a file of one video"))
    case "load":
      let duration = try table.positiveDuration("for")
      let seconds = try table.required("for", duration, allowed: "a duration such as 4s")
      return .script(.loader(.add(seconds: seconds), item: try item("item", of: table)))
    case "cancel-load": return .script(.loader(.cancel, item: try item("item", of: table)))
    case "pause-load": return .script(.loader(.pause, item: try item("item", of: table)))
    case "resume-load": return .script(.loader(.resume, item: try item("item", of: table)))
    case "pause-downloads": return .script(.downloads(isPaused: true))
    case "resume-downloads": return .script(.downloads(isPaused: false))
    case "side-flow":
      let bytes = try table.bytes("bytes", atLeast: 1)
      return .script(.sideFlow(bytes: try table.required("bytes", bytes, allowed: "a size such as 2MB")))
    default:
      let duration = try table.positiveDuration("for")
      let seconds = try table.required("for", duration, allowed: "a duration such as 1s")
      return .script(kind == "low-memory" ? .lowMemory(seconds: seconds) : .refresh(seconds: seconds))
    }
  }

  private func seek(_ table: TOMLTable) throws(ConfigurationError) -> Script.Action {
    let target = try table.duration("to")
    let distance = try table.quantity("by") { text throws(QuantityError) in
      guard text.hasPrefix("-") else { return try Quantity.duration(text) }
      return -(try Quantity.duration(String(text.dropFirst())))
    }
    switch (target, distance) {
    case (let target?, nil): return .seek(to: target)
    case (nil, let distance?): return .seekBy(distance)
    default:
      throw table.invalid(
        "to", found: target == nil ? "nothing" : "to and by", allowed: "one of to and by, such as to = \"300s\"")
    }
  }

  private mutating func rate(_ table: TOMLTable) throws(ConfigurationError) -> Double {
    let rate = try table.required("rate", try table.number("rate"), allowed: "a number, 0.01 to 100")
    guard rate > 0 else {
      // Documented by the Brightcove SDK: a rate of 0 or less is taken for 1.
      warnings.append("\(table.place("rate")): \(rate) plays at 1, as in the Brightcove SDK")
      return 1
    }
    return try table.number("rate", in: 0.01...100) ?? 1
  }

  private func limits(_ table: TOMLTable) throws(ConfigurationError) -> LimitChange {
    let text = try table.required("limits", try table.string("limits"), allowed: "limits such as \"peak:520k\"")
    do {
      return try LimitChange(parsing: text)
    } catch {
      throw table.refused("limits", error)
    }
  }

  private func viewport(_ table: TOMLTable) throws(ConfigurationError) -> Viewport? {
    let viewport: Viewport?? = try table.quantity("size") { text throws(QuantityError) in
      text == "none" ? nil : try Viewport(parsing: text)
    }
    return try table.required("size", viewport, allowed: "a picture size such as 480x270, or none")
  }
}
