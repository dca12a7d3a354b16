import ABRInput

/// What `--columns` may be for JSON of no known layout, from the names and values of its first object.
package enum RecordHint {
  private struct Member {
    var path: String
    var text: String
    var isNumber: Bool
    /// The path in small letters without what stands between its words.
    var word: String { path.lowercased().filter { $0 != "_" && $0 != "-" } }
  }

  /// The way out for a file that begins as JSON does.
  package static func fix(_ head: TraceHead) -> String { FaultText.cut(text(head), to: 300) }

  private static func text(_ head: TraceHead) -> String {
    let members = members(head)
    func first(_ words: [String], but others: [String] = [], where isRight: @escaping (Member) -> Bool) -> Member? {
      words.lazy.compactMap { word in
        members.first { member in
          member.word.contains(word) && !others.contains(where: member.word.contains) && isRight(member)
        }
      }.first
    }
    func isTime(_ member: Member) -> Bool {
      var stamps = TimeStamps(unit: nil, isEpoch: true)
      let bytes = Array(member.text.utf8)
      return stamps.seconds(bytes, 0..<bytes.count) != nil
    }
    let time = first(["timestamp", "time", "date", "ts", "start", "end", "@"], where: isTime)
    let servers = TableHint.servers
    let duration = first(
      ["duration", "elapsed", "took", "taken", "requesttime", "responsetime", "latenc"],
      but: servers + ["firstbyte", "ttfb"]
    ) { member in
      member.path != time?.path
        && (member.isNumber || Double(member.text) != nil || TimeUnit.duration(member.text) != nil)
    }
    let bytes = first(
      ["bytessent", "sent", "response", "resp", "body", "bytes", "size", "length"],
      but: servers + ["status", "code", "time", "latenc"]
    ) { member in
      (member.isNumber || Double(member.text) != nil) && member.path != duration?.path && member.path != time?.path
        && !(isTime(member) && ["start", "begin", "end"].contains { member.word.contains($0) })
    }
    // From the first byte on, where both are there.
    if let bytes, let start = first(["responsestart", "start", "begin"], where: isTime),
      let end = first(["responseend", "end"], where: isTime),
      start.path != end.path
    {
      return "name its members, such as --columns start\(start.isNumber ? ":unix" : "")@\(start.path),"
        + "end\(end.isNumber ? ":unix" : "")@\(end.path),bytes@\(bytes.path)"
    }
    if bytes == nil, let duration = first(["duration", "elapsed"], where: \.isNumber),
      let rate = first(["bandwidth", "throughput", "rate", "speed", "bps"], where: \.isNumber)
    {
      let rateUnit = TableHint.words(rate.path).lazy.compactMap { RateUnit(word: $0) }.first ?? .kilobit
      return "name its members, such as --columns duration:\(unit(of: duration))@\(duration.path),"
        + "rate:\(rateUnit.rawValue)@\(rate.path)"
    }
    guard let time, let duration, let bytes else {
      let names = members.prefix(12).map(\.path).joined(separator: ", ")
      return "name its members, such as --columns end@WHEN,duration:ms@TOOK,bytes@SIZE"
        + (names.isEmpty ? "" : "; found \(FaultText.cut(names, to: 160))")
    }
    let unit = unit(of: duration)
    let mark = time.path.lowercased().contains("start") ? "start" : "end"
    return "name its members, such as --columns \(mark)\(time.isNumber ? ":unix" : "")@\(time.path),"
      + "duration:\(unit)@\(duration.path),bytes@\(bytes.path)"
  }

  /// The unit of a duration, by its name or its size.
  private static func unit(of duration: Member) -> String {
    let name = duration.path.lowercased()
    // The common schema of Elastic.
    if name == "event.duration" { return "ns" }
    if let unit = ["us", "ms", "ns"].first(where: { name.hasSuffix($0) }) { return unit }
    let prefixes = ["micro": "us", "milli": "ms", "nano": "ns"]
    if let prefix = prefixes.keys.sorted().first(where: { name.contains($0) }) { return prefixes[prefix] ?? "s" }
    guard let number = Double(duration.text) else { return "s" }
    return number < 60 ? "s" : number < 100_000 ? "ms" : number < 1e8 ? "us" : "ns"
  }

  /// The numbers and texts of the first object that has two or more.
  private static func members(_ head: TraceHead) -> [Member] {
    var reader = JSONReader(Array(head.bytes))
    var found: [Member] = []
    // A head is cut anywhere: what was found before it ends counts.
    try? collect(&reader, path: "", into: &found)
    return found
  }

  private static func collect(
    _ reader: inout JSONReader, path: String, into found: inout [Member]
  ) throws(InputFault) {
    switch try reader.kind() {
    case .object:
      try reader.enterObject()
      while let key = try reader.nextKey() {
        try collect(&reader, path: path.isEmpty ? key : "\(path).\(key)", into: &found)
      }
    case .array:
      try reader.enterArray()
      while try reader.nextElement() {
        // Members are called by their path inside the objects of a list, of which one is enough.
        if found.count < 2 { found = [] }
        try found.isEmpty ? collect(&reader, path: "", into: &found) : reader.skip()
      }
    case .string: found.append(Member(path: path, text: try reader.string(), isNumber: false))
    case .number: found.append(Member(path: path, text: "\(try reader.number())", isNumber: true))
    case .boolean, .null: try reader.skip()
    }
  }
}
