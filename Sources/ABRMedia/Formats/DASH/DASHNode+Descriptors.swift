import ABRInput

/// Descriptors (ISO/IEC 23009-1, 5.8.2), which say what a set or representation is for.
extension DASHNode {
  /// `video`, `audio`, `text` or `image`, of a representation.
  var kind: String {
    if let kind = inheritedAttribute("contentType") { return kind }
    if let type = inheritedAttribute("mimeType") { return String(type.prefix { $0 != "/" }) }
    let codecs = inheritedAttribute("codecs")
    return VideoCodec.isAudioOnly(codecs) ? "audio" : VideoCodec.family(of: codecs) == nil ? "" : "video"
  }

  /// The range of brightness, as HLS calls it (ISO/IEC 23091-2, table 3).
  var videoRange: String {
    let properties = ([self] + parents).flatMap(\.properties)
    let characteristics = properties.first { $0["schemeIdUri"] == "urn:mpeg:mpegB:cicp:TransferCharacteristics" }
    return ["16": "PQ", "18": "HLG"][characteristics?["value"] ?? ""] ?? "SDR"
  }

  /// Why it is not played, for a person; `nil` where it may be.
  var exclusion: String? {
    if isForSeeking { return "pictures for seeking are not played" }
    let essential = element.all("EssentialProperty").map(\.attributes)
    // Of several with the same `id` one that is known is enough (5.8.4.8).
    let known = Set(essential.filter(Self.isKnown).compactMap { $0["id"] })
    guard let unknown = essential.first(where: { !Self.isKnown($0) && !($0["id"].map(known.contains) ?? false) }) else {
      return nil
    }
    let scheme = InputFault.excerpt(unknown["schemeIdUri"] ?? "")
    return "representations with the unknown EssentialProperty \(scheme) are left out, as players do"
  }

  /// Whether it has pictures for seeking alone.
  var isForSeeking: Bool { properties.contains { $0["schemeIdUri"]?.hasSuffix("/trickmode") == true } }

  /// Source, x, y, width and height of its picture, and the size of the whole where it is declared (SRD, annex H).
  var pictureArea: [Double]? {
    let value = properties.first { $0["schemeIdUri"] == "urn:mpeg:dash:srd:2014" }?["value"]
    let numbers = value?.split(separator: ",").map { Double($0.drop { $0 == " " }) ?? .nan } ?? []
    return numbers.count >= 5 ? numbers : nil
  }

  /// The values of descriptors in the scheme of DASH.
  func roles(_ name: String = "Role") -> [String] {
    element.all(name).filter { $0.attributes["schemeIdUri"] == "urn:mpeg:dash:role:2011" }
      .compactMap { $0.attributes["value"] }
  }

  private var properties: [[String: String]] {
    (element.all("EssentialProperty") + element.all("SupplementalProperty")).map(\.attributes)
  }

  /// Whether a property is of a scheme that the lab knows, or that changes nothing for it: colours, the order of
  /// parts, parameters of addresses, fonts, projections.
  private static func isKnown(_ property: [String: String]) -> Bool {
    let scheme = property["schemeIdUri"] ?? ""
    return [
      "urn:mpeg:mpegB:cicp:", "urn:mpeg:dash:srd:2014", "urn:mpeg:dash:urlparam:", "urn:mpeg:dash:ssr:2023",
      "urn:dvb:dash:fontdownload:", "urn:mpeg:mpegI:omaf:2017:pf", "urn:mpeg:dash:adaptation-set-switching:2016",
      "http://dashif.org/guidelines/last-segment-number",
    ].contains(where: scheme.hasPrefix)
  }
}
