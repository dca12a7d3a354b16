import ABRInput
import ABRPlayback

extension SessionTimeline {
  /// The timeline as the `timelines` of a saved run hold it.
  ///
  /// Series are two arrays, one of times and one of values; waits, transfers and arrivals are objects.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "role": .string(role.rawValue), "trace_index": .integer(trace), "programme_index": .integer(content),
      "wall_s": .number(wall), "capacity": capacity.json("bps"), "bitrate": bitrate.json("bps"),
      "level": level.json("s"), "target": target.json("s"),
    ]
    members["waits"] = .array(
      waits.map { wait in
        .object(["cause": .string(wait.cause.rawValue), "from_s": .number(wait.from), "to_s": .number(wait.to)])
      })
    members["wasted"] = .array(wasted.map(\.json))
    members["preloads"] = .array(preloads.map(\.json))
    members["arrivals"] = .array(
      arrivals.map { .object(["t_s": .number($0.time), "item": .integer($0.item)]) })
    return .object(members)
  }
}

extension SessionTimeline.Transfer {
  fileprivate var json: JSONValue {
    .object([
      "from_s": .number(from), "to_s": .number(to), "item": .integer(item), "segment": .integer(segment),
      "bitrate_bps": .integer(bitrate), "bytes": .integer(bytes),
    ])
  }
}

extension TimelineSeries {
  fileprivate func json(_ unit: String) -> JSONValue {
    .object([
      "t_s": .array(times.map { .number($0) }), unit: .array(values.map { .number($0) }),
    ])
  }
}
