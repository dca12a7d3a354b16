import ABRPlayback

extension SessionEvent {
  /// The event's name for programs, such as `buffer_full` waits being `waited`.
  public var name: String {
    switch kind {
    case .requested: "requested"
    case .downloaded: "downloaded"
    case .abandoned: "abandoned"
    case .cut: "cut"
    case .replaced: "replaced"
    case .waited: "waited"
    case .started: "started"
    case .stalled: "stalled"
    case .resumed: "resumed"
    case .target: "target"
    case .eligible: "eligible"
    case .rate: "rate"
    case .switchVisible: "switch_visible"
    case .ended: "ended"
    default: "session"
    }
  }

  /// What the event carries beside its time, under names with units, in a fixed order.
  public var fields: [(name: String, value: DataTable.Cell)] {
    switch kind {
    case .requested(let segment, let rendition, let bytes):
      [("segment", .integer(segment)), ("rendition", .integer(rendition)), ("bytes", .integer(bytes))]
    case .downloaded(let segment, let rendition, let bytes, let latency, let transferTime):
      [
        ("segment", .integer(segment)), ("rendition", .integer(rendition)), ("bytes", .integer(bytes)),
        ("latency_s", .number(latency)), ("transfer_s", .number(transferTime)),
      ]
    case .abandoned(let segment, let rendition, let received, let latency, let transferTime, let instead):
      [
        ("segment", .integer(segment)), ("rendition", .integer(rendition)), ("bytes", .number(received)),
        ("latency_s", .number(latency)), ("transfer_s", .number(transferTime)), ("instead", .integer(instead)),
      ]
    case .cut(let segment, let rendition, let received):
      [("segment", .integer(segment)), ("rendition", .integer(rendition)), ("bytes", .number(received))]
    case .replaced(let segment, let bytes): [("segment", .integer(segment)), ("bytes", .integer(bytes))]
    case .waited(let seconds, let reason): [("seconds", .number(seconds)), ("reason", .text(reason.rawValue))]
    case .started, .stalled: []
    case .resumed(let seconds): [("stalled_s", .number(seconds))]
    case .target(let seconds): [("target_s", .number(seconds))]
    case .eligible(let mask): [("renditions", .text(Self.indices(mask)))]
    case .rate(let rate): [("rate", .number(rate))]
    case .switchVisible(let latency): [("latency_s", .number(latency))]
    case .ended(let outcome): [("outcome", .text(outcome.rawValue))]
    default: []
    }
  }

  /// One JSON object on one line.
  public var json: String {
    let place: [(String, DataTable.Cell)] = [
      ("time_s", .number(time)), ("level_s", .number(level)), ("position_s", .number(position)),
      ("event", .text(name)),
    ]
    let members = (place + fields.map { ($0.name, $0.value) }).map { "\(JSONLiteral.string($0.0)): \($0.1.literal)" }
    return "{" + members.joined(separator: ", ") + "}"
  }

  private static func indices(_ mask: UInt64) -> String {
    (0..<64).filter { mask >> UInt64($0) & 1 == 1 }.map { "\($0)" }.joined(separator: " ")
  }
}
