import ABRInput

/// An element of a manifest with those it lies in, from which it inherits.
struct DASHNode: Sendable {
  /// The element.
  let element: XMLElement
  /// The manifest, for errors.
  let file: String
  private let outer: [XMLElement]

  /// The outermost element.
  init(root: XMLElement, file: String) {
    element = root
    self.file = file
    outer = []
  }

  private init(_ element: XMLElement, in parent: DASHNode) {
    self.element = element
    file = parent.file
    outer = [parent.element] + parent.outer
  }

  /// The elements that it lies in, innermost first.
  var parents: [DASHNode] {
    outer.indices.map { DASHNode(outer[$0], file: file, outer: Array(outer[($0 + 1)...])) }
  }

  private init(_ element: XMLElement, file: String, outer: [XMLElement]) {
    self.element = element
    self.file = file
    self.outer = outer
  }

  /// The elements in it with a name.
  func all(_ name: String) -> [DASHNode] { element.all(name).map { DASHNode($0, in: self) } }

  /// The first element of a name in it or in those it lies in, innermost first.
  func inherited(_ name: String) -> DASHNode? { inheritedAll(name).first }

  /// The elements of a name in it and in those it lies in, innermost first.
  func inheritedAll(_ name: String) -> [DASHNode] {
    ([element] + outer).compactMap { $0.first(name) }.map { DASHNode($0, in: self) }
  }

  /// An attribute of it or of those it lies in.
  func inheritedAttribute(_ name: String) -> String? {
    element.attributes[name] ?? outer.lazy.compactMap { $0.attributes[name] }.first
  }

  /// The addresses that those in it are relative to, from the outermost on.
  var baseAddresses: [DASHNode] { inheritedAll("BaseURL").reversed() }

  /// Line of the element.
  var line: Int { element.line }

  /// An error of an attribute, or of the element.
  func fault(_ attribute: String?, _ found: String?, _ allowed: String) -> VideoError {
    .malformed(
      file: file, line: element.line, column: element.column,
      field: element.name + (attribute.map { "@\($0)" } ?? ""), found: found.map(InputFault.excerpt) ?? "nothing",
      allowed: allowed)
  }

  /// A whole number of an attribute that may stand in several elements; the first that has it counts.
  static func integer(
    _ name: String, of nodes: [DASHNode], in range: ClosedRange<Int>
  ) throws(VideoError) -> Int? {
    guard let node = nodes.first(where: { $0.element.attributes[name] != nil }),
      let text = node.element.attributes[name]
    else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw node.fault(name, text, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// A whole number of one attribute.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(VideoError) -> Int? {
    try Self.integer(name, of: [self], in: range)
  }

  /// The seconds of an attribute such as `PT2S`.
  func seconds(_ name: String) throws(VideoError) -> Double? {
    guard let text = element.attributes[name] else { return nil }
    guard let seconds = DASHTime.seconds(text) else { throw fault(name, text, "a duration such as PT1H2M3.5S") }
    return seconds
  }
}
