/// Which traces belong together, by the names of their files.
///
/// Windows cut from one recording, two links recorded side by side, or runs of one visit to a place resemble each
/// other. Counted one by one they would make a comparison look surer than it is, so they share a cluster, whose name is
/// `family/name`. A file without any of these signs is a cluster of its own, which is the default:
///
/// | sign in the name, extension apart | what it means | example | cluster |
/// | --- | --- | --- | --- |
/// | `__7` at the end, or `_p07`, `_w07`, `_part7`, `_window7` | a window of a recording | `drive_p02.csv` | `drive` |
/// | `.down`, `-up`, `_wifi`, `_verizon` … at the end | links recorded side by side | `11_1_wifi.csv` | `11_1` |
/// | `trace_55_http…` at the start | a unit of the FCC's, by target | `trace_55_http---a.com.csv` | `trace_55` |
/// | `client.1529470544.…` at the start | receivers of one ride, by time | `client.15294.reno.csv` | `client.15294` |
/// | `210515_1336-…` at the start | runs of one visit, by time | `210515_1336-4g-weak.csv` | `210515_1336` |
/// | `report.2010-09-29_1622…` | logs of a day that overlap | `report.2010-09-29_1622CEST.log` | `report.2010-09-29` |
///
/// The first four rows are the groups that the collections name themselves; the last row is Riiser's set from Oslo,
/// whose logs of one day repeat parts of each other. A number by itself is no sign: `trace_101` and `trace_102` may be
/// two homes.
package enum TraceCluster {
  private static let links: Set<String> = [
    "down", "up", "downlink", "uplink", "wifi", "cellular", "att", "sprint", "tmobile", "verizon",
  ]
  private static let windows = ["p", "w", "part", "window"]

  /// The cluster of a trace.
  ///
  /// - Parameters:
  ///   - file: the trace's file, with or without folders and extension.
  ///   - family: name of the folder that holds the file; traces of two folders never share a cluster.
  /// - Complexity: O(*file*).
  package static func name(of file: String, family: String) -> String {
    var stem = Substring(file.split(separator: "/").last ?? "")
    if let dot = stem.lastIndex(of: "."), dot != stem.startIndex, isExtension(stem[dot...].dropFirst()) {
      stem = stem[..<dot]
    }
    let name = fccUnit(stem) ?? ride(stem) ?? visit(stem) ?? day(stem) ?? withoutLink(withoutWindow(stem))
    return "\(family)/\(name)"
  }

  /// A dot also stands in dates and before directions, so that only what looks like an extension is one.
  private static func isExtension(_ text: Substring) -> Bool {
    (1...5).contains(text.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      && text.contains(where: \.isLetter) && !links.contains(text.lowercased())
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Whether a text has digits where the pattern has zeros, and the pattern's own characters elsewhere.
  private static func matches(_ text: Substring, _ pattern: String) -> Bool {
    text.count == pattern.count
      && zip(text, pattern).allSatisfy { $1 == "0" ? $0.isASCII && $0.isNumber : $0 == $1 }
  }

  private static func fccUnit(_ stem: Substring) -> Substring? {
    // Nearly all names begin otherwise, and comparing bytes is quicker than taking a name apart.
    guard stem.utf8.starts(with: "trace_".utf8) else { return nil }
    let parts = stem.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "trace", isDigits(parts[1]), parts[2].hasPrefix("http") else { return nil }
    return stem[..<parts[1].endIndex]
  }

  private static func ride(_ stem: Substring) -> Substring? {
    guard stem.utf8.starts(with: "client.".utf8) else { return nil }
    let parts = stem.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "client", isDigits(parts[1]) else { return nil }
    return stem[..<parts[1].endIndex]
  }

  private static func visit(_ stem: Substring) -> Substring? {
    guard let first = stem.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
    return matches(stem.prefix(12), "000000_0000-") ? stem.prefix(11) : nil
  }

  private static func day(_ stem: Substring) -> Substring? {
    guard stem.utf8.starts(with: "report.".utf8) else { return nil }
    return matches(stem.prefix(22), "report.0000-00-00_0000") ? stem.prefix(17) : nil
  }

  /// Takes one number of a window off the end.
  private static func withoutWindow(_ stem: Substring) -> Substring {
    let digits = stem.reversed().prefix { $0.isASCII && $0.isNumber }.count
    guard digits > 0 else { return stem }
    let front = stem.dropLast(digits)
    if front.hasSuffix("__") { return front.count > 2 ? front.dropLast(2) : stem }
    for mark in windows {
      for separator in ["_", "-", "."] where front.hasSuffix(separator + mark) && front.count > mark.count + 1 {
        return front.dropLast(mark.count + 1)
      }
    }
    return stem
  }

  /// Takes the name of a link off the end.
  private static func withoutLink(_ stem: Substring) -> Substring {
    guard let separator = stem.lastIndex(where: { "._-".contains($0) }), separator != stem.startIndex,
      links.contains(stem[stem.index(after: separator)...].lowercased())
    else { return stem }
    return stem[..<separator]
  }
}
