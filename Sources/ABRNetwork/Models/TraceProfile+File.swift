import ABRInput

/// Files of models, such as `abrlab trace fit` writes: JSON, `datasets` with a model under each name.
extension TraceProfile {
  /// Keys that are there for people.
  private static let remarks: Set<String> = [
    "traces_used", "names", "mean_dwell_s", "phi_p25_p75", "sd_ln_median", "innovation_sd", "median_trace_mean_mbps",
    "cov_median", "count", "p90",
  ]

  /// A text as the name of a model, which becomes the name of a file: at most 100 bytes, without spaces and `/` and not
  /// hidden. What cannot stay becomes `-`.
  /// - Complexity: O(*length*).
  package static func plainName(_ text: String) -> String {
    var name = String.UnicodeScalarView(
      text.unicodeScalars.map { $0.value > 0x20 && $0.value != 0x7f && $0 != "/" ? $0 : "-" })
    if name.first == "." { name.replaceSubrange(name.startIndex...name.startIndex, with: ["-"]) }
    while String(name).utf8.count > 100 { name.removeLast() }
    return String(name)
  }

  /// Reads a file of models.
  ///
  /// - Returns: a profile for each, in the order of the file.
  /// - Throws: ``TraceError/malformed(file:line:column:field:found:allowed:)`` naming line and key.
  /// - Complexity: O(*bytes*).
  package static func profiles(parsing bytes: [UInt8], file: String) throws(TraceError) -> [TraceProfile] {
    do throws(InputFault) {
      var reader = JSONReader(bytes)
      var profiles: [TraceProfile] = []
      try reader.members(["datasets"], optional: ["note"]) { key, reader throws(InputFault) in
        if key == "note" { return try reader.skip() }
        let place = reader.mark()
        try reader.enterObject()
        while let name = try reader.nextKey() {
          guard name == plainName(name), !name.isEmpty else {
            throw reader.fault(
              InputFault.excerpt(name), "a name of 1 to 100 bytes without / and spaces")
          }
          guard !profiles.contains(where: { $0.name == name }) else {
            throw reader.fault("the model \(name) twice", "each name once")
          }
          profiles.append(try profile(name, &reader))
        }
        guard !profiles.isEmpty else { throw reader.fault("no model", "one at least", at: place) }
      }
      try reader.end()
      return profiles
    } catch {
      throw TraceError(error, file: file)
    }
  }

  /// The file of some profiles, which ``profiles(parsing:file:)`` reads again.
  package static func json(of profiles: [TraceProfile]) -> JSONValue {
    let datasets = profiles.map { profile in
      let (model, regimes) = (profile.model, profile.model.regimes)
      func list(_ values: [Double]) -> JSONValue { .array(values.map { .number($0) }) }
      var json: [String: JSONValue] = [
        "step_s": .number(model.step), "zero_share": .number(profile.zeroShare),
        "latency_ms": JSONValue(profile.latency.map { $0.lowerBound * 1000 }),
        "between_trace": [
          "ln_mean_bps_mean": .number(model.betweenTraces.lnMean),
          "ln_mean_bps_sd": .number(model.betweenTraces.lnDeviation),
        ],
        "within_trace_log_ar1": ["phi_median": .number(model.phi)],
        "regimes": [
          "edges_of_bw_over_trace_mean": list(regimes.edges), "occupancy": list(regimes.occupancy),
          "mean_ratio": list(regimes.mean), "sd_ratio": list(regimes.deviation),
          "transition_per_step": .array(regimes.transition.map(list)),
        ],
        "outage_run_s": ["mean": .number(model.meanOutage)],
      ]
      if model.measure != .goodput { json["measure"] = .string(model.measure.rawValue) }
      return (profile.name, JSONValue.object(json))
    }
    return .object(["datasets": .object(Dictionary(uniqueKeysWithValues: datasets))])
  }

