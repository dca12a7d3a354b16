/// A template of segment addresses (ISO/IEC 23009-1 §5.3.9.4.4), such as `$RepresentationID$/$Number%05d$.m4s`.
struct DASHTemplate: Sendable {
  private enum Part: Sendable {
    case text(String)
    case number(width: Int)
    case time(width: Int)
    case part(width: Int)
  }

  private var parts: [Part] = []

  /// Whether addresses differ by time and not by number.
  private(set) var usesTime = false
  /// Whether segments have several parts, each with an address of its own.
  private(set) var usesParts = false

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - template: its text.
  ///   - identifier: what stands for `$RepresentationID$`.
  ///   - bandwidth: what stands for `$Bandwidth$`.
  ///   - Returns: `nil` where an identifier is unknown, not closed, or wider than 20 digits.
  init?(_ template: String, identifier: String, bandwidth: Int) {
    for (index, piece) in template.split(separator: "$", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) {
        if !piece.isEmpty { parts.append(.text(String(piece))) }
        continue
      }
      let name = piece.prefix { $0 != "%" }
      guard let width = Self.width(piece.dropFirst(name.count)) else { return nil }
      switch name {
      case "": parts.append(.text("$"))
      case "RepresentationID": parts.append(.text(identifier))
      case "Bandwidth": parts.append(.text(Self.padded(bandwidth, width)))
      case "Number": parts.append(.number(width: width))
      case "Time":
        parts.append(.time(width: width))
        usesTime = true
      case "SubNumber":
        parts.append(.part(width: width))
        usesParts = true
      default: return nil
      }
    }
    // An odd number of dollars leaves an identifier open.
    guard template.count(where: { $0 == "$" }).isMultiple(of: 2) else { return nil }
  }

  /// Bytes of an address, at least.
  var length: Int {
    parts.reduce(0) { sum, part in
      switch part {
      case .text(let text): sum + text.utf8.count
      case .number(let width), .time(let width), .part(let width): sum + width
      }
    }
  }

  /// The address of a segment, or of one of its parts, which count from 1.
  func address(number: Int, time: Int, part partNumber: Int = 1) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .number(let width): Self.padded(number, width)
      case .time(let width): Self.padded(time, width)
      case .part(let width): Self.padded(partNumber, width)
      }
    }.joined()
  }

  /// The width of a format such as `%05d`; 1 without one.
  private static func width(_ format: Substring) -> Int? {
    if format.isEmpty { return 1 }
    guard format.hasPrefix("%0"), format.hasSuffix("d"), let width = Int(format.dropFirst(2).dropLast()),
      (0...20).contains(width)
    else { return nil }
    return width
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
