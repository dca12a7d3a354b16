import ABRInput
import ABRPlayback
import ABRPolicies

/// The menu of bitrates, and what the viewer chooses from it.
extension SessionFile {
  /// Reads the menu; an entry of 0 bit/s called "Automatic" joins it where there is none (Brightcove SDK).
  mutating func readMenu(_ root: TOMLTable) throws(ConfigurationError) {
    guard let session = try root.table("session") else { return }
    let tables = try session.tables("menu")
    guard !tables.isEmpty else {
      if session.has("menu") { throw session.invalid("menu", allowed: "at least one entry; leave it out for no menu") }
      if session.has("menu-initial") {
        warnings.append("\(session.place("menu-initial")): never takes effect without menu")
      }
      return
    }
    var entries: [Menu.Entry] = []
    for table in tables {
      try table.allow(only: SessionKeys.menu)
      let bitrate = try table.quantity("bitrate", Quantity.bitrate)
      entries.append(
        Menu.Entry(
          try table.required("label", try table.string("label"), allowed: "what the viewer reads"),
          bitrate: try table.required("bitrate", bitrate, allowed: "a bitrate such as \"520k\", \"0\" for automatic")))
      if let label = Menu.repeated(entries.map(\.label)) {
        throw table.invalid("label", found: "\"\(label)\" again", allowed: "a label that no other entry has")
      }
    }
    let initial = try session.integer("menu-initial", in: 0...entries.count)
    do {
      menu = try Menu(entries, initialIndex: initial ?? 0)
    } catch {
      let key = error.setting == "menu entries" ? "menu" : "menu-initial"
      throw session.invalid(key, found: error.found, allowed: error.allowed)
    }
  }

  /// The limits with which a choice of the viewer leaves the rule.
  func choice(_ table: TOMLTable) throws(ConfigurationError) -> LimitChange {
    guard let menu else { throw table.refused("do", "there is no menu to choose from: add menu to [session]") }
    let labels = menu.entries.map(\.label)
    let label = try table.required("entry", try table.choice("entry", of: labels), allowed: FaultText.choice(labels))
    return LimitChange(peak: menu.entries[labels.firstIndex(of: label) ?? 0].bitrate)
  }
}
