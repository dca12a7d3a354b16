import ABRInput

/// A unit that rates are written in.
public enum RateUnit: String, Sendable, Hashable, CaseIterable {
  case bit = "bit/s"
  case kilobit = "kbit/s"
  case megabit = "Mbit/s"
  case gigabit = "Gbit/s"
  case byte = "B/s"
  case kilobyte = "kB/s"
  case megabyte = "MB/s"
  case gigabyte = "GB/s"
  case kibibit = "Kibit/s"
  case mebibit = "Mibit/s"
  case kibibyte = "KiB/s"
  case mebibyte = "MiB/s"

  /// The unit of a word. Beside the names `kbps` and the like are known, which count bits, as `kBps` counts bytes.
  public init?(word: String) {
    let short: [String: RateUnit] = [
      "bps": .bit, "kbps": .kilobit, "Kbps": .kilobit, "mbps": .megabit, "Mbps": .megabit, "Gbps": .gigabit,
      "gbps": .gigabit, "Bps": .byte, "kBps": .kilobyte, "KBps": .kilobyte, "KB/s": .kilobyte, "MBps": .megabyte,
    ]
    guard let unit = RateUnit(rawValue: word) ?? short[word] else { return nil }
    self = unit
  }

  /// Bits per second in one.
  public var bitsPerSecond: Double {
    switch self {
    case .bit: 1
    case .kilobit: 1e3
    case .megabit: 1e6
    case .gigabit: 1e9
    case .byte: 8
    case .kilobyte: 8e3
    case .megabyte: 8e6
    case .gigabyte: 8e9
    case .kibibit: 1024
    case .mebibit: 1_048_576
    case .kibibyte: 8192
    case .mebibyte: 8_388_608
    }
  }

  /// The names, for messages.
  static var choice: String { FaultText.choice(allCases.map(\.rawValue)) }
}
