import ABRInput
import ABRRuns

extension SweepPlan {
  /// In what it differs from the plan that a folder holds, a clause each, as far as plans know.
  ///
  /// - Parameter old: the plan of the folder.
  /// - Complexity: O(*n* log *n*) in traces.
  package func differences(from old: SweepPlan) -> [String] {
    var clauses: [String] = []
    func compare(_ name: String, _ there: String?, _ here: String?) {
      if there != here { clauses.append("\(name) \(there ?? "none") there, \(here ?? "none") here") }
    }
    func specs(_ key: String, of plan: SweepPlan) -> String? {
      let specs = plan.configurations.compactMap { $0[key] }.uniqued().sorted()
      return specs.isEmpty ? nil : specs.joined(separator: " ")
    }
    for key in Configuration.keys { compare(key, specs(key, of: old), specs(key, of: self)) }
    let names = Set(options.keys).union(old.options.keys).subtracting(Configuration.keys.map { "--\($0)" }).sorted()
    for name in names {
      compare(name, old.options[name]?.joined(separator: " "), options[name]?.joined(separator: " "))
    }
    compare("--seeds", old.seeds.map(Self.text), seeds.map(Self.text))
    if tracesSHA256 != old.tracesSHA256 { clauses.append(traceDifference(from: old)) }
    return clauses.isEmpty ? ["a video, a session file, a viewer model or a program has changed since"] : clauses
  }

  private static func text(of seeds: ClosedRange<Int>) -> String { "\(seeds.lowerBound)..\(seeds.upperBound)" }

  /// Which traces one of them has and the other has not, by their bytes.
  private func traceDifference(from old: SweepPlan) -> String {
    let (own, others) = (Set(traces.map(\.sha256)), Set(old.traces.map(\.sha256)))
    let (new, gone) = (traces.filter { !others.contains($0.sha256) }, old.traces.filter { !own.contains($0.sha256) })
    let files = Set(gone.map(\.file))
    if let changed = new.first(where: { files.contains($0.file) }) {
      return "\(Counted.text(new.count { files.contains($0.file) }, "trace")) changed since, such as \(changed.file)"
    }
    let parts = [("only there", gone), ("only here", new)].compactMap { place, traces in
      traces.first.map { "\(traces.count) \(place), such as \($0.file)" }
    }
    return "traces: \(parts.joined(separator: ", "))"
  }
}
