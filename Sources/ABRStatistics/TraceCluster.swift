/// Which traces belong together, by the names of their files.
///
/// Windows cut from one recording, two links recorded side by side, or runs of one visit to a place resemble each
/// other. Counted one by one they would make a comparison look surer than it is, so they share a cluster, whose name is
/// `family/name`. The signs are those of the page <doc:Statistics>; a file without any is a cluster of its own.
///
/// Units, rides, visits and links are groups that the collections name themselves; Riiser's set from Oslo has logs of
/// one day that repeat parts of each other. A number by itself is no sign: `trace_101` and `trace_102` may be two
/// homes.
package enum TraceCluster {
  /// Part of a name, whose signs are all of ASCII: bytes are compared faster than characters.
  private typealias Bytes = Substring.UTF8View

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
    var stem = file.utf8.split(separator: UInt8(ascii: "/")).last ?? ""[...].utf8
    if let dot = stem.lastIndex(of: UInt8(ascii: ".")), dot != stem.startIndex, isExtension(stem[dot...].dropFirst()) {
      stem = stem[..<dot]
    }
    let name = fccUnit(stem) ?? ride(stem) ?? visit(stem) ?? day(stem) ?? withoutLink(withoutWindow(stem))
    return "\(family)/\(Substring(name))"
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    // Small letters differ from capital ones in one bit.
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isLink(_ text: Bytes) -> Bool { links.contains(Substring(text).lowercased()) }

  /// A dot also stands in dates and before directions, so that only what looks like an extension is one.
  private static func isExtension(_ text: Bytes) -> Bool {
    (1...5).contains(text.count) && text.allSatisfy { isLetter($0) || isDigit($0) } && text.contains(where: isLetter)
      && !isLink(text)
  }

  /// Whether a text has digits where the pattern has zeros, and the pattern's own characters elsewhere.
  private static func matches(_ text: Bytes, _ pattern: String) -> Bool {
    text.count == pattern.utf8.count
      && zip(text, pattern.utf8).allSatisfy { $1 == UInt8(ascii: "0") ? isDigit($0) : $0 == $1 }
  }

  private static func fccUnit(_ stem: Bytes) -> Bytes? {
    guard stem.starts(with: "trace_".utf8) else { return nil }
    let parts = stem.split(separator: UInt8(ascii: "_"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[1].isEmpty, parts[1].allSatisfy(isDigit), parts[2].starts(with: "http".utf8) else {
      return nil
    }
    return stem[..<parts[1].endIndex]
  }

  private static func ride(_ stem: Bytes) -> Bytes? {
    guard stem.starts(with: "client.".utf8) else { return nil }
    let parts = stem.split(separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[1].isEmpty, parts[1].allSatisfy(isDigit) else { return nil }
    return stem[..<parts[1].endIndex]
  }

  private static func visit(_ stem: Bytes) -> Bytes? {
    matches(stem.prefix(12), "000000_0000-") ? stem.prefix(11) : nil
  }

  private static func day(_ stem: Bytes) -> Bytes? {
    matches(stem.prefix(22), "report.0000-00-00_0000") ? stem.prefix(17) : nil
  }

  /// Takes one number of a window off the end.
  private static func withoutWindow(_ stem: Bytes) -> Bytes {
    let digits = stem.reversed().prefix(while: isDigit).count
    guard digits > 0 else { return stem }
    let front = stem.dropLast(digits)
    if front.suffix(2).elementsEqual("__".utf8) { return front.count > 2 ? front.dropLast(2) : stem }
    for mark in windows where front.suffix(mark.utf8.count).elementsEqual(mark.utf8) {
      let rest = front.dropLast(mark.utf8.count)
      if rest.count > 1, let separator = rest.last, "_-.".utf8.contains(separator) { return rest.dropLast() }
    }
    return stem
  }

  /// Takes the name of a link off the end.
  private static func withoutLink(_ stem: Bytes) -> Bytes {
    guard let separator = stem.lastIndex(where: "._-".utf8.contains), separator != stem.startIndex,
      isLink(stem[separator...].dropFirst())
    else { return stem }
    return stem[..<separator]
  }
}
