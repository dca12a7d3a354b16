import ABRComparison
import ABRInput
import ABRRuns

/// The page of a result that was saved as JSON and is no run: what `check`, `compare`, `tune`, `explain` and `sweep`
/// write.
///
/// A document says more than its page: plain members are a list, objects in lists are tables, and what only programs
/// need is left out.
package struct DocumentPage {
  private let document: JSONValue
  private let file: String

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - result: what the bytes are.
  ///   - bytes: the whole file.
  ///   - file: what the page calls it.
  /// - Throws: `RunFileError` for broken JSON, and for what `DocumentSchema.check` refuses.
  /// - Complexity: O(size of the file).
  package init(_ result: SavedResult, _ bytes: [UInt8], file: String) throws(RunFileError) {
    do throws(InputFault) {
      document = try JSONValue(parsing: bytes)
      if case .document(let schemas) = result { try schemas[0].check(document) }
    } catch {
      throw RunFileError(error, file: file)
    }
    self.file = file
  }

  /// The page.
  package var report: Report {
    if document["sweep"] != .null { return SweepPage(document).report }
    var parts = Parts()
    parts.add(document, named: "")
    let answer = title
    return Report(
      [],
      sections: parts.sections + (parts.facts.isEmpty ? [] : [.init(title: "Facts", facts: parts.facts)]),
      pictures: nil,
      answer: .init(
        title: answer.text, isGood: answer.isGood, sentences: [], numbers: [],
        played: file.split(separator: "/").last.map(String.init) ?? file, summary: "",
        warnings: document["warnings"].elements.compactMap(\.string)))
  }

  /// What was found, where the document says it.
  private var title: (text: String, isGood: Bool?) {
    if let headline = CheckHeadline(document) { return (headline.text, headline.isGood) }
    // Documents of older versions.
    if let outcome = document["outcome"].string {
      let failed = document["gates"].elements.count { $0["status"].string == "fail" }
      let gates = Counted.text(document["gates"].elements.count, "gate")
      return (
        "Check: \(outcome), \(failed) of \(gates) failed",
        outcome == "pass" || outcome == "improvement" ? true : outcome == "regression" ? false : nil
      )
    }
    if let recommendation = document["recommendation"].string {
      let sentence = recommendation.hasSuffix(".") ? recommendation.dropLast() : recommendation[...]
      return (sentence.capitalised, nil)
    }
    if document["settings"] != .null { return ("Nothing was found", nil) }
    guard document["events"] == .null else { return ("Session", nil) }
    let comparisons = document["comparisons"].elements
    let pairs = comparisons.map { comparison in
      (
        name: comparison["candidate"].elements.compactMap(\.string).joined(separator: " "),
        metrics: comparison["metrics"].elements.map {
          (name: $0["metric"].string ?? "", verdict: $0["verdict"].string ?? "")
        }
      )
    }
    guard pairs.count == 1 else { return ComparisonPage.title(of: pairs) }
    return ComparisonPage.title(of: pairs[0].metrics, sides: Self.sides(of: comparisons[0]))
  }

  /// The two sides of a comparison by the specs in which they differ; empty where one has none that the other has not.
  private static func sides(of comparison: JSONValue) -> [String] {
    let specs = ["reference", "candidate"].map { comparison[$0].elements.compactMap(\.string) }
    let names = [(0, 1), (1, 0)].map { own, other in
      specs[own].filter { !specs[other].contains($0) }.joined(separator: " ")
    }
    return names.contains("") ? [] : names
  }

  /// Lists and tables of what a document holds.
  private struct Parts {
    var facts: [(term: String, text: String)] = []
    var sections: [Report.Section] = []

    /// Members that only programs need, and those that stand elsewhere on the page.
    private static let omitted: Set = [
      "schema", "warnings", "recommendation", "relative_difference", "interval_holm",
      "p_value_holm", "worse_traces", "worst_traces", "clusters_better", "clusters_worse", "clusters_tied",
      "effective_clusters", "minimum_detectable_effect", "p_value_deterioration", "direction", "reason",
      "held_out_traces", "unit",
    ]
    /// Members and columns that come first.
    private static let first = [
      "gates", "best", "held_out", "settings", "gate", "metric", "time_s", "event", "configuration", "policy", "buffer",
      "preload", "status", "level", "reference", "candidate", "difference", "interval", "p_value", "verdict",
    ]
    /// More rows than people read are cut, which is said.
    private static let mostRows = 1000

    mutating func add(_ value: JSONValue, named name: String) {
      switch value {
      case .object(let members) where members["code"]?.string != nil:
        sections.append(.init(title: Self.heading(name), code: members["code"]?.string))
      case .object(let members):
        for key in Self.ordered(members.keys) where !Self.omitted.contains(key) {
          add(members[key] ?? .null, named: name.isEmpty ? key : "\(name).\(key)")
        }
      case .array(let elements) where elements.contains { if case .object = $0 { true } else { false } }:
        addTable(elements, named: name)
      case .null: break
      default: if let text = Self.text(value) { facts.append((name, text)) }
      }
    }

    /// Names in the order of the page.
    private static func ordered(_ names: some Collection<String>) -> [String] {
      names.sorted { left, right in
        let places = [left, right].map { first.firstIndex(of: $0) ?? first.count }
        return (places[0], left) < (places[1], right)
      }
    }

    /// A table of objects; lists of objects in them have tables of their own.
    private mutating func addTable(_ elements: [JSONValue], named name: String) {
      var rows: [[String: String]] = []
      var lists: [(String, JSONValue)] = []
      for (index, element) in elements.enumerated() {
        var row: [String: String] = [:]
        Self.flatten(element, "", &row) { key, list in
          lists.append((elements.count == 1 ? "\(name).\(key)" : "\(name) \(index + 1).\(key)", list))
        }
        rows.append(row)
      }
      let keys = Self.ordered(Set(rows.flatMap(\.keys)))
      var table = DataTable(columns: keys.map { .text($0) })
      for row in rows.prefix(Self.mostRows) { table.append(keys.map { row[$0].map { .text($0) } ?? .missing }) }
      let cut = rows.count > Self.mostRows ? "The first \(Self.mostRows) of \(rows.count)." : ""
      if !keys.isEmpty { sections.append(.init(title: Self.heading(name), text: cut, table: table)) }
      for (name, list) in lists { add(list, named: name) }
    }

    /// The plain members of an object by their names, metrics with their units; lists of objects go to `list`.
    private static func flatten(
      _ value: JSONValue, _ name: String, _ row: inout [String: String], of metric: Measure? = nil, extra: Int = 0,
      list: (String, JSONValue) -> Void
    ) {
      guard case .object(let members) = value else {
        if value.elements.contains(where: { if case .object = $0 { true } else { false } }) { return list(name, value) }
        let measure = measured.contains(name) ? metric : Measure.named(name)
        let p = name == "p_value" ? value.number.map { MeasureText.pValue($0) } : nil
        if let text = p
          ?? text(value, of: measure, isDifference: name == "difference" || name == "interval", extra: extra)
        {
          row[name.isEmpty ? "value" : name] = text
        }
        return
      }
      let metric = members["metric"]?.string.flatMap(Measure.named) ?? metric
      let extra = max(extra, GateDocument.extraDigits(ofGate: value))
      for (key, own) in members where !omitted.contains(key) {
        // The verdict is one among all metrics, and so are the numbers beside it.
        let value = members["\(key)_holm"].flatMap { $0 == .null ? nil : $0 } ?? own
        // What a gate or a setting holds has names of its own.
        let isInner = ["comparison", "parameters", "values"].contains(name)
        flatten(value, name.isEmpty || isInner ? key : "\(name).\(key)", &row, of: metric, extra: extra, list: list)
      }
    }

    /// Members of a comparison that are values of its metric.
    private static let measured: Set = ["reference", "candidate", "difference", "interval"]

    /// The path of a member as a heading.
    private static func heading(_ name: String) -> String {
      name.replacing("_", with: " ").replacing(".", with: ", ").capitalised
    }

    /// What people see of a plain value or a list of them; `nil` for nothing.
    private static func text(_ value: JSONValue, of measure: Measure? = nil, isDifference: Bool = false, extra: Int = 0)
      -> String?
    {
      switch value {
      case .string(let text): return text
      case .integer, .number:
        guard let number = value.number else { return nil }
        guard let measure else {
          let isLarge = (1e5..<1e15).contains(abs(number))
          return isLarge ? DecimalPrinter.fixed(number, digits: 0) : DecimalPrinter.significant(number, digits: 6)
        }
        let words = MeasureText(measure)
        return isDifference ? words.difference(number, extra: extra) : words.value(number, extra: extra)
      case .bool(let flag): return flag ? "yes" : "no"
      case .array(let elements):
        let texts = elements.compactMap { text($0, of: measure, isDifference: isDifference, extra: extra) }
        return texts.isEmpty ? nil : texts.joined(separator: measure != nil && texts.count == 2 ? " to " : ", ")
      default: return nil
      }
    }
  }
}
