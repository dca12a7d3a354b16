import Synchronization

/// How far a long run is, on standard error: one line rewritten on a terminal, a line for every 10 % in build logs.
final class Progress: Sendable {
  /// What the user asks for with `--progress`.
  enum Choice: String, Sendable, CaseIterable {
    case auto, plain, none
  }

  /// How progress is shown.
  enum Style: Sendable, Hashable {
    /// Not at all.
    case none
    /// A line for every 10 %.
    case plain
    /// One line that is rewritten.
    case line

    /// `auto` is a line on a terminal, plain where `CI` is set, and nothing anywhere else.
    init(_ choice: Choice, isInteractive: Bool, isQuiet: Bool, environment: [String: String]) {
      let isBuildJob = environment["CI"].map { !$0.isEmpty && $0 != "false" && $0 != "0" } ?? false
      self =
        switch choice {
        case _ where isQuiet: .none
        case .none: .none
        case .plain: .plain
        case .auto where isInteractive && environment["TERM"] != "dumb": .line
        case .auto: isBuildJob ? .plain : .none
        }
    }
  }

  private struct State {
    var done = 0
    var tenth = 0
    var lastDrawn: ContinuousClock.Instant?
    /// When the first units were counted, and how many were done by then.
    var began: (at: ContinuousClock.Instant, done: Int)?
  }

  private let total: Int
  private let unit: String
  private let style: Style
  private let channel: OutputChannel
  private let usesUnicode: Bool
  private let showsPace: Bool
  private let state = Mutex(State())

  /// Creates the progress of a run.
  ///
  /// - Parameters:
  ///   - total: how many units the run has.
  ///   - unit: the units' name in the plural, such as `sessions`.
  ///   - showsPace: whether it is also said how many units are done a second, and how long the rest will take.
  init(total: Int, unit: String, console: Console, showsPace: Bool = false) {
    self.showsPace = showsPace
    self.total = total
    self.unit = unit
    style = console.progressStyle
    channel = console.diagnostics
    usesUnicode = console.diagnosticsTerminal.usesUnicode
  }

  /// Says how many units are done; what exceeds the total, where that was an estimate, is not shown. May be called from
  /// any thread.
  func update(done: Int) {
    guard style != .none, total > 0 else { return }
    state.withLock { state in
      state.done = min(done, total)
      if showsPace, state.began == nil { state.began = (.now, state.done) }
      draw(&state)
    }
  }

  /// Says that one more unit is done. May be called from any thread.
  func advance() {
    guard style != .none, total > 0 else { return }
    state.withLock { state in
      state.done = min(state.done + 1, total)
      draw(&state)
    }
  }

  private func draw(_ state: inout State) {
    let share = Double(state.done) / Double(total)
    switch style {
    case .none: break
    case .plain:
      let tenth = Int(share * 10)
      guard tenth > state.tenth else { return }
      state.tenth = tenth
      channel.write("\(tenth * 10) % (\(state.done) of \(total) \(unit)\(pace(state)))\n")
    case .line:
      // Ten redraws a second are smooth enough, and cost nothing beside the run.
      let now = ContinuousClock.now
      if let last = state.lastDrawn, now - last < .milliseconds(100), state.done < total { return }
      state.lastDrawn = now
      channel.write("\r\u{1B}[K\(bar(share)) \(Int(share * 100)) %  \(state.done) of \(total) \(unit)\(pace(state))")
    }
  }

  /// Units a second since the beginning, and the time that the others will take at this rate.
  private func pace(_ state: State) -> String {
    guard let began = state.began, state.done > began.done else { return "" }
    let seconds = (ContinuousClock.now - began.at) / .seconds(1)
    guard seconds > 0 else { return "" }
    let rate = Double(state.done - began.done) / seconds
    let left = Double(total - state.done) / rate
    let time = left < 120 ? "\(Int(left.rounded(.up))) s" : "\(Int((left / 60).rounded(.up))) min"
    return ", \(Int(rate)) a second, \(time) left"
  }

  /// Removes the line from the terminal.
  func finish() {
    guard style == .line else { return }
    if state.withLock({ $0.lastDrawn != nil }) { channel.write("\r\u{1B}[K") }
  }

  private func bar(_ share: Double) -> String {
    let filled = Int(share * 20)
    let (full, empty) = usesUnicode ? ("█", "░") : ("#", ".")
    return String(repeating: full, count: filled) + String(repeating: empty, count: 20 - filled)
  }
}
