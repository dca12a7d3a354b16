/// The tokens of a configuration, in any of the languages that apps are written in.
extension ConfigurationReader {
  enum Token: Equatable {
    case name(String)
    case number(Double)
    case text(String)
    case mark(UInt8)
    /// `++` or `--`.
    case step
    case end

    var isText: Bool { if case .text = self { true } else { false } }
  }

  /// Brackets that open and close, by the places of their tokens.
  ///
  /// - Returns: where each that opens is closed, and which one is open around it.
  /// - Complexity: O(*tokens*).
  static func brackets(of tokens: [Token]) -> (ends: [Int: Int], surrounding: [Int: Int]) {
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

  /// Bytes of a regular expression, at most: a longer one is read as marks.
  private static let longestExpression = 256
  /// Bytes of a name or a text that are kept: no option and no value of one is as long.
  private static let longestWord = 256

  /// A name or a text; what is longer than any known one ends with an ellipsis.
  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(longestWord), as: UTF8.self) + (bytes.count > longestWord ? "…" : "")
  }

  /// Names, numbers, texts and marks with their lines; comments are left out, and a regular expression is a name.
  ///
  /// - Complexity: O(*bytes*).
  static func tokens(of bytes: [UInt8]) -> [(token: Token, line: Int)] {
    // Comments of Kotlin and Swift nest, and those of the other languages do not. Where the end of one is left over,
    // there were others in it.
    tokens(of: bytes, commentsNest: false) ?? tokens(of: bytes, commentsNest: true) ?? []
  }

  /// The same; `nil` for the end of a comment outside of one, unless comments nest.
  private static func tokens(of bytes: [UInt8], commentsNest: Bool) -> [(token: Token, line: Int)]? {
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
      case .number?, .text?, .step?: false
      case .end?, nil: true
      }
    }
    /// Where the regular expression of the slash here ends; `nil` where its line ends before.
    func endOfExpression() -> Int? {
      var (place, isInClass) = (index + 1, false)
      let last = min(bytes.count, index + longestExpression)
      while place < last, bytes[place] != UInt8(ascii: "\n") {
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
    func isPair(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
      byte() == UInt8(ascii: first) && byte(1) == UInt8(ascii: second)
    }
    /// Whether a text of several lines begins or ends here, as Java, Kotlin and Swift have it.
    func isTripleQuote() -> Bool { (0..<3).allSatisfy { byte($0) == UInt8(ascii: "\"") } }
    while index < bytes.count {
      let first = byte()
      if first == UInt8(ascii: "\n") { line += 1 }
      if isPair("/", "/") {
        while index < bytes.count, byte() != UInt8(ascii: "\n") { index += 1 }
      } else if isPair("/", "*") {
        var depth = 1
        index += 2
        while index < bytes.count, depth > 0 {
          let nests = commentsNest && isPair("/", "*")
          if nests { depth += 1 }
          if isPair("*", "/") { depth -= 1 }
          if byte() == UInt8(ascii: "\n") { line += 1 }
          index += nests || isPair("*", "/") ? 2 : 1
        }
      } else if !commentsNest, isPair("*", "/") {
        return nil
      } else if first == UInt8(ascii: "/"), beginsValue(), let end = endOfExpression() {
        // A value that is no literal: code, with its flags.
        index = end
        while isLetter(byte()) { index += 1 }
        tokens.append((.name("/"), line))
      } else if isTripleQuote() {
        let start = (index: index + 3, line: line)
        index += 3
        while index < bytes.count, !isTripleQuote() {
          if byte() == UInt8(ascii: "\n") { line += 1 }
          index += byte() == UInt8(ascii: "\\") && byte(1) == UInt8(ascii: "\"") ? 2 : 1
        }
        tokens.append((.text(word(bytes[start.index..<min(index, bytes.count)])), start.line))
        // Kotlin takes quotes in front of the last three for a part of the text.
        while byte() == UInt8(ascii: "\"") { index += 1 }
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
        tokens.append((.text(word(bytes[start.index..<max(start.index, end)])), start.line))
        if byte() == first { index += 1 }
      } else if isDigit(first) || first == UInt8(ascii: ".") && isDigit(byte(1)) {
        let start = index
        // The dot of 15.seconds is not the number's.
        while isDigit(byte()) || byte() == UInt8(ascii: "_") || byte() == UInt8(ascii: ".") && isDigit(byte(1)) {
          index += 1
        }
        if byte() | 32 == UInt8(ascii: "e"), isDigit(byte(1)) || byte(1) == UInt8(ascii: "-") && isDigit(byte(2)) {
          index += 2
          while isDigit(byte()) { index += 1 }
        }
        let digits = String(decoding: bytes[start..<index].filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
        // L, f and d of Java and Kotlin, u of Kotlin, n of JavaScript.
        while "LlFfDdUun".utf8.contains(byte()), !isLetter(byte(1)) || "Ll".utf8.contains(byte(1)), !isDigit(byte(1)) {
          index += 1
        }
        tokens.append((Double(digits).map(Token.number) ?? .name(digits), line))
      } else if isLetter(first) {
        let start = index
        while isLetter(byte()) || isDigit(byte()) { index += 1 }
        tokens.append((.name(word(bytes[start..<index])), line))
      } else if isPair("+", "+") || isPair("-", "-") {
        tokens.append((.step, line))
        index += 2
      } else {
        // What Objective-C writes in front of literals, and Java in front of annotations, changes nothing here.
        if first > UInt8(ascii: " "), first != UInt8(ascii: "@") { tokens.append((.mark(first), line)) }
        index += 1
      }
    }
    return tokens
  }
}
