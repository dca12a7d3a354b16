import ABRInput

/// Reads tables of one sample a second, with several traces: one below the other, distinguished by columns of
/// keys, or beside each other in columns of their own.
package enum SampledSeconds {
  /// The most traces of one file: more would take memory for little that is in it.
  private static let maximumTraces = 10_000

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - keys: columns whose values together name a trace; those that the table lacks, and those that have one value
  ///     only, name nothing.
  ///   - prefix: stands before a name made of keys.
  ///   - second: the column of seconds, at which a sample ends.
  ///   - isRate: whether a column of that name holds rates in Mbit/s.
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  package static func read(
    _ input: TraceInput, keys: [String], prefix: String, second: String, isRate: (String) -> Bool
  ) throws(TraceError) -> TraceContent {
    var table = try HeaderTable(input)
    let time = try table.column(second)
    let keys = keys.compactMap { table.header.firstIndex(of: $0) }
    let rates = table.header.indices.filter { isRate(table.header[$0]) }
    var order: [[String]] = []
    var runs: [[String]: Int] = [:]
    var traces: [CoveredTime] = []
    var missing = 0
    while try table.next() {
      let key = keys.map { String(decoding: table.text($0), as: UTF8.self) }
      let run = runs[key] ?? order.count
      if run == order.count {
        guard traces.count + rates.count <= maximumTraces else {
          throw input.malformed(
            table.line, "traces", "more than \(maximumTraces)", "at most \(maximumTraces) in a file")
        }
        runs[key] = run
        order.append(key)
        traces += rates.map { _ in CoveredTime(input, gaps: .close, tolerance: 0.5) }
      }
      let seconds = try table.number(time)
      for (index, rate) in rates.enumerated() {
        let text = table.text(rate)
        guard !text.isEmpty, !text.starts(with: "2147483647".utf8) else {
          missing += 1
          continue
        }
        let megabits = try table.number(rate)
        try traces[run * rates.count + index].add(
          start: seconds - 1, duration: 1, rate: megabits * 1e6, line: table.line)
      }
    }
    guard !order.isEmpty else { throw input.malformed(table.line, "rows", "none", "at least one") }
    // Keys that are the same in all rows distinguish nothing.
    let varying = keys.indices.filter { place in order.contains { $0[place] != order[0][place] } }
    var content = TraceContent([])
    if missing > 0 { content.notes.append("\(Counted.text(missing, "sample")) without a value left out") }
    for (index, var trace) in traces.enumerated() {
      let run = order[index / rates.count]
      let column = table.header[rates[index % rates.count]]
      var parts = varying.map { prefix + run[$0] }
      if rates.count > 1 { parts.append(String(column.prefix { $0 != "_" })) }
      do {
        let read = try trace.content(
          series: parts.isEmpty ? nil : parts.joined(separator: "-"), lineCount: table.line)
        content.traces += read.traces
        content.notes += read.notes.map { parts.isEmpty ? $0 : "\(parts.joined(separator: "-")): \($0)" }
      } catch {
        if traces.count == 1 { throw error }
        content.notes.append("\(parts.joined(separator: "-")): left out, for it carries no byte")
      }
    }
    guard !content.traces.isEmpty else { throw input.malformed(nil, "rows", "no sample", "at least one") }
    return content
  }
}
