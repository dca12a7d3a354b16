/// What an input may cost, asked before memory or time is taken: a short file can say much.
///
/// ```swift
/// var budget = InputBudget.impliedSizes
/// guard budget.take(segments * renditions) else { throw fault(found, budget.allowed) }
/// ```
package struct InputBudget: Sendable {
  /// How much there is at the beginning.
  package let limit: Int
  /// What is counted, for messages.
  package let unit: String
  private var left: Int

  private init(_ limit: Int, _ unit: String) {
    self.limit = limit
    self.unit = unit
    left = limit
  }

  /// Bytes of a playlist whose variables are filled in.
  package static let expandedText = InputBudget(32 << 20, "bytes once variables are filled in")
  /// Bytes of all texts that variables of a playlist stand for.
  package static let variableText = InputBudget(1 << 20, "bytes in all variables")
  /// Bytes of an address that a template makes; servers take 8,000 (RFC 9110 §4.1).
  package static let address = InputBudget(8192, "bytes of an address")
  /// Segments in all renditions that a manifest implies and does not list: a day of two-second segments in 24
  /// renditions.
  package static let impliedSegments = InputBudget(1 << 20, "segments of all renditions that a manifest implies")
  /// Elements of an XML document with their attributes, each of which takes some 150 bytes: a million segments with an
  /// address and a range each.
  package static let elements = InputBudget(3_500_000, "elements and attributes")
  /// Sizes of segments in all renditions and videos of a file.
  package static let sizes = InputBudget(1 << 24, "segments in all renditions and videos of a file")
  /// Rows of a trace that are made of another one.
  package static let traceRows = InputBudget(1 << 20, "rows of a trace with time-outs")
  /// Bytes of a line of another program.
  package static let line = InputBudget(1 << 20, "bytes of a line")

  /// Takes some of it.
  ///
  /// - Parameter count: 0 or more.
  /// - Returns: whether there was so much; otherwise nothing is taken.
  package mutating func take(_ count: Int) -> Bool {
    guard count <= left else { return false }
    left -= count
    return true
  }

  /// What is allowed, for messages.
  package var allowed: String { "no more than \(limit) \(unit)" }
}
