/// Which traces of a list are copies of others: they tell nothing new, and statistics count a recording
/// once. Commands play the first of each.
package struct CopiedTraces: Sendable {
  /// Whether each trace is the first of its content.
  package let isFirst: [Bool]
  /// Number of different contents.
  package let count: Int
  /// What to say where there are copies; `nil` where there are none.
  package let warning: String?

  /// Compares traces.
  ///
  /// - Parameter traces: what copies have in common, and what messages call each.
  package init<Content: Hashable>(_ traces: some Sequence<(content: Content, file: String)>) {
    var first: [Content: String] = [:]
    var example: (copy: String, of: String)?
    isFirst = traces.map { trace in
      guard let other = first[trace.content] else {
        first[trace.content] = trace.file
        return true
      }
      example = example ?? (trace.file, other)
      return false
    }
    count = first.count
    let (copies, all) = (isFirst.count - first.count, isFirst.count)
    warning = example.map {
      "\(copies) of \(all) traces are copies of others, such as \($0.copy) of \($0.of): each recording counts once"
    }
  }

  /// What belongs to the first trace of each content.
  ///
  /// - Parameter values: one for each trace.
  package func firsts<Value>(of values: [Value]) -> [Value] { zip(values, isFirst).filter(\.1).map(\.0) }
}
