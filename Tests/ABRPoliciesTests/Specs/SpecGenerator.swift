import ABRInput

@testable import ABRPolicies

/// Writes random valid specs from what the registries declare.
struct SpecGenerator {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(key: seed) }

  mutating func policy() -> String {
    let entry = pick(RuleRegistry.standard.entries)
    var terms = [term(pick([entry.name] + entry.aliases), entry.parameters)]
    for limit in LimitRegistry.entries where chance() { terms.append(term(limit.name, limit.parameters)) }
    return terms.joined(separator: chance() ? "+" : " + ")
  }

  mutating func term(_ name: String, _ parameters: [Parameter]) -> String {
    var keyed: [String] = []
    var tail = ""
    for parameter in parameters where parameter.defaultValue == .required || chance() {
      let value = text(parameter.kind)
      switch (parameter.isPositional, chance()) {
      case (true, true): tail = ":" + value
      case (true, false): keyed.append(value)
      case (false, _): keyed.append("\(parameter.key)=\(value)")
      }
    }
    keyed.sort { _, _ in chance() }
    return name + (keyed.isEmpty ? "" : "(" + keyed.joined(separator: ", ") + ")") + tail
  }

  mutating func text(_ kind: Parameter.Kind) -> String {
    switch kind {
    case .duration(let range):
      let upper = min(range.upperBound, 100)
      let seconds = range.lowerBound + (upper - range.lowerBound) * unit()
      return chance() ? "\(seconds.rounded(.up))s" : "\((seconds * 1000).rounded(.up))ms"
    case .durations: return pick(["5s/2s/1s", "1s", "500ms/0"])
    case .bitrate: return pick(["3M", "2.5M", "520k", "1234567bit/s", "0", "0.001M", "800kbit/s"])
    case .bytes: return pick(["50MB", "1B", "64MiB", "1.5GB", "1234567B", "999kB"])
    case .bytesOrNone: return pick(["0", "0B", "830B", "1kB"])
    case .number(let range): return "\(range.lowerBound + (min(range.upperBound, 9) - range.lowerBound) * unit())"
    case .integer(let range):
      return "\(range.lowerBound + Int(unit() * Double(min(range.upperBound, 60) - range.lowerBound)))"
    case .choice(let words): return pick(words)
    case .path: return pick(["a.js", "./b/c.js", "/d.json"])
    case .resolution: return pick(["1280x720", "1x1", "3840x2160"])
    case .pixels: return pick(["1280x720", "921600", "1"])
    case .viewport: return pick(["1280x720", "640x360@2", "640x360@1.5", "1x1@0.1"])
    }
  }

  mutating func unit() -> Double { random.uniform() }

  mutating func chance() -> Bool { random.next() & 1 == 0 }

  mutating func pick<T>(_ values: [T]) -> T { values[Int(unit() * Double(values.count))] }
}
