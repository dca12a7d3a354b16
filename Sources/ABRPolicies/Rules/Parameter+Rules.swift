extension RuleOptions {
  /// The value of ``Parameter/abandonsInSabre``.
  var abandonsInSabre: Bool { arguments.optionalChoice("abandon").map { $0 == "on" } ?? (model == .sabre) }
}

/// Parameters that several rules have.
extension Parameter {
  /// A switch.
  static func onOff(_ key: String, default: Default, _ summary: String) -> Parameter {
    Parameter(key, .choice(["on", "off"]), default: `default`, summary)
  }

  /// Whether a rule gives downloads up, where only a peer's rule does by default.
  static let abandonsInSabre = onOff(
    "abandon", default: .absent("off; on under --model sabre"), "whether a download that takes too long is abandoned")

  /// Whether a rule gives downloads up, where it does by default.
  static let abandons = onOff(
    "abandon", default: .value(.choice("on")), "whether a download that takes too long is abandoned")

  /// The half-life in seconds of download of one of a player's two averages, `fast` and `slow`.
  static func halfLife(_ key: String, _ seconds: Double) -> Parameter {
    Parameter(key, .duration(0.1...3_600), default: .value(.duration(seconds)), "half-life of the \(key) average")
  }

  /// What a player counts on before it has measured anything, in bit/s.
  static func estimate(_ bandwidth: Default) -> Parameter {
    Parameter("estimate", .bitrate, default: bandwidth, "throughput before anything is measured")
  }

  /// Whether a low buffer lowers a rule's choice.
  static let insufficientBuffer = onOff(
    "insufficient", default: .value(.choice("on")),
    "the insufficient-buffer rule: whether a low buffer lowers the choice")

  /// The variant of BOLA.
  static let variant = Parameter(
    "variant", .choice(["o", "u"]), default: .value(.choice("o")),
    "where the buffer allows more than the network sustains: o takes what is sustained and waits, u goes one above")

  /// γp of BOLA.
  static let gamma = Parameter(
    "gamma", .number(1.001...1000), default: .value(.number(5)), "γp: weight of a stall against utility, in seconds")

  /// Share of an estimate that is trusted.
  static let safety = Parameter(
    "safety", .number(0.01...10), default: .value(.number(0.9)), "share of the estimate that is trusted")
}
