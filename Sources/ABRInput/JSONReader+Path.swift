extension JSONReader {
  /// The keys and indices that lead to a place, such as `renditions[2].width`; `document` at the outermost level. Of a
  /// long path the last steps, behind `…`.
  ///
  /// Only faults need it, so that it is found afterwards by walking from the front over text whose syntax was already
  /// checked.
  /// - Complexity: O(*place*).
  func path(to place: Int) -> String {
    /// One open bracket: the key before its current value, or the index of it.
    enum Step {
      case key(String?)
      case index(Int)
    }
    var steps: [Step] = []
    var next = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    while next < place {
      switch bytes[next] {
      case UInt8(ascii: "{"): steps.append(.key(nil))
      case UInt8(ascii: "["): steps.append(.index(0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): steps.removeLast(min(1, steps.count))
      case UInt8(ascii: ","):
        switch steps.last {
        case .index(let index): steps[steps.count - 1] = .index(index + 1)
        case .key: steps[steps.count - 1] = .key(nil)
        case nil: break
        }
      case UInt8(ascii: "\""):
        var scanner = JSONText(bytes, openingQuote: next)
        let text = scanner.read()
        if case .key(nil) = steps.last { steps[steps.count - 1] = .key(text) }
        next = scanner.position
        continue
      default: break
      }
      next += 1
    }
    var path = ""
    for step in steps.reversed() {
      // In front of a key stands a point, where anything does.
      let isKey = path.first.map { $0 != "[" } ?? false
      let part =
        switch step {
        case .key(let key?): Self.shown(key)
        case .key(nil): ""
        case .index(let index): "[\(index)]"
        }
      guard path.isEmpty || path.utf8.count + part.utf8.count <= Self.longestPath else {
        return "…" + (isKey ? "." : "") + path
      }
      if !part.isEmpty { path = part + (isKey ? "." : "") + path }
    }
    return path.isEmpty ? "document" : path
  }

  /// Bytes of a path that are shown.
  private static let longestPath = 120

  /// A key as it stands when it is short and plain, else quoted, cut and escaped: messages go to terminals.
  private static func shown(_ key: String) -> String {
    let bytes = Array(key.utf8)
    let isPlain = (1...40).contains(bytes.count) && bytes.allSatisfy { (0x20..<0x7f).contains($0) }
    return isPlain ? key : InputFault.excerpt(bytes[...])
  }
}
