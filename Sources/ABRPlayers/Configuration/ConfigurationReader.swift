import ABRPolicies

/// Finds values in the text of a configuration: members of objects, assignments, and calls with constant arguments.
///
/// It knows as much of JavaScript, Java, Kotlin, Swift and Objective-C as literals, constants, calls and brackets need.
/// What it does not understand is code, and is passed over.
struct ConfigurationReader {
  typealias Value = PlayerConfiguration.Value

  /// An object that has no end.
  struct Unfinished: Error {
    var line: Int
    var found: String
  }

  /// Objects, brackets and constants within one another, at most; deeper ones are code.
  static let deepest = 32
  /// Arguments of a call that are looked at.
  private static let mostArguments = 16

  private var tokens: [(token: Token, line: Int)] = []
  var place = 0
  private var entries: [PlayerConfiguration.Entry] = []
  /// Where the bracket that opens at a token is closed.
  let ends: [Int: Int]
  /// Which bracket is open around a token that opens another.
  private let surrounding: [Int: Int]
  /// Where the values of constants stand, by name, in the order of the text; for those that depend on an older one, the
  /// operator, which is no value.
  var definitions: [String: [Int]] = [:]
  /// Constants that were evaluated; `nil` for those that are code, and while they are being evaluated.
  var constants: [Int: Value?] = [:]
  /// The names in front of calls that end at a bracket, to which a chain `A.Builder().b()` goes on.
  private var chains: [Int: [String]] = [:]
  /// The object that is being read, the outermost one.
  private var object: PlayerConfiguration.Object?
  private var objects = 0

  init(_ text: String) {
    tokens = Self.tokens(of: Array(text.utf8))
    (ends, surrounding) = Self.brackets(of: tokens.map(\.token))
    for index in tokens.indices {
      guard case .name(let name) = tokens[index].token,
        index == 0 || tokens[index - 1].token != .mark(UInt8(ascii: "."))
      else { continue }
      place = index
      if let start = valueStart ?? update(from: place, to: place) { definitions[name, default: []].append(start) }
    }
    place = 0
  }

  /// Whether the text has nothing but comments and white space.
  var isComment: Bool { tokens.isEmpty }

  /// Every value, in the order of the text.
  mutating func read() throws(Unfinished) -> [PlayerConfiguration.Entry] {
    while place < tokens.count {
      if isObject {
        try readObject([])
      } else if case .name = token() {
        try readName()
      } else if isMark(")"), let chain = chains[place], let step = accessLength(1) {
        place += 1 + step
        try readName(after: chain)
      } else {
        place += 1
      }
    }
    return entries
  }

  func token(_ offset: Int = 0) -> Token {
    tokens.indices.contains(place + offset) ? tokens[place + offset].token : .end
  }

  func isMark(_ mark: Character, _ offset: Int = 0) -> Bool { token(offset) == .mark(mark.asciiValue ?? 0) }

  private var line: Int { tokens.indices.contains(place) ? tokens[place].line : tokens.last?.line ?? 1 }

  /// Whether a brace opens an object, and not the body of a function; or a bracket a dictionary of Swift.
  private var isObject: Bool {
    if isMark("["), isMark(":", 2), !isMark(":", 3) {
      switch token(-1) {
      case .mark, .end, .name("return"): break
      default: return false
      }
      // `[String: Any]` is a type.
      return if case .name(let key) = token(1) { key.first?.isLowercase == true } else { token(1).isText }
    }
    guard isMark("{") else { return false }
    switch token(1) {
    case .name, .text:
      // `{ item: Item -> …` takes an argument.
      if isMark(":", 2) { return !(isMark("-", 4) && isMark(">", 5)) }
      return isExpression && (isShorthand(1) || isMethod(1))
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
    case .number, .text, .step: return false
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

  /// Reads an object; `path` is that of what it is the value of.
  private mutating func readObject(_ path: [String]) throws(Unfinished) {
    let start = line
    let isOutermost = object == nil
    if isOutermost {
      objects += 1
      object = PlayerConfiguration.Object(number: objects, line: start, receiver: receiver)
    }
    defer { if isOutermost { object = nil } }
    let closing: Character = isMark("{") ? "}" : "]"
    place += 1
    while !isMark(closing) {
      guard token() != .end else { throw Unfinished(line: start, found: "the end of the text") }
      // A dictionary that another brace ends was code.
      if isMark("}") { return }
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
        skip(to: closing)
        continue
      }
      let line = line
      place += 2
      if isObject, path.count < Self.deepest {
        try readObject(path + [key])
        if isMark(",") { place += 1 }
        continue
      }
      entries.append(.init(path: path + [key], value: readValue(before: closing), line: line, form: .member(object)))
    }
    place += 1
  }

  /// The name of the call that an object is given to, `Hls` of `new Hls({ … })`.
  private var receiver: String? {
    guard let call = surrounding[place], call > 0, tokens[call].token == .mark(UInt8(ascii: "(")),
      case .name(let name) = tokens[call - 1].token
    else { return nil }
    return name
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
      add(path, name, constant(named: [name]) ?? .code)
    }
  }