  private static func profile(_ name: String, _ reader: inout JSONReader) throws(InputFault) -> TraceProfile {
    var (step, phi, outage, zero) = (1.0, 0.0, 0.0, 0.0)
    var latency: Double?
    var measure = BandwidthTrace.Measure.goodput
    var between = RegimeModel.BetweenTraces(lnMean: 0, lnDeviation: 0)
    var regimes = RegimeModel.Regimes(edges: [], occupancy: [], mean: [], deviation: [], transition: [])
    try reader.members(
      ["step_s", "between_trace", "within_trace_log_ar1", "regimes", "outage_run_s"],
      optional: ["zero_share", "latency_ms", "measure"], isPassedOver: remarks.contains
    ) { key, reader throws(InputFault) in
      switch key {
      case "step_s": step = try reader.number(in: 0.01...3600)
      case "zero_share": zero = try reader.number(in: 0...1)
      case "latency_ms": latency = try reader.skipNull() ? nil : try reader.number(in: 0...60_000) / 1000
      case "measure": measure = try self.measure(&reader)
      case "between_trace":
        let keys = ["ln_mean_bps_mean", "ln_mean_bps_sd"]
        try numbers(&reader, keys, in: 0...30) { key, value in
          if key == keys[0] { between.lnMean = value } else { between.lnDeviation = value }
        }
      case "within_trace_log_ar1": try numbers(&reader, ["phi_median"], in: 0...1) { phi = $1 }
      case "outage_run_s": try numbers(&reader, ["mean"], in: 0...TraceGenerator.maximumDuration) { outage = $1 }
      default: regimes = try Self.regimes(&reader)
      }
    }
    let model = RegimeModel(
      step: step, betweenTraces: between, phi: phi, regimes: regimes, meanOutage: outage, measure: measure)
    return TraceProfile(name: name, model: model, zeroShare: zero, latency: latency)
  }

  private static func measure(_ reader: inout JSONReader) throws(InputFault) -> BandwidthTrace.Measure {
    let place = reader.mark()
    let text = try reader.string()
    guard let measure = BandwidthTrace.Measure(rawValue: text) else {
      let allowed = FaultText.choice(BandwidthTrace.Measure.allCases.map(\.rawValue))
      throw reader.fault(InputFault.excerpt(text), allowed, at: place)
    }
    return measure
  }

  private static func numbers(
    _ reader: inout JSONReader, _ keys: [String], in range: ClosedRange<Double>, _ take: (String, Double) -> Void
  ) throws(InputFault) {
    try reader.members(Set(keys), isPassedOver: remarks.contains) { key, reader throws(InputFault) in
      take(key, try reader.number(in: range))
    }
  }

  private static func regimes(_ reader: inout JSONReader) throws(InputFault) -> RegimeModel.Regimes {
    let keys = ["edges_of_bw_over_trace_mean", "occupancy", "mean_ratio", "sd_ratio"]
    let place = reader.mark()
    var lists: [String: [Double]] = [:]
    var transition: [[Double]] = []
    func list(_ reader: inout JSONReader, in range: ClosedRange<Double>) throws(InputFault) -> [Double] {
      try reader.list { reader throws(InputFault) in try reader.number(in: range) }
    }
    try reader.members(Set(keys + ["transition_per_step"]), isPassedOver: remarks.contains) {
      key, reader throws(InputFault) in
      if key == "transition_per_step" {
        transition = try reader.list { reader throws(InputFault) in try list(&reader, in: 0...1) }
      } else {
        lists[key] = try list(&reader, in: 0...(key == "occupancy" ? 1 : 1e6))
      }
    }
    let values = keys.compactMap { lists[$0] }
    let count = values[0].count
    guard count > 1, values.allSatisfy({ $0.count == count }),
      ([values[1]] + transition).allSatisfy({ row in
        row.count == count && abs(row.reduce(0, +) - 1) < 0.01
      }), transition.count == count, values[0][0] == 0, zip(values[0], values[0].dropFirst()).allSatisfy(<)
    else {
      throw reader.fault(
        "\(count) regimes that do not fit together",
        "lists of one length, edges that rise from 0, and shares and probabilities of each row that add up to 1",
        at: place)
    }
    return RegimeModel.Regimes(
      edges: values[0], occupancy: values[1], mean: values[2], deviation: values[3], transition: transition)
  }
}
