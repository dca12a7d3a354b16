import ABRPolicies

/// Finds values in the text of a configuration: members of objects, and assignments.
///
/// It knows as much of JavaScript, Kotlin and Swift as literals and brackets need. What it does not understand is code,
/// and is passed over.
struct ConfigurationReader {
  /// An object that has no end.
  struct Unfinished: Error {
    var line: Int
    var found: String
  }

  private enum Token: Equatable {
    case name(String)
    case number(Double)
    case text(String)
    case mark(UInt8)
    case end
  }

  /// Objects within one another, at most; deeper ones are code.
  private static let deepest = 32

  private var tokens: [(token: Token, line: Int)] = []
  private var place = 0
  private var entries: [PlayerConfiguration.Entry] = []
  /// Where the bracket that opens at a token is closed.
  private let ends: [Int: Int]
  /// Which bracket is open around a token that opens another.
  private let surrounding: [Int: Int]
  /// Values that were assigned to names alone, which a shorthand member takes.
  private var named: [String: PlayerConfiguration.Value] = [:]

  init(_ text: String) {
    tokens = Self.tokens(of: Array(text.utf8))
    (ends, surrounding) = Self.brackets(of: tokens.map(\.token))
  }

  /// Every value, in the order of the text.
  mutating func read() throws(Unfinished) -> [PlayerConfiguration.Entry] {
    while place < tokens.count {
      if isObject {
        try readObject([])
      } else if case .name = token() {
        try readAssignment()
      } else {
        place += 1
      }
    }
    return entries
  }

  private func token(_ offset: Int = 0) -> Token {
    tokens.indices.contains(place + offset) ? tokens[place + offset].token : .end
  }

  private func isMark(_ mark: Character, _ offset: Int = 0) -> Bool { token(offset) == .mark(mark.asciiValue ?? 0) }

  private var line: Int { tokens.indices.contains(place) ? tokens[place].line : tokens.last?.line ?? 1 }

  /// Whether a brace opens an object, and not the body of a function.
  private var isObject: Bool {
    guard isMark("{") else { return false }
    switch token(1) {
    case .name, .text: return isMark(":", 2) || isExpression && (isShorthand(1) || isMethod(1))
    default:
      return isMark("}", 1) || isSpread(1)
        || isExpression && ends[place + 1].map { isMark(":", $0 - place + 1) } == true
    }
  }

  /// Whether the brace here opens a value: neither the body of a function or class, nor names that take values out of
  /// an object, as in `const {` and `({ a, b }) =>`.
  private var isExpression: Bool {
    switch token(-1) {
    case .mark(let mark):
      guard "(,=:[?&|".utf8.contains(mark) else { return false }
    case .name(let word):
      guard word == "return" || word == "default" else { return false }
    case .end: break
    case .number, .text: return false
    }
    let behind = (ends[place] ?? place) - place + 1
    if isMark("=", behind), !isMark("=", behind + 1) { return false }
    guard let call = surrounding[place], tokens[call].token == .mark(UInt8(ascii: "(")), let end = ends[call] else {
      return true
    }
    return !isMark("{", end - place + 1) && !(isMark("=", end - place + 1) && isMark(">", end - place + 2))
  }

  /// Whether a name stands for a member and its value: `{ debug, … }`.
  private func isShorthand(_ offset: Int) -> Bool {
    guard case .name = token(offset) else { return false }
    return isMark(",", offset + 1) || isMark("}", offset + 1)
  }

  /// Whether a function follows as a member: `xhrSetup(xhr) { … }`, `async load() { … }`.
  private func isMethod(_ offset: Int) -> Bool {
    guard case .name(let word) = token(offset), !["if", "for", "while", "switch", "function"].contains(word) else {
      return false
    }
    let bracket = if case .name = token(offset + 1) { offset + 2 } else { offset + 1 }
    return isMark("(", bracket) && ends[place + bracket].map { isMark("{", $0 - place + 1) } == true
  }

  /// Whether members of another object follow, `...base`.
  private func isSpread(_ offset: Int) -> Bool { (0..<3).allSatisfy { isMark(".", offset + $0) } }

