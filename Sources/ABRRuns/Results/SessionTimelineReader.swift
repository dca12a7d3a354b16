import ABRInput
import ABRPlayback

extension SessionTimeline {
  /// Reads one of the `timelines` of a saved run.
  ///
  /// - Parameters:
  ///   - reader: stands before the object, and behind it afterwards.
  ///   - traces: number of traces of the run.
  ///   - contents: number of videos or queues that are played over each trace.
  init(_ reader: inout JSONReader, traces: Int, contents: Int) throws(InputFault) {
    var timeline = SessionTimeline(role: .worst, trace: 0, content: 0, wall: 0)
    let seconds = 0...RunRecord.Inputs.longest
    let keys: Set = [
      "role", "trace_index", "programme_index", "wall_s", "capacity", "bitrate", "level", "target", "waits", "wasted",
      "preloads", "arrivals",
    ]
    try reader.members(keys) { key, reader throws(InputFault) in
      switch key {
      case "role": timeline.role = try reader.choice(Role.self)
      case "trace_index": timeline.trace = try reader.integer(in: 0...(traces - 1))
      case "programme_index": timeline.content = try reader.integer(in: 0...(contents - 1))
      case "wall_s": timeline.wall = try reader.number(in: seconds)
      case "capacity": timeline.capacity = try TimelineSeries(&reader, unit: "bps")
      case "bitrate": timeline.bitrate = try TimelineSeries(&reader, unit: "bps")
      case "level": timeline.level = try TimelineSeries(&reader, unit: "s")
      // A player without a target fills its buffer as far as bytes allow.
      case "target": timeline.target = try TimelineSeries(&reader, unit: "s", none: .infinity)
      case "waits": timeline.waits = try reader.list(Self.wait)
      case "wasted": timeline.wasted = try reader.list(Self.transfer)
      case "preloads": timeline.preloads = try reader.list(Self.transfer)
      default: timeline.arrivals = try reader.list(Self.arrival)
      }
    }
    self = timeline
  }

  private static func wait(_ reader: inout JSONReader) throws(InputFault) -> Wait {
    var wait = Wait(cause: .stall, from: 0, to: 0)
    let start = reader.mark()
    try reader.members(["cause", "from_s", "to_s"]) { key, reader throws(InputFault) in
      switch key {
      case "cause": wait.cause = try reader.choice(SessionEvent.WaitCause.self)
      case "from_s": wait.from = try reader.number(in: 0...RunRecord.Inputs.longest)
      default: wait.to = try reader.number(in: 0...RunRecord.Inputs.longest)
      }
    }
    guard wait.from <= wait.to else { throw reader.fault("from_s after to_s", "a stretch of time", at: start) }
    return wait
  }

  private static func transfer(_ reader: inout JSONReader) throws(InputFault) -> Transfer {
    var transfer = Transfer(from: 0, to: 0, item: 0, segment: 0, bitrate: 0, bytes: 0)
    let start = reader.mark()
    let keys: Set = ["from_s", "to_s", "item", "segment", "bitrate_bps", "bytes"]
    try reader.members(keys) { key, reader throws(InputFault) in
      switch key {
      case "from_s": transfer.from = try reader.number(in: 0...RunRecord.Inputs.longest)
      case "to_s": transfer.to = try reader.number(in: 0...RunRecord.Inputs.longest)
      case "item": transfer.item = try reader.integer(in: 0...Int(Int32.max))
      case "segment": transfer.segment = try reader.integer(in: 0...Int(Int32.max))
      case "bitrate_bps": transfer.bitrate = try reader.integer(in: 0...(1 << 53))
      default: transfer.bytes = try reader.integer(in: 0...(1 << 53))
      }
    }
    guard transfer.from <= transfer.to else {
      throw reader.fault("from_s after to_s", "a stretch of time", at: start)
    }
    return transfer
  }

  private static func arrival(_ reader: inout JSONReader) throws(InputFault) -> Arrival {
    var arrival = Arrival(time: 0, item: 0)
    try reader.members(["t_s", "item"]) { key, reader throws(InputFault) in
      switch key {
      case "t_s": arrival.time = try reader.number(in: 0...RunRecord.Inputs.longest)
      default: arrival.item = try reader.integer(in: 0...Int(Int32.max))
      }
    }
    return arrival
  }
}

extension TimelineSeries {
  /// Reads a series of values of a unit.
  ///
  /// - Parameter none: the value that null stands for, which otherwise is refused.
  fileprivate init(_ reader: inout JSONReader, unit: String, none: Double? = nil) throws(InputFault) {
    let start = reader.mark()
    var columns: [String: [Double]] = [:]
    try reader.members(["t_s", unit]) { key, reader throws(InputFault) in
      columns[key] = try reader.list { reader throws(InputFault) in
        if let none, key == unit, try reader.skipNull() { return none }
        return try reader.number(in: 0...1e18)
      }
    }
    guard let times = columns["t_s"], let values = columns[unit], times.count == values.count,
      times.count <= Self.limit
    else {
      throw reader.fault("a series of other lengths", "as many times as values, at most \(Self.limit)", at: start)
    }
    guard zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else {
      throw reader.fault("times that go back", "times in order", at: start)
    }
    self.init(times: times, values: values)
  }
}
