/// Constants: literals, names that a file assigns them, and arithmetic and conversions of them.
extension ConfigurationReader {
  /// The value of a constant expression: a literal, a name that the file assigns one, or numbers in `+ - * /`.
  mutating func constant(_ depth: Int = 0) -> Value? {
    guard depth < Self.deepest, var value = product(depth) else { return nil }
    while isMark("+") || isMark("-"), let left = value.number {
      let sign = isMark("+") ? 1.0 : -1
      place += 1
      guard let right = product(depth)?.number else { return nil }
      value = .number(left + sign * right)
    }
    return value
  }

  private mutating func product(_ depth: Int) -> Value? {
    guard var value = operand(depth) else { return nil }
    while isMark("*") || isMark("/"), let left = value.number {
      let divides = isMark("/")
      place += 1
      guard let right = operand(depth)?.number else { return nil }
      value = .number(divides ? left / right : left * right)
    }
    return value
  }

  private mutating func operand(_ depth: Int) -> Value? {
    let isNegative = isMark("-")
    if isNegative { place += 1 }
    guard let value = primary(depth) else { return nil }
    guard isNegative else { return value }
    return value.number.map { .number(-$0) }
  }

  /// Numbers that conversions do not change, in the words of Swift, Kotlin and Java.
  private static let conversions: Set<String> = [
    "Int", "Int32", "Int64", "Long", "Double", "Float", "CGFloat", "NSNumber", "Number",
  ]
  private static let casts: Set<String> = ["int", "long", "float", "double"]
  private static let milliseconds: [String: Double] = [
    "milliseconds": 1, "seconds": 1000, "minutes": 60_000, "MILLISECONDS": 1, "SECONDS": 1000, "MINUTES": 60_000,
  ]

  private mutating func primary(_ depth: Int) -> Value? {
    switch token() {
    case .number(let number):
      place += 1
      return converted(.number(number))
    case .text(let text):
      place += 1
      return .text(text)
    case .mark(UInt8(ascii: "(")):
      place += 1
      if case .name(let name) = token(), Self.casts.contains(name), isMark(")", 1) {
        place += 2
        return operand(depth + 1)
      }
      guard let value = constant(depth + 1), isMark(")") else { return nil }
      place += 1
      return converted(value)
    case .name: return namedValue(depth)
    default: return nil
    }
  }

  /// The value of names with dots between, and of the few calls that are constants.
  private mutating func namedValue(_ depth: Int) -> Value? {
    let start = place
    var path: [String] = []
    while case .name(let name) = token() {
      path.append(name)
      place += 1
      guard isMark("."), case .name(let next) = token(1), !isConversion(next) else { break }
      place += 1
    }
    guard let name = path.last else { return nil }
    guard isMark("(") else {
      let own = place
      place = start
      let value = constant(named: path, depth)
      place = own
      return value.flatMap { converted($0) }
    }
    let isSize = ["CGSize", "CGSizeMake"].contains(name)
    guard isSize || name == "toMillis" || Self.conversions.contains(name), let end = ends[place] else { return nil }
    let values = arguments(depth + 1)
    switch name {
    case _ where isSize:
      guard values.count == 2, let size = Value.size(width: values[0], height: values[1]) else { return nil }
      place = end + 1
      return size
    case "toMillis":
      guard values.count == 1, let number = values[0].number, path.count > 1,
        let factor = Self.milliseconds[path[path.count - 2]]
      else { return nil }
      place = end + 1
      return converted(.number(number * factor))
    default:
      guard path.count == 1, values.count == 1, values[0].number != nil else { return nil }
      place = end + 1
      return converted(values[0])
    }
  }

  private func isConversion(_ name: String) -> Bool {
    Self.milliseconds[name] != nil && name.first?.isLowercase == true
      || ["inWholeMilliseconds", "toInt", "toLong", "toFloat", "toDouble"].contains(name)
  }

  /// A number after conversions behind it: `15.seconds.inWholeMilliseconds.toInt()`. A Kotlin duration alone is no
  /// number.
  private mutating func converted(_ value: Value) -> Value? {
    guard var number = value.number else { return value }
    var isDuration = false
    while isMark("."), case .name(let name) = token(1), isConversion(name) {
      if let factor = Self.milliseconds[name] {
        guard !isDuration else { return nil }
        (number, isDuration) = (number * factor, true)
        place += 2
      } else if name == "inWholeMilliseconds" {
        guard isDuration else { return nil }
        isDuration = false
        place += 2
      } else {
        guard !isDuration, isMark("(", 2), isMark(")", 3) else { return nil }
        place += 4
      }
    }
    return isDuration ? nil : .number(number)
  }

  /// The value of a name: what the file assigned to it last, or later; a constant of a player or of a language.
  mutating func constant(named path: [String], _ depth: Int = 0) -> Value? {
    guard let name = path.last else { return nil }
    switch name {
    case "true", "YES": return .literal("true")
    case "false", "NO": return .literal("false")
    case "Infinity", "NaN": return .literal(name)
    case "MAX_VALUE", "MAX_SAFE_INTEGER", "greatestFiniteMagnitude", "infinity": return .literal("Infinity")
    case "null", "undefined", "nil": return .nothing
    default: break
    }
    let own = KnownPlayer.constants[name]
    // A constant by the name of its class is that class's.
    if let own, path.count > 1, definitions[path[path.count - 2]] == nil, own.owner == path[path.count - 2] {
      return own.value
    }
    guard let places = definitions[name], let first = places.first else { return own?.value ?? .name(path) }
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    let start = low > 0 ? places[low - 1] : first
    if let known = constants[start] { return known }
    constants[start] = .some(nil)
    let back = place
    defer { place = back }
    place = start
    let value = constant(depth + 1)
    let whole = value != nil && endsValue(since: start) ? value : nil
    constants[start] = .some(whole)
    return whole
  }
}
