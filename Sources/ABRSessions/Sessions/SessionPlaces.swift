import ABRPlayback

/// Where the parts of a session stand in its file, so that what is said about them names file, line and key.
///
/// Empty for a session that was put together in code; then they are called by their index or name.
struct SessionPlaces: Sendable {
  /// The table of each item; those of one `count` share it.
  var items: [TOMLTable] = []
  /// The table of each visit; empty when every item comes up once, in order.
  var visits: [TOMLTable] = []
  /// The table of each step.
  var steps: [TOMLTable] = []
  /// The table `[session]`.
  var session: TOMLTable?

  /// How a step is called.
  func step(_ index: Int) -> String { Self.table(steps, index)?.place() ?? "step \(index + 1)" }

  /// How a visit is called.
  func visit(_ index: Int) -> String { Self.table(visits, index)?.place() ?? "visit \(index)" }

  /// How a key of an item is called.
  func item(_ index: Int, named name: String, key: String) -> String {
    Self.table(items, index)?.place(key) ?? "item \(name) \(key)"
  }

  /// How a key of the live edge of an item is called.
  func live(_ index: Int, named name: String, key: String) -> String {
    let table = try? Self.table(items, index)?.table("live")
    return table?.place(key) ?? "item \(name) live \(key)"
  }

  /// What is wrong with a key of an item.
  func refusal(ofItem index: Int, named name: String, key: String, found: String, allowed: String) -> any Error {
    Self.refusal(Self.table(items, index), key, called: "item \(name) \(key)", found: found, allowed: allowed)
  }

  /// What is wrong with a key of a visit.
  func refusal(ofVisit index: Int, key: String, found: String, allowed: String) -> any Error {
    Self.refusal(Self.table(visits, index), key, called: "visit \(index) \(key)", found: found, allowed: allowed)
  }

  /// What is wrong with a key of a step.
  ///
  /// - Parameter name: what the key is called where there is no file.
  func refusal(ofStep index: Int, key: String, called name: String, found: String, allowed: String) -> any Error {
    Self.refusal(Self.table(steps, index), key, called: name, found: found, allowed: allowed)
  }

  private static func table(_ tables: [TOMLTable], _ index: Int) -> TOMLTable? {
    tables.indices.contains(index) ? tables[index] : nil
  }

  private static func refusal(
    _ table: TOMLTable?, _ key: String, called name: String, found: String, allowed: String
  ) -> any Error {
    table?.invalid(key, found: found, allowed: allowed)
      ?? SettingsError(setting: name, found: found, allowed: allowed)
  }
}
