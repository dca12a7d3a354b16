import ABRInput

/// The form of an access log's lines, as the server is told it: `log_format` of nginx, `LogFormat` of Apache, the
/// format of `varnishncsa -F`, or a text format of Envoy.
public struct AccessLogForm: Sendable, Hashable {
  /// What a variable of a server is.
  private enum Role: Sendable, Hashable {
    case client, start, end, bytes
    case duration(TimeUnit)
  }

  /// A word of a line: all of it a variable, or a variable with fixed text around it.
  private struct Word: Sendable, Hashable {
    var isQuoted: Bool
    var isBracketed: Bool
    var role: Role?
    var prefix: [UInt8] = []
    var suffix: [UInt8] = []
  }

  /// A line that has the form.
  package struct Line {
    /// The client; `nil` where the form has none, or the line `-`.
    package var client: Range<Int>?
    /// When the request began or ended.
    package var time: Range<Int>
    /// The size of the response.
    package var bytes: Range<Int>
    /// How long the request took.
    package var duration: Range<Int>
    /// Everything else.
    package var rest: [Range<Int>]
  }

  /// Variables of nginx (ngx_http_log_module, ngx_http_core_module), Apache (mod_log_config, mod_logio), varnishncsa
  /// and Envoy (access log command operators).
  private static let variables: [String: Role] = [
    "$remote_addr": .client, "$http_x_forwarded_for": .client, "$the_real_ip": .client, "%h": .client, "%a": .client,
    "%{c}a": .client, "%DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT%": .client, "%DOWNSTREAM_REMOTE_ADDRESS%": .client,
    "%REQ(X-FORWARDED-FOR)%": .client,
    "$time_local": .end, "$time_iso8601": .end, "$msec": .end, "%t": .start, "%START_TIME%": .start,
    "$bytes_sent": .bytes, "$body_bytes_sent": .bytes, "%b": .bytes, "%B": .bytes, "%O": .bytes,
    "%BYTES_SENT%": .bytes,
    "$request_time": .duration(.second), "%T": .duration(.second), "%{s}T": .duration(.second),
    "%{ms}T": .duration(.millisecond), "%DURATION%": .duration(.millisecond), "%D": .duration(.microsecond),
    "%{us}T": .duration(.microsecond),
  ]

  /// Envoy's default format.
  package static let envoy = try? AccessLogForm(
    parsing: #"[%START_TIME%] "%REQ(:METHOD)% %REQ(X-ENVOY-ORIGINAL-PATH?:PATH)% %PROTOCOL%" %RESPONSE_CODE% "#
      + #"%RESPONSE_FLAGS% %BYTES_RECEIVED% %BYTES_SENT% %DURATION% %RESP(X-ENVOY-UPSTREAM-SERVICE-TIME)% "#
      + #""%REQ(X-FORWARDED-FOR)%" "%REQ(USER-AGENT)%" "%REQ(X-REQUEST-ID)%" "%REQ(:AUTHORITY)%" "%UPSTREAM_HOST%""#)

  private let words: [Word]
  /// The unit of durations.
  package let unit: TimeUnit
  /// Whether time stamps are those of requests, and not of their ends.
  package let stampsStart: Bool

  /// Reads a form. Quotes of configuration files, `\"` and `'`, are understood.
  ///
  /// - Throws: ``TraceError/invalid(field:found:allowed:)`` where it has no time, no size or no duration.
  public init(parsing text: String) throws(TraceError) {
    let bytes = Array(text.replacing("\\\"", with: "\"").filter { $0 != "'" && $0 != "\n" }.utf8)
    var words: [Word] = []
    var roles: [Role] = []
    for field in AccessLogLine.fields(bytes, 0..<bytes.count) {
      let text = String(decoding: bytes[field.place], as: UTF8.self)
      var word = Word(isQuoted: field.isQuoted, isBracketed: field.isBracketed)
      // Apache writes brackets around a time by itself; of names that begin alike the longest is meant.
      if text == "%t" { word.isBracketed = true }
      let isCustomTime = text.hasPrefix("%{") && text.hasSuffix("t") && field.isBracketed
      let known = Self.variables.keys.filter { text.contains($0) }.max {
        ($0.utf8.count, $1) < ($1.utf8.count, $0)
      }
      if let role = isCustomTime ? .start : known.flatMap({ Self.variables[$0] }),
        !roles.contains(where: {
          Self.isSame($0, role)
        }), let range = isCustomTime ? text.startIndex..<text.endIndex : known.flatMap({ text.firstRange(of: $0) })
      {
        // `$request_time_ms` and `%BYTES_RECEIVED%` are other variables.
        let next = text[range.upperBound...].first
        let isLonger =
          next.map { $0 == "_" || $0.isUppercase || text[range].hasPrefix("$") && ($0.isLetter || $0.isNumber) }
          ?? false
        if !isLonger {
          word.role = role
          word.prefix = Array(text[..<range.lowerBound].utf8)
          word.suffix = Array(text[range.upperBound...].utf8)
          roles.append(role)
        }
      }
      words.append(word)
    }
    self.words = words
    stampsStart = roles.contains(.start)
    let units = roles.compactMap { role in if case .duration(let unit) = role { unit } else { nil } }
    guard let unit = units.first, roles.contains(.bytes), stampsStart || roles.contains(.end) else {
      let missing =
        units.isEmpty
        ? "a duration" : roles.contains(.bytes) ? "a time" : "the size of the response"
      throw .invalid(
        field: "--log-format", found: "\(InputFault.excerpt(text)) without \(missing)",
        allowed:
          "the server's own, with a time ($time_local, %t), the size ($body_bytes_sent, %b, %O) and the duration "
          + "($request_time, %D, %{ms}T, %T, %DURATION%) of each request")
    }
    self.unit = unit
  }

  /// Whether two variables say the same of a request.
  private static func isSame(_ first: Role, _ second: Role) -> Bool {
    switch (first, second) {
    case (.duration, .duration), (.start, .end), (.end, .start): true
    default: first == second
    }
  }

  /// The places of a line's values; `nil` where it has another form. More words may follow.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - line: the place of the line.
  package func line(_ bytes: [UInt8], _ line: Range<Int>) -> Line? {
    let fields = AccessLogLine.fields(bytes, line)
    guard fields.count >= words.count else { return nil }
    var (client, time, size, duration): (Range<Int>?, Range<Int>?, Range<Int>?, Range<Int>?)
    var rest: [Range<Int>] = []
    for (word, field) in zip(words, fields) {
      guard word.isQuoted == field.isQuoted, word.isBracketed == field.isBracketed else { return nil }
      let text = bytes[field.place]
      guard let role = word.role else {
        rest.append(field.place)
        continue
      }
      guard text.count > word.prefix.count + word.suffix.count, text.starts(with: word.prefix),
        text.suffix(word.suffix.count).elementsEqual(word.suffix)
      else { return nil }
      let place = (text.startIndex + word.prefix.count)..<(text.endIndex - word.suffix.count)
      switch role {
      case .client: client = bytes[place].elementsEqual("-".utf8) ? nil : place
      case .start, .end: time = place
      case .bytes: size = place
      case .duration: duration = place
      }
    }
    rest += fields.dropFirst(words.count).map(\.place)
    guard let time, let size, let duration else { return nil }
    return Line(client: client, time: time, bytes: size, duration: duration, rest: rest)
  }
}
