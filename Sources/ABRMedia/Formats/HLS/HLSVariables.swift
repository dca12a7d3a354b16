import ABRInput

/// The variables of a playlist (draft-pantos-hls-rfc8216bis §4.3 and §4.4.2.3, `EXT-X-DEFINE`): `{$name}` in an address
/// or an attribute stands for the text that a tag before it gives the name.
struct HLSVariables: Sendable {
  /// The longest line that is made of them.
  private static let maximumLength = 65_536

  /// Variables of variables grow without end.
  private var expanded = InputBudget.expandedText
  private var texts = InputBudget.variableText

  /// Those of the multivariant playlist, which a media playlist may import.
  private let imported: [String: String]
  /// Parameters of the query in the playlist's address.
  private let query: [String: String]
  /// Texts by name.
  private(set) var values: [String: String] = [:]

  /// None, until tags define them.
  ///
  /// - Parameters:
  ///   - imported: those of the multivariant playlist.
  ///   - address: where the playlist is, as that lists it.
  init(importing imported: [String: String] = [:], address: String = "") {
    self.imported = imported
    let parameters = address.split(separator: "?", maxSplits: 1).dropFirst().first?.prefix { $0 != "#" } ?? ""
    // A parameter may lack its name, its value or both: `?=`.
    let pairs = parameters.split(separator: "&").map {
      $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    }
    query = Dictionary(pairs.map { (Self.plain($0[0]), $0.count > 1 ? Self.plain($0[1]) : "") }) { first, _ in first }
  }

  private static func plain(_ text: Substring) -> String {
    ManifestFolder.percentDecoded(text.utf8).map { String(decoding: $0, as: UTF8.self) } ?? String(text)
  }

  /// A line with the texts of its variables; a tag `EXT-X-DEFINE` defines what it says.
  ///
  /// - Throws: ``InputFault`` naming line and variable.
  mutating func line(_ text: ArraySlice<UInt8>, _ place: HLSPlace) throws(InputFault) -> ArraySlice<UInt8> {
    let filled = try filled(text, place)
    guard filled.starts(with: "#EXT-X-DEFINE:".utf8) else { return filled }
    let (tag, value) = HLSText.tag(filled)
    let attributes = try HLSAttributes(value, tag: tag, place)
    if let name = attributes["NAME"] {
      guard let value = attributes["VALUE"] else { throw attributes.fault("VALUE", nil, "the text of \(name)") }
      try define(name, value, place)
    } else if let name = attributes["IMPORT"] {
      guard let value = imported[name] else {
        throw attributes.fault("IMPORT", name, "a variable of the multivariant playlist, which is read with this one")
      }
      try define(name, value, place)
    } else if let name = attributes["QUERYPARAM"] {
      guard let value = query[name] else {
        throw attributes.fault(
          "QUERYPARAM", name,
          query.isEmpty
            ? "NAME and VALUE: a playlist in a file has no URL with a query"
            : "\(FaultText.choice(query.keys.sorted())), the parameters of its address")
      }
      try define(name, value, place)
    } else {
      throw attributes.fault("NAME", nil, "NAME and VALUE, or IMPORT")
    }
    return filled
  }

  private mutating func define(_ name: String, _ value: String, _ place: HLSPlace) throws(InputFault) {
    guard texts.take(name.utf8.count + value.utf8.count) else {
      throw place.fault("variable", Array(name.utf8)[...], texts.allowed)
    }
    values[name] = value
  }

  private mutating func filled(_ text: ArraySlice<UInt8>, _ place: HLSPlace) throws(InputFault) -> ArraySlice<UInt8> {
    // Titles and comments are no place for variables.
    let isPlain = text.starts(with: "#".utf8) && !text.starts(with: "#EXT-X-".utf8)
    guard !isPlain, text.contains(UInt8(ascii: "$")) else { return text }
    var filled: [UInt8] = []
    var rest = text
    while let start = rest.firstRange(of: Array("{$".utf8)) {
      let name = rest[start.upperBound...].prefix { $0 != UInt8(ascii: "}") }
      guard name.endIndex < rest.endIndex, let value = values[String(decoding: name, as: UTF8.self)] else {
        throw place.fault(
          "variable", name,
          values.isEmpty
            ? "a line #EXT-X-DEFINE before it"
            : "\(FaultText.choice(values.keys.sorted().prefix(10).map(\.self))), as #EXT-X-DEFINE says")
      }
      guard expanded.take(value.utf8.count) else { throw place.fault("variable", name, expanded.allowed) }
      filled += rest[..<start.lowerBound] + Array(value.utf8)
      guard filled.count <= Self.maximumLength else {
        throw place.fault("variable", name, "lines of at most \(Self.maximumLength) bytes")
      }
      rest = rest[(name.endIndex + 1)...]
    }
    return filled + rest
  }
}