  private mutating func add(_ path: [String], _ name: String, _ value: PlayerConfiguration.Value) {
    entries.append(.init(path: path + [name], value: value, line: line, form: .member(object)))
  }

  // MARK: Names, assignments and calls

  /// How many tokens lead from here to a member's name: the dot, and `?` or `!` in front of it; `nil` where none does.
  private func accessLength(_ offset: Int = 0) -> Int? {
    var dot = offset
    while isMark("?", dot) || isMark("!", dot), dot < offset + 2 { dot += 1 }
    guard isMark(".", dot), case .name = token(dot + 1) else { return nil }
    return dot + 1 - offset
  }

  /// Reads the names here, with dots or brackets between, and what is done with them.
  private mutating func readName(after chain: [String] = []) throws(Unfinished) {
    let (line, start) = (line, place)
    var path = chain
    while case .name(let name) = token() {
      if path.count < Self.deepest { path.append(name) }
      let value = path.count == 1 ? valueStart : nil
      place += 1
      if let value {
        place = value
        return try readAssignment(to: path, line: line)
      }
      if isMark("?"), isMark("[", 1), isMark("]", 3) { place += 1 }
      while isMark("["), isMark("]", 2) {
        switch token(1) {
        case .name(let key), .text(let key): if path.count < Self.deepest { path.append(key) }
        default: return
        }
        place += 3
      }
      guard let step = accessLength() else { break }
      place += step
    }
    if path.last == "configure", isMark("("), case .text(let text) = token(1), isMark(",", 2) {
      // Shaka Player's other form: configure('streaming.bufferingGoal', 30), or an object in place of 30.
      place += 3
      let path = text.split(separator: ".", maxSplits: Self.deepest).map(String.init)
      if isObject { return try readObject(path) }
      entries.append(.init(path: path, value: readArgument(), line: line, form: .member(nil)))
    } else if isMark("(") {
      if !isDeclaration(from: start) {
        entries.append(.init(path: path, value: .code, line: line, form: .call(arguments())))
        if let end = ends[place] { chains[end] = chain.isEmpty ? path : chain }
      }
      place += 1
    } else if case .name(let name) = token(), isMark(":", 1), start > 0,
      tokens[start - 1].token == .mark(UInt8(ascii: "["))
    {
      place += 2
      readMessage(name, line: line)
    } else if isMark(":"), path.count == 1, start > 0, tokens[start - 1].token == .mark(UInt8(ascii: "]")) {
      place += 1
      readMessage(path[0], line: line)
    } else if isMark("="), !isMark("=", 1), !isMark(">", 1) {
      place += 1
      try readAssignment(to: path, line: line)
    } else if update(from: start, to: place - 1) != nil {
      entries.append(.init(path: path, value: .code, line: line, form: .assignment))
    }
  }

  /// Operators that make a new value of the one that a name has, without the sign of equality behind them.
  private static let updates =
    ["**", "<<", ">>>", ">>", "&&", "||", "??", "&+", "&-", "&*"] + "+-*/%&|^".map { "\($0)" }

  /// Where the operator stands that makes a new value of the one that names have, such as `+=` or `++`; `nil` for none.
  ///
  /// - Parameters:
  ///   - first: the place of the first name's token.
  ///   - last: that of the last one's.
  private func update(from first: Int, to last: Int) -> Int? {
    for (name, step) in [(first, first - 1), (last, last + 1)]
    where tokens.indices.contains(step) && tokens[step].token == .step && tokens[step].line == tokens[name].line {
      return step
    }
    func isMark(_ mark: Character, at place: Int) -> Bool {
      tokens.indices.contains(place) && tokens[place].token == .mark(mark.asciiValue ?? 0)
    }
    let isUpdate = Self.updates.contains { update in
      let end = last + 1 + update.count
      return update.enumerated().allSatisfy { isMark($1, at: last + 1 + $0) } && isMark("=", at: end)
        && !isMark("=", at: end + 1)
    }
    return isUpdate ? last + 1 : nil
  }

