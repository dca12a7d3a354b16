import ABRInput

/// What a file holds.
public struct TraceContent: Sendable {
  /// The traces, at least one; names of several are unique.
  public var traces: [BandwidthTrace]
  /// Notes for the user: rows that were left out, times that were closed.
  public var notes: [String]
  /// Of traces made of the requests of a log, by name: how much of it they measured.
  public var coverage: [String: LogCoverage] = [:]
  /// Whether requests of a log were left out because they were faster than any network.
  package var leavesCachedOut = false
  /// The sessions of a log, where they were asked for in place of traces.
  package var visits: LoggedVisits?

  /// Describes what was read.
  public init(_ traces: [BandwidthTrace], notes: [String] = []) {
    self.traces = traces
    self.notes = notes
  }

  /// What distinguishes the traces of a file: the text behind the file's name.
  package static func series(of trace: BandwidthTrace, in name: String) -> String {
    trace.name.hasPrefix("\(name)#") ? String(trace.name.dropFirst(name.utf8.count + 1)) : trace.name
  }

  /// The only trace of a file, or the one that `series` asks for.
  ///
  /// - Throws: ``TraceError/several(file:names:)``, or that no trace has that name.
  package func only(of input: TraceInput) throws(TraceError) -> BandwidthTrace {
    let names = traces.map { Self.series(of: $0, in: input.name) }
    if let wanted = input.options.series {
      guard let index = names.firstIndex(of: wanted) else {
        throw input.malformed(nil, "series", wanted, FaultText.choice(names.prefix(20)))
      }
      return traces[index]
    }
    guard traces.count == 1 else { throw TraceError.several(file: input.file, names: names) }
    return traces[0]
  }
}