  private mutating func readObject(_ path: [String]) throws(Unfinished) {
    let start = line
    place += 1
    while !isMark("}") {
      guard token() != .end else { throw Unfinished(line: start, found: "the end of the text") }
      if isMark("["), case .text = token(1), isMark("]", 2), isMark(":", 3) {
        // A computed key that is a literal: its bracket and the one behind it are passed.
        tokens[place + 2] = tokens[place + 1]
        place += 2
      }
      let key: String? =
        switch token() {
        case .name(let name): name
        case .text(let text): text
        default: nil
        }
      guard let key, isMark(":", 1) else {
        readOtherMember(path)
        skip()
        continue
      }
      let line = line
      place += 2
      if isObject, path.count < Self.deepest {
        try readObject(path + [key])
        if isMark(",") { place += 1 }
        continue
      }
      entries.append(.init(path: path + [key], value: readValue(), line: line, isMember: true))
    }
    place += 1
  }

  /// Reads a member without a value behind a colon.
  private mutating func readOtherMember(_ path: [String]) {
    if isSpread(0) {
      if case .name(let name) = token(3) { add(path, "...\(name)", .unread) } else { add(path, "...(…)", .unread) }
    } else if isMark("[") {
      if case .name(let name) = token(1), isMark("]", 2) {
        add(path, "[\(name)]", .unread)
      } else {
        add(path, "[…]", .unread)
      }
    } else if isMethod(0) {
      if case .name = token(1) { place += 1 }
      if case .name(let name) = token() { add(path, name, .code) }
    } else if isShorthand(0), case .name(let name) = token() {
      add(path, name, named[name] ?? .code)
    }
  }

  private mutating func add(_ path: [String], _ name: String, _ value: PlayerConfiguration.Value) {
    entries.append(.init(path: path + [name], value: value, line: line, isMember: true))
  }

  private mutating func readAssignment() throws(Unfinished) {
    let line = line
    var path: [String] = []
    while case .name(let name) = token() {
      path.append(name)
      place += 1
      guard isMark("."), case .name = token(1) else { break }
      place += 1
    }
    if path.last == "configure", isMark("("), case .text(let text) = token(1), isMark(",", 2) {
      // Shaka Player's other form: configure('streaming.bufferingGoal', 30), or an object in place of 30.
      place += 3
      let path = text.split(separator: ".").map(String.init)
      if isObject { return try readObject(path) }
      entries.append(.init(path: path, value: readArgument(), line: line, isMember: true))
      return
    }
    guard isMark("="), !isMark("=", 1), !isMark(">", 1) else { return }
    place += 1
    let start = place
    let value = literal()
    // Objects behind a sign of equality, and in the calls there, are read as such.
    if value == nil || !endsValue(since: start) { place = start }
    let read = place == start ? .code : value ?? .code
    if path.count == 1 { named[path[0]] = read }
    entries.append(.init(path: path, value: read, line: line, isMember: false))
  }

  /// Reads a value up to the comma, semicolon or bracket behind it.
  private mutating func readValue() -> PlayerConfiguration.Value {
    let start = place
    guard let value = literal(), endsValue(since: start) else {
      skip()
      return .code
    }
    if isMark(",") || isMark(";") { place += 1 }
    return value
  }

  /// Reads the last argument of a call; what is no literal is left to be read as code.
  private mutating func readArgument() -> PlayerConfiguration.Value {
    let start = place
    if let value = literal(), isMark(")") { return value }
    place = start
    return .code
  }

  /// Whether nothing more of a value follows that began at a place.
  private func endsValue(since start: Int) -> Bool {
    token() == .end || [",", "}", ";", ")"].contains { isMark($0) } || tokens[place].line > tokens[start].line
  }

  private mutating func literal() -> PlayerConfiguration.Value? {
    let isNegative = isMark("-")
    if isNegative { place += 1 }
    switch token() {
    case .number(var product):
      place += 1
      while isMark("*"), case .number(let factor) = token(1) {
        product *= factor
        place += 2
      }
      return .literal((isNegative ? "-" : "") + ParameterValue.decimal(product))
    case .text(let text) where !isNegative:
      place += 1
      return .text(text)
    case .name(let name):
      place += 1
      switch name {
      case "true", "false", "Infinity", "NaN": return .literal(isNegative ? "-" + name : name)
      case "null", "undefined", "nil": return .nothing
      default: return nil
      }
    default: return nil
    }
  }

  /// Passes over code up to a comma outside of brackets, which is passed, or a closing brace, which is not.
  private mutating func skip() {
    var depth = 0
    while token() != .end {
      if depth == 0, isMark("}") { return }
      if ["(", "[", "{"].contains(where: { isMark($0) }) { depth += 1 }
      if [")", "]", "}"].contains(where: { isMark($0) }) { depth -= 1 }
      let isBorder = depth <= 0 && (isMark(",") || isMark(";"))
      place += 1
      if isBorder || depth < 0 { return }
    }
  }