  /// Where the value of the name here stands, if it is assigned one: behind `=`, `: Int =`, or in `#define`.
  private var valueStart: Int? {
    if token(-1) == .name("define"), isMark("#", -2) { return place + 1 }
    var offset = 1
    if isMark(":", 1), token() != .name("default"), token(-1) != .name("case"), !isMark(".", -1) {
      offset = 2
      while offset < 8 {
        let isName = if case .name = token(offset) { true } else { false }
        guard isName || [".", "?", "<", ">", "[", "]", "|"].contains(where: { isMark($0, offset) }) else { break }
        offset += 1
      }
      guard offset > 2 else { return nil }
    }
    return isMark("=", offset) && !isMark("=", offset + 1) && !isMark(">", offset + 1) ? place + offset + 1 : nil
  }

  /// Whether a function is declared here, `fun setUp(…)` or `void setUp(…)`, and not called.
  private func isDeclaration(from start: Int) -> Bool {
    if let end = ends[place], end + 1 < tokens.count, tokens[end + 1].token == .mark(UInt8(ascii: "{")) { return true }
    guard start > 0, case .name(let word) = tokens[start - 1].token, tokens[start - 1].line == tokens[start].line else {
      return false
    }
    return !["return", "new", "else", "await", "throw", "try", "in", "do", "yield", "default"].contains(word)
  }

  /// Reads the value behind a sign of equality.
  private mutating func readAssignment(to path: [String], line: Int) throws(Unfinished) {
    // A value of JSX, `maxBitRate={2000000}`, is in braces.
    let isInBraces = isMark("{") && !isObject
    let start = place
    if isInBraces { place += 1 }
    let value = constant()
    // Objects behind a sign of equality, and in the calls there, are read as such.
    let isConstant = value != nil && (isInBraces ? isMark("}") : endsValue(since: start))
    if !isConstant { place = start }
    entries.append(.init(path: path, value: isConstant ? value ?? .code : .code, line: line, form: .assignment))
    // The first name is that of a variable.
    if !isConstant, isObject { try readObject(Array(path.dropFirst())) }
  }

  /// Reads the arguments of a message of Objective-C, `[config setMaxBufferDuration:50000]`, up to the first one that
  /// is code.
  private mutating func readMessage(_ name: String, line: Int) {
    let start = place
    var values: [Value] = []
    var isFollowed = true
    while isFollowed, values.count < Self.mostArguments {
      let value = constant()
      isFollowed = if case .name = token() { isMark(":", 1) } else { false }
      values.append(isFollowed || isMark("]") ? value ?? .code : .code)
      place += 2
    }
    place = start
    entries.append(.init(path: [name], value: .code, line: line, form: .call(values)))
  }

  /// The values of the arguments of the call whose bracket opens here.
  mutating func arguments(_ depth: Int = 0) -> [Value] {
    guard let end = ends[place] else { return [] }
    let opening = place
    defer { place = opening }
    place += 1
    var values: [Value] = []
    while place < end, values.count < Self.mostArguments {
      // A label of Swift or Kotlin.
      if case .name = token(), isMark(":", 1) || isMark("=", 1) && !isMark("=", 2) { place += 2 }
      let value = constant(depth)
      if let value, place == end || isMark(",") {
        values.append(value)
      } else {
        values.append(.code)
        while place < end, !isMark(",") { place = (ends[place] ?? place) + 1 }
      }
      place += 1
    }
    return values
  }

  /// Reads a value up to the comma or semicolon behind it, or the bracket that closes its object.
  private mutating func readValue(before closing: Character) -> Value {
    let start = place
    guard let value = constant(), endsValue(since: start) else {
      place = start
      skip(to: closing)
      return .code
    }
    if isMark(",") || isMark(";") { place += 1 }
    return value
  }

  /// Reads the last argument of a call; what is no constant is left to be read as code.
  private mutating func readArgument() -> Value {
    let start = place
    if let value = constant(), isMark(")") { return value }
    place = start
    return .code
  }

  /// Whether nothing more of a value follows that began at a place.
  func endsValue(since start: Int) -> Bool {
    // Two dots go on with the object of Dart whose member was set.
    token() == .end || [",", "}", ";", ")", "]"].contains { isMark($0) } || tokens[place].line > tokens[place - 1].line
      || isMark(".") && accessLength(1) != nil
  }

  /// Passes over code up to a comma outside of brackets, which is passed, or the bracket that closes the object, which
  /// is not.
  private mutating func skip(to closing: Character) {
    var depth = 0
    while token() != .end {
      if depth == 0, isMark("}") || isMark(closing) { return }
      if ["(", "[", "{"].contains(where: { isMark($0) }) { depth += 1 }
      if [")", "]", "}"].contains(where: { isMark($0) }) { depth -= 1 }
      let isBorder = depth <= 0 && (isMark(",") || isMark(";"))
      place += 1
      if isBorder || depth < 0 { return }
    }
  }
}
