import ABRInput

/// The form of an access log's lines, as the server is told it: `log_format` of nginx, `LogFormat` of Apache, the
/// format of `varnishncsa -F`, or a text format of Envoy.
public struct AccessLogForm: Sendable, Hashable {
  /// What a variable of a server is.
  private enum Role: Sendable, Hashable {
    case client, start, end, bytes
    case duration(TimeUnit)
    /// Time to the first byte of the response.
    case wait(TimeUnit)
  }

  /// A part of a word.
  private enum Part: Sendable, Hashable {
    case text([UInt8])
    /// What a variable stands for; `nil` where it is not needed.
    case value(Role?)
  }

  /// A word of a line: variables with fixed text around them.
  private struct Word: Sendable, Hashable {
    var isQuoted: Bool
    var isBracketed: Bool
    var parts: [Part]
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
    /// What of it passed before the first byte; `nil` where the form does not say.
    package var wait: Range<Int>?
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
    "%{us}T": .duration(.microsecond), "%{Varnish:time_firstbyte}x": .wait(.second),
    // A name of ours: Amazon S3's turn-around time.
    "%{ms}W": .wait(.millisecond),
  ]

  /// Default forms of servers: Envoy (access log usage), Istio (mesh configuration, `accessLogFormat`), Amazon S3
  /// (server access log format), Squid (`logformat squid`).
  private static let known: [(title: String, mark: String, form: AccessLogForm?)] = {
    let envoy = (
      #"[%START_TIME%] "%REQ(:METHOD)% %REQ(X-ENVOY-ORIGINAL-PATH?:PATH)% %PROTOCOL%" - - "#,
      #"%BYTES_RECEIVED% %BYTES_SENT% %DURATION% %RESP(X-ENVOY-UPSTREAM-SERVICE-TIME)% "#
        + #""%REQ(X-FORWARDED-FOR)%" "%REQ(USER-AGENT)%" "%REQ(X-REQUEST-ID)%" "%REQ(:AUTHORITY)%" "%UPSTREAM_HOST%""#
    )
    let squid = #"$msec %{ms}T %a - %O - - - - -"#
    let forms = [
      ("Envoy", "[", envoy.0 + envoy.1), ("Istio", "[", envoy.0 + #"- - "-" "# + envoy.1),
      ("Amazon S3", "REST.", #"- - %t %a - - - - "-" - - %O - %{ms}T %{ms}W "-" "-""#),
      ("Squid", "HIER_", squid), ("Apache Traffic Server", "TCP_", squid),
    ]
    return forms.map { (title: $0.0, mark: $0.1, form: try? AccessLogForm(parsing: $0.2)) }
  }()

  /// Who writes the known forms.
  package static let titles = known.map(\.title)

  /// The known form of a line.
  ///
  /// - Parameter line: the whole line.
  package static func of(_ line: [UInt8]) -> AccessLogForm? {
    known.lazy.filter { line[...].contains(text: $0.mark) }.compactMap(\.form)
      .first { form in
        guard let values = form.line(line, 0..<line.count) else { return false }
        var stamps = TimeStamps(unit: .second)
        return stamps.seconds(line, values.time) != nil
          && [values.bytes, values.duration].allSatisfy {
            line[$0].elementsEqual("-".utf8) || DecimalParser.parse(line, $0) != nil
          }
      }
  }

  private let words: [Word]
  /// The unit of durations.
  package let unit: TimeUnit
  /// The unit of times to the first byte.
  package let waitUnit: TimeUnit
  /// Whether time stamps are those of requests, and not of their ends.
  package let stampsStart: Bool

  /// Reads a form, bare or in the directive of a configuration file; its quotes, `\"` and `'`, are understood.
  ///
  /// Of several durations the one in the smallest unit is read.
  ///
  /// - Throws: ``TraceError/invalid(field:found:allowed:)`` where it has no time, no size or no duration.
  public init(parsing text: String) throws(TraceError) {
    let bytes = Array(Self.bare(text).utf8)
    // Of nginx, of Envoy, and of Apache or varnishncsa, whose modifiers change no meaning.
    let variable =
      /\$\{?[a-z0-9_]+\}?|%[A-Z_]{2,}(?:\([^)]*\))?(?::[0-9]+)?%|%[!<>0-9,]*(?:\{[^}]*\})?\^?[a-zA-Z]/
    var words = AccessLogLine.fields(bytes, 0..<bytes.count).map { field in
      let text = String(decoding: bytes[field.place], as: UTF8.self)
      // Apache writes brackets around `%t` by itself, and around no time whose form is given: `%{msec}t`.
      let isCustomTime = text.hasPrefix("%{") && text.hasSuffix("}t")
      return Word(
        isQuoted: field.isQuoted, isBracketed: field.isBracketed || text == "%t",
        parts: isCustomTime
          ? [.value(text.hasPrefix("%{end:") ? .end : .start)] : Self.parts(of: text, variable: variable))
    }
    let all = words.flatMap(\.parts).compactMap { part in if case .value(let role) = part { role } else { nil } }
    let units = all.compactMap { role in if case .duration(let unit) = role { unit } else { nil } }
    let finest = units.max { $0.perSecond < $1.perSecond }
    var roles: [Role] = []
    for word in words.indices {
      for part in words[word].parts.indices {
        guard case .value(let role?) = words[word].parts[part] else { continue }
        if case .duration(let unit) = role, unit != finest {
          words[word].parts[part] = .value(nil)
        } else if roles.contains(where: { Self.isSame($0, role) }) {
          words[word].parts[part] = .value(nil)
        } else {
          roles.append(role)
        }
      }
    }
    self.words = words
    stampsStart = roles.contains(.start)
    guard let finest, roles.contains(.bytes), stampsStart || roles.contains(.end) else {
      let missing =
        finest == nil
        ? "a duration" : roles.contains(.bytes) ? "a time" : "the size of the response"
      throw .invalid(
        field: "--log-format", found: "\(InputFault.excerpt(text)) without \(missing)",
        allowed:
          "the server's own, with a time ($time_local, %t), the size ($body_bytes_sent, %b, %O) and the duration "
          + "($request_time, %D, %{ms}T, %T, %DURATION%) of each request")
    }
    unit = finest
    waitUnit = roles.lazy.compactMap { if case .wait(let unit) = $0 { unit } else { nil } }.first ?? .second
  }