  // MARK: Tokens

  private static func brackets(of tokens: [Token]) -> (ends: [Int: Int], surrounding: [Int: Int]) {
    var (ends, surrounding, open): ([Int: Int], [Int: Int], [Int]) = ([:], [:], [])
    for (index, token) in tokens.enumerated() {
      guard case .mark(let mark) = token else { continue }
      if "([{".utf8.contains(mark) {
        surrounding[index] = open.last
        open.append(index)
      } else if ")]}".utf8.contains(mark), let start = open.popLast() {
        ends[start] = index
      }
    }
    return (ends, surrounding)
  }

  private static func tokens(of bytes: [UInt8]) -> [(token: Token, line: Int)] {
    var tokens: [(token: Token, line: Int)] = []
    var (index, line) = (0, 1)
    func byte(_ offset: Int = 0) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
    func isLetter(_ byte: UInt8) -> Bool {
      byte >= 128 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || Character(UnicodeScalar(byte)).isLetter
    }
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    /// Whether a value may begin, so that a slash opens a regular expression and divides nothing.
    func beginsValue() -> Bool {
      switch tokens.last?.token {
      case .mark(let mark)?: ![")", "]", "}"].contains { mark == UInt8(ascii: $0) }
      case .name(let word)?: word == "return"
      case .number?, .text?: false
      case .end?, nil: true
      }
    }
    /// Where the regular expression of the slash here ends; `nil` where its line ends before.
    func endOfExpression() -> Int? {
      var (place, isInClass) = (index + 1, false)
      while place < bytes.count, bytes[place] != UInt8(ascii: "\n") {
        switch bytes[place] {
        case UInt8(ascii: "\\"): place += 1
        case UInt8(ascii: "["): isInClass = true
        case UInt8(ascii: "]"): isInClass = false
        case UInt8(ascii: "/") where !isInClass: return place + 1
        default: break
        }
        place += 1
      }
      return nil
    }
    while index < bytes.count {
      let first = byte()
      if first == UInt8(ascii: "\n") { line += 1 }
      if first == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "/") {
        while index < bytes.count, byte() != UInt8(ascii: "\n") { index += 1 }
      } else if first == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        index += 2
        while index < bytes.count, !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) {
          if byte() == UInt8(ascii: "\n") { line += 1 }
          index += 1
        }
        index += 2
      } else if first == UInt8(ascii: "/"), beginsValue(), let end = endOfExpression() {
        // A value that is no literal: code, with its flags.
        index = end
        while isLetter(byte()) { index += 1 }
        tokens.append((.name("/"), line))
      } else if [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`")].contains(first) {
        let start = (index: index + 1, line: line)
        index += 1
        while index < bytes.count, byte() != first {
          if byte() == UInt8(ascii: "\n") {
            // Only a template goes over several lines.
            guard first == UInt8(ascii: "`") else { break }
            line += 1
          }
          index += byte() == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(index, bytes.count)
        tokens.append((.text(String(decoding: bytes[start.index..<max(start.index, end)], as: UTF8.self)), start.line))
        if byte() == first { index += 1 }
      } else if isDigit(first) || first == UInt8(ascii: ".") && isDigit(byte(1)) {
        let start = index
        while isDigit(byte()) || byte() == UInt8(ascii: ".") || byte() == UInt8(ascii: "_") { index += 1 }
        if byte() | 32 == UInt8(ascii: "e"), isDigit(byte(1)) || byte(1) == UInt8(ascii: "-") && isDigit(byte(2)) {
          index += 2
          while isDigit(byte()) { index += 1 }
        }
        let digits = String(decoding: bytes[start..<index].filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
        // L, f and d of Java and Kotlin.
        while isLetter(byte()) { index += 1 }
        tokens.append((Double(digits).map(Token.number) ?? .name(digits), line))
      } else if isLetter(first) {
        let start = index
        while isLetter(byte()) || isDigit(byte()) { index += 1 }
        tokens.append((.name(String(decoding: bytes[start..<index], as: UTF8.self)), line))
      } else {
        if first > UInt8(ascii: " ") { tokens.append((.mark(first), line)) }
        index += 1
      }
    }
    return tokens
  }
}
