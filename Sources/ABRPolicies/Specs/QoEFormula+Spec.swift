import ABRMedia
import ABRPlayback

extension QoEFormula {
  /// A formula that results have a name for, or one's own under its spec.
  package struct Named: Sendable {
    /// The metric: `qoe_lin`, or `qoe(quality=vmaf,stall=4.3)`.
    package let metric: String
    /// What headings call it.
    package let title: String
    /// The formula and its source, in one line.
    package let summary: String
    /// The formula.
    package let formula: QoEFormula

    /// The word for it on the command line: `lin`.
    package var word: String { String(metric.dropFirst("qoe_".count)) }
  }

  /// The formulas of publications.
  package static let named: [Named] = [
    Named(
      metric: "qoe_lin", title: "QoE_lin",
      summary: "Σ Mbit/s − 4.3 × stalled s − Σ |Δ Mbit/s| (Pensieve QoE_lin without start-up)",
      formula: .pensieveLinear),
    Named(
      metric: "qoe_log", title: "QoE_log",
      summary: "Σ ln(R/Rmin) − 2.66 × stalled s − Σ |Δ ln R| (Pensieve QoE_log without start-up)",
      formula: .pensieveLogarithmic),
    Named(
      metric: "qoe_hd", title: "QoE_hd",
      summary: "Σ q − 8 × stalled s − Σ |Δ q|, q from 1 at 0.3 to 20 at 4.3 Mbit/s (Pensieve QoE_hd without start-up)",
      formula: .pensieveHD),
    Named(
      metric: "qoe_mpc", title: "QoE MPC",
      summary: "Σ Mbit/s − 3 × stalled s − 3 × startup s − Σ |Δ Mbit/s| (Yin et al., SIGCOMM'15, balanced)",
      formula: .mpc),
    Named(
      metric: "qoe_puffer", title: "QoE Puffer",
      summary: "Σ SSIM dB − 100 × stalled s − Σ |Δ SSIM dB| (Puffer, NSDI'20)", formula: .puffer),
    Named(
      metric: "qoe_comyco", title: "QoE Comyco",
      summary: "0.8469 Σ VMAF − 28.7959 × stalled s + 0.2979 Σ rises − 1.0610 Σ falls of VMAF (Comyco, MM'19)",
      formula: .comyco),
  ]

  /// How the name of a formula of one's own begins.
  package static let prefix = "qoe("

  /// The measure that a video must have scores of; `nil` for none.
  package var scores: QualityScores.Metric? { if case .score(let metric) = quality { metric } else { nil } }

  /// Whether it is one of ``named``.
  package var isNamed: Bool { Self.named.contains { $0.formula == self } }

  /// Its entry of ``named``, or one made of its spec.
  package var known: Named {
    Self.named.first { $0.formula == self }
      ?? Named(metric: canonical, title: title, summary: "quality of experience, \(canonical)", formula: self)
  }

  /// What headings call a formula of one's own: `QoE(vmaf, stall=4.3)`.
  private var title: String {
    canonical.replacing("\(Self.prefix)quality=", with: "QoE(", maxReplacements: 1).replacing(",", with: ", ")
  }

  /// The spec, with every weight that is not its default.
  package var canonical: String {
    var parts = ["quality=\(quality.name)"]
    func add(_ name: String, _ value: Double, unless usual: Double) {
      if value != usual { parts.append("\(name)=\("\(value)".replacing(/\.0$/, with: ""))") }
    }
    add("weight", weight, unless: 1)
    add("stall", stall, unless: 0)
    if rise == -fall {
      add("switch", fall, unless: 0)
    } else {
      add("rise", rise, unless: 0)
      add("fall", fall, unless: 0)
    }
    add("startup", startup, unless: 0)
    return "\(Self.prefix)\(parts.joined(separator: ",")))"
  }

  /// Reads the word of a formula of ``named``, or weights: `quality=vmaf,stall=4.3,switch=1,startup=0.3`, also in
  /// `qoe(…)`.
  ///
  /// - Parameter text: the spec.
  /// - Throws: ``QuantityError``.
  package init(parsing text: String) throws(QuantityError) {
    if let known = Self.named.first(where: { [$0.word, $0.metric].contains(text) }) {
      self = known.formula
      return
    }
    var spec = text[...]
    if spec.hasPrefix(Self.prefix), spec.hasSuffix(")") { spec = spec.dropFirst(Self.prefix.count).dropLast() }
    let allowed =
      "\(Self.named.map(\.word).joined(separator: ", ")), or weights such as quality=vmaf,stall=4.3,switch=1,startup=0.3"
    var values: [String: String] = [:]
    for part in spec.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, Self.keys.contains(pair[0]), values.updateValue(pair[1], forKey: pair[0]) == nil else {
        throw QuantityError(
          found: text, allowed: "\(allowed); each of \(Self.keys.joined(separator: ", ")) at most once")
      }
    }
    let words = Quality.all.map(\.name)
    guard let word = values["quality"], let quality = Quality.all.first(where: { $0.name == word.lowercased() }) else {
      throw QuantityError(found: text, allowed: "quality= one of \(words.joined(separator: ", "))")
    }
    func number(_ key: String) throws(QuantityError) -> Double? {
      guard let found = values[key] else { return nil }
      // A rise may be a gain or a cost; all else has its sign in the formula.
      guard let value = Double(found), (key == "rise" ? -1e6...1e6 : 0...1e6).contains(value) else {
        let meaning = key == "weight" ? "" : key == "rise" ? ", what a rise by 1 adds" : ", a cost that is taken off"
        throw QuantityError(
          found: "\(key)=\(found)",
          allowed: "a number, such as \(key)=1, \(key == "rise" ? "of at most 1e6" : "0 to 1e6")\(meaning)")
      }
      return value
    }
    self.init(quality)
    weight = try number("weight") ?? 1
    stall = try number("stall") ?? 0
    startup = try number("startup") ?? 0
    if let change = try number("switch") { (rise, fall) = (-change, change) }
    let (rise, fall) = (try number("rise"), try number("fall"))
    guard rise != nil || fall != nil else { return }
    guard isAsymmetric, values["switch"] == nil else {
      throw QuantityError(
        found: text, allowed: "switch= alone, or rise= and fall= with the quality of a score such as vmaf")
    }
    (self.rise, self.fall) = (rise ?? 0, fall ?? 0)
  }

  private static let keys = ["quality", "weight", "stall", "switch", "rise", "fall", "startup"]
}