  /// The form as it stands in lines of the log.
  private static func bare(_ text: String) -> String {
    // The directives `log_format` of nginx and `LogFormat` of Apache, with the form in their quotes.
    let directive =
      /\s*(?:log_format\s+\S+\s+(?:escape=\S+\s+)?|LogFormat\s+)(["'].*["'])[^"']*/.dotMatchesNewlines()
    var form = text
    if let match = text.wholeMatch(of: directive) {
      form = String(match.1)
      if form.hasPrefix("\"") { form = String(form.dropFirst().dropLast()) }
    }
    return form.replacing("\\\"", with: "\"").filter { $0 != "'" && $0 != "\n" }
  }

  /// The variables of a word and the text between them.
  private static func parts(of text: String, variable: Regex<Substring>) -> [Part] {
    var parts: [Part] = []
    var end = text.startIndex
    for match in text.matches(of: variable) {
      if match.range.lowerBound > end { parts.append(.text(Array(text[end..<match.range.lowerBound].utf8))) }
      let name = text[match.range]
      var plain =
        name.hasPrefix("$")
        ? name.filter { !"{}".contains($0) } : "%" + name.dropFirst().drop { "!<>0123456789,".contains($0) }
      if variables[plain] == nil, let open = plain.firstIndex(of: "("), let close = plain.lastIndex(of: ")") {
        // A time may have a format behind it.
        plain.removeSubrange(open...close)
      }
      parts.append(.value(variables[plain]))
      end = match.range.upperBound
    }
    if end < text.endIndex { parts.append(.text(Array(text[end...].utf8))) }
    return parts
  }

  /// Whether two variables say the same of a request.
  private static func isSame(_ first: Role, _ second: Role) -> Bool {
    switch (first, second) {
    case (.duration, .duration), (.wait, .wait), (.start, .end), (.end, .start): true
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
    var (client, time, size): (Range<Int>?, Range<Int>?, Range<Int>?)
    var (duration, wait): (Range<Int>?, Range<Int>?)
    var rest: [Range<Int>] = []
    for (word, field) in zip(words, fields) {
      guard word.isQuoted == field.isQuoted, word.isBracketed == field.isBracketed else { return nil }
      let isNeeded = word.parts.contains { if case .value(_?) = $0 { true } else { false } }
      guard isNeeded else {
        rest.append(field.place)
        continue
      }
      var next = field.place.lowerBound
      for (index, part) in word.parts.enumerated() {
        switch part {
        case .text(let text):
          guard bytes[next..<field.place.upperBound].starts(with: text) else { return nil }
          next += text.count
        case .value(let role):
          // A value ends where the fixed text behind it begins.
          var end = field.place.upperBound
          if case .text(let text)? = word.parts.dropFirst(index + 1).first {
            let isLast = index + 2 == word.parts.count
            let places = isLast ? [max(next, end - text.count)] : Array(next..<end)
            guard let place = places.first(where: { bytes[$0..<end].starts(with: text) }) else { return nil }
            end = place
          }
          guard end > next || role == nil else { return nil }
          let place = next..<end
          switch role {
          case .client: client = bytes[place].elementsEqual("-".utf8) ? nil : place
          case .start, .end: time = place
          case .bytes: size = place
          case .duration: duration = place
          case .wait: wait = place
          case nil: break
          }
          next = end
        }
      }
      guard next == field.place.upperBound else { return nil }
    }
    rest += fields.dropFirst(words.count).map(\.place)
    guard let time, let size, let duration else { return nil }
    return Line(client: client, time: time, bytes: size, duration: duration, wait: wait, rest: rest)
  }
}
