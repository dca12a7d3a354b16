/// An array of a JSON document whose elements are made when they are written, and not kept.
public struct JSONList: Sendable {
  /// Number of elements.
  public let count: Int
  /// Makes one, by its index; the same one each time.
  public let element: @Sendable (Int) -> JSONValue

  /// Describes an array.
  public init(count: Int, element: @escaping @Sendable (Int) -> JSONValue) {
    self.count = count
    self.element = element
  }
}

extension JSONList: Hashable {
  /// Whether all elements are equal.
  /// - Complexity: O(*n*).
  public static func == (left: JSONList, right: JSONList) -> Bool {
    left.count == right.count && (0..<left.count).allSatisfy { left.element($0) == right.element($0) }
  }

  /// Adds all elements.
  /// - Complexity: O(*n*).
  public func hash(into hasher: inout Hasher) { for index in 0..<count { hasher.combine(element(index)) } }
}
