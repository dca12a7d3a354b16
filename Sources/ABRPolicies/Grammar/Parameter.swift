/// One parameter of a rule, a limit or a buffer: what it is called, what it may be, and what it does.
public struct Parameter: Sendable {
  /// What a parameter may be.
  public enum Kind: Sendable, Hashable {
    /// Seconds within a range.
    case duration(ClosedRange<Double>)
    /// Seconds within a range, one after the other with slashes between: `5s/2s/1s`.
    case durations(ClosedRange<Double>)
    /// Bits per second.
    case bitrate
    /// Bytes, at least one.
    case bytes
    /// Bytes, 0 for what is not there.
    case bytesOrNone
    /// A plain number within a range.
    case number(ClosedRange<Double>)
    /// A whole number within a range.
    case integer(ClosedRange<Int>)
    /// One of several words.
    case choice([String])
    /// The path of a file.
    case path
    /// A picture size.
    case resolution
    /// A picture size, or a number of pixels.
    case pixels
    /// A picture size on a screen, with a scale when it is not 1.
    case viewport
  }

  /// What holds where a spec does not say.
  public enum Default: Sendable, Hashable {
    /// The spec must say.
    case required
    /// No value; the words say what happens then.
    case absent(String)
    /// A value.
    case value(ParameterValue)
  }

  /// Name in a spec.
  public let key: String
  /// What it may be.
  public let kind: Kind
  /// What holds where a spec does not say.
  public let defaultValue: Default
  /// What it does, one sentence.
  public let summary: String
  /// Whether a spec may give the value without the key; at most one parameter of an entry.
  public let isPositional: Bool

  /// Describes a parameter.
  public init(_ key: String, _ kind: Kind, default: Default, isPositional: Bool = false, _ summary: String) {
    self.key = key
    self.kind = kind
    self.defaultValue = `default`
    self.isPositional = isPositional
    self.summary = summary
  }

  /// The shortest duration but 0 that a spec takes, in seconds: one microsecond, so that every duration has a short
  /// text.
  static let shortestDuration = 1e-6

  /// The most durations in one list.
  static let longestList = 100

  private func duration(_ text: String, in range: ClosedRange<Double>) throws(QuantityError) -> Double {
    let seconds = try Quantity.duration(text)
    guard range.contains(seconds), seconds == 0 || seconds >= Self.shortestDuration else {
      throw QuantityError(found: text, allowed: allowed)
    }
    return seconds
  }

  /// Reads a value.
  ///
  /// - Throws: `QuantityError` with what is allowed.
  func read(_ text: String) throws(QuantityError) -> ParameterValue {
    switch kind {
    case .duration(let range): return .duration(try duration(text, in: range))
    case .durations(let range):
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count <= Self.longestList else { throw QuantityError(found: text, allowed: allowed) }
      var list: [Double] = []
      for part in parts { list.append(try duration(String(part), in: range)) }
      return .durations(list)
    case .bitrate: return .bitrate(try Quantity.bitrate(text))
    case .bytes, .bytesOrNone:
      let bytes = try Quantity.bytes(text)
      guard bytes > 0 || kind == .bytesOrNone else { throw QuantityError(found: text, allowed: allowed) }
      return .bytes(bytes)
    case .number(let range):
      let isNegative = range.lowerBound < 0 && text.hasPrefix("-")
      guard let size = try? Quantity.number(isNegative ? String(text.dropFirst()) : text),
        case let number = isNegative ? -size : size, range.contains(number)
      else { throw QuantityError(found: text, allowed: allowed) }
      return .number(number)
    case .integer(let range): return .integer(try Quantity.integer(text, in: range))
    case .choice(let words):
      guard words.contains(text) else {
        throw QuantityError(found: text, allowed: allowed + NearestName.hint(for: text, among: words))
      }
      return .choice(text)
    case .path: return .choice(text)
    case .resolution: return .resolution(try PictureSize(parsing: text))
    case .pixels:
      if text.contains("x") || text.hasSuffix("p") { return .resolution(try PictureSize(parsing: text)) }
      return .integer(try Quantity.integer(text, in: 1...PictureSize.largestPixels))
    case .viewport: return .viewport(try Viewport(parsing: text))
    }
  }

  /// What is allowed, in words.
  public var allowed: String {
    func bound(_ value: Double) -> String { ParameterValue.decimal(value) }
    switch kind {
    case .duration(let range):
      let upper = range.upperBound < .infinity ? " to \(bound(range.upperBound))s" : " or more"
      return "a duration, \(bound(range.lowerBound))s\(upper)"
    case .durations: return "durations with slashes between, such as 5s/2s/1s"
    case .bitrate: return "a bitrate such as 3M or 520k"
    case .bytes: return "a size of at least one byte, such as 50MB"
    case .bytesOrNone: return "a size such as 1kB, or 0 for none"
    case .number(let range) where range.lowerBound == -.infinity: return "a number"
    case .number(let range):
      return "a number, \(bound(range.lowerBound))"
        + (range.upperBound < .infinity ? " to \(bound(range.upperBound))" : " or more")
    case .integer(let range):
      return "a whole number, \(range.lowerBound)" + (range.upperBound < .max ? " to \(range.upperBound)" : " or more")
    case .choice(let words): return words.joined(separator: " or ")
    case .path: return "the path of a file"
    case .resolution: return "a picture size such as 1280x720 or 720p"
    case .pixels: return "a picture size such as 1280x720 or 720p, which is 16:9, or a number of pixels"
    case .viewport: return "a picture size such as 1280x720 or 640x360@2"
    }
  }

  /// The default in words.
  public var defaultText: String {
    switch defaultValue {
    case .required: "required"
    case .absent(let words): words
    case .value(let value): value.text
    }
  }
}
