internal import CXML

/// An element of an XML document (XML 1.0), read by expat.
///
/// Names are without the prefix of their namespace. Document type declarations are refused, so that there are no
/// entities but the five that XML has itself, elements lie at most 32 deep in each other, and there are no more than
/// `InputBudget.elements`.
package struct XMLElement: Sendable {
  /// Its name without a prefix.
  package let name: String
  /// Its attributes by their names without prefixes.
  package let attributes: [String: String]
  /// Its text without blanks at its ends; empty where there are elements in it.
  package let text: String
  /// Line of its opening, from 1.
  package let line: Int
  /// Byte of that line, from 1: of a manifest without line feeds it is the only place there is.
  package let column: Int
  /// The elements in it.
  package private(set) var children: [XMLElement] = [] {
    didSet {
      // Attributes and lists are inherited: of thousands of periods each looks at the elements it lies in.
      guard children.count > 8 else { return }
      firsts = Dictionary(children.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }
  }
  /// Where the first element of each name is; empty where there are few.
  private var firsts: [String: Int] = [:]

  /// Reads a document.
  ///
  /// - Parameter bytes: the file, in UTF-8, UTF-16, ISO 8859-1 or ASCII.
  /// - Returns: the outermost element.
  /// - Throws: ``InputFault`` naming line and column.
  /// - Complexity: O(*bytes*).
  package static func document(_ bytes: [UInt8]) throws(InputFault) -> XMLElement {
    // The call reads so many bytes as the array has; the document is destroyed on every way out, and nothing that it
    // points to is kept: texts are copied.
    let budget = InputBudget.elements
    guard let document = unsafe cxml_parse(bytes, bytes.count, budget.limit) else {
      throw InputFault(
        line: nil, field: "document", found: "\(bytes.count) bytes", allowed: "a document that fits into memory")
    }
    defer { unsafe cxml_destroy(document) }
    if let error = unsafe cxml_error(document) {
      throw InputFault(
        line: Int(unsafe cxml_error_line(document)), column: Int(unsafe cxml_error_column(document)), field: "XML",
        found: unsafe String(cString: error),
        allowed: unsafe cxml_size(document) < budget.limit ? "a well-formed document" : budget.allowed)
    }
    // From the last to the first: what lies in an element comes after it.
    var open: [Int: [XMLElement]] = [:]
    for index in stride(from: Int(unsafe cxml_element_count(document)) - 1, through: 0, by: -1) {
      let entry = unsafe cxml_element(document, index)
      var element = unsafe XMLElement(entry, of: document)
      element.children = open.removeValue(forKey: index)?.reversed() ?? []
      if index == 0 { return element }
      open[Int(entry.parent), default: []].append(element)
    }
    throw InputFault(line: nil, field: "document", found: "none", allowed: "an element")
  }

  /// The indices and places are the document's own, and its texts end in zeros.
  private init(_ entry: CXMLElement, of document: OpaquePointer) {
    func text(_ place: UInt32) -> String { unsafe String(cString: cxml_text(document, place)) }
    func local(_ name: String) -> String {
      name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }
    name = local(text(entry.name))
    line = Int(entry.line)
    column = Int(entry.column)
    self.text = text(entry.text).trimmed
    var attributes: [String: String] = [:]
    for index in 0..<Int(entry.attribute_count) {
      let attribute = unsafe cxml_attribute(document, Int(entry.first_attribute) + index)
      let key = text(attribute.name)
      // A namespace is declared, not meant.
      if key == "xmlns" || key.hasPrefix("xmlns:") { continue }
      if attributes[local(key)] == nil { attributes[local(key)] = text(attribute.value) }
    }
    self.attributes = attributes
  }

  /// The elements in it with a name.
  package func all(_ name: String) -> [XMLElement] {
    firsts.isEmpty || firsts[name] != nil ? children.filter { $0.name == name } : []
  }

  /// The first element in it with a name.
  package func first(_ name: String) -> XMLElement? {
    firsts.isEmpty ? children.first { $0.name == name } : firsts[name].map { children[$0] }
  }
}
