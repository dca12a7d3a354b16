import ABRInput

/// What is read of a configuration on the way.
struct ReadOptions {
  let file: String
  /// Values by the options' names.
  private(set) var values: [String: String] = [:]
  private(set) var notes: [String] = []
  /// What may be a mistake.
  private(set) var warnings: [String] = []
  /// Warnings that are made, at most: further ones are counted.
  private static let mostWarnings = 100
  private var furtherWarnings = 0
  /// Whether the file sets an option.
  var setsOptions = false
  /// Numbers of the objects that have keys of the player.
  private(set) var objects: Set<Int> = []
  /// The names in front of assignments to keys of the player, where they are those of a configuration.
  private(set) var holders: Set<[String]> = []
  /// Keys that the lab does not play.
  private(set) var unplayed: [String] = []
  /// Names by which the file has the player preload a feed.
  private(set) var preloads: [String] = []
  /// The first call that is not read, for its arguments.
  private(set) var unreadCall: PlayerConfigurationError?
  private var origins: [String: (entry: PlayerConfiguration.Entry, path: [String])] = [:]
  private var isAmbiguous = false

  init(file: String) { self.file = file }

  /// Says something of a line of the file.
  mutating func warn(_ line: Int, _ text: () -> String) {
    if warnings.count < Self.mostWarnings {
      warnings.append("\(file):\(line): \(text())")
    } else {
      furtherWarnings += 1
    }
  }

  /// Takes note of where a key of the player is.
  mutating func note(_ entry: PlayerConfiguration.Entry) {
    switch entry.form {
    case .member(let object?): objects.insert(object.number)
    case .assignment:
      // A player itself has other properties, too.
      let holder = entry.path.dropLast()
      let isConfiguration = holder.contains { name in
        ["config", "settings", "vhs", "preload"].contains { name.lowercased().hasSuffix($0) }
      }
      if isConfiguration { holders.insert(Array(holder)) }
    default: break
    }
  }

  /// Says that a call is not read, for its arguments.
  mutating func passOver(call name: String, of arguments: [PlayerConfiguration.Value], on line: Int, expected: String) {
    let found = Counted.text(arguments.count, "argument")
    warn(line) { "\(name) is not read: found \(found), expected \(expected)" }
    guard unreadCall == nil else { return }
    unreadCall = PlayerConfigurationError(file: file, line: line, field: name, found: found, allowed: expected)
  }

  mutating func pass(_ key: String) {
    if !unplayed.contains(key) { unplayed.append(key) }
  }

  /// Takes note of an entry that has the player preload a feed.
  mutating func preload(_ key: String, by entry: PlayerConfiguration.Entry) {
    if !preloads.contains(key) { preloads.append(key) }
    note(entry)
  }

  /// Sets an option; `nil` for its default.
  mutating func set(
    _ option: PlayerOption, to text: String?, at path: [String], by entry: PlayerConfiguration.Entry
  ) {
    let key = option.parameter.key
    guard let text else {
      (values[key], origins[key]) = (nil, nil)
      return
    }
    if let other = origins[key], let old = values[key], old != text {
      if other.path != path, let limit = Double(old), let new = Double(text), option.isLimit {
        // Two limits of one kind hold both.
        guard limit <= 0 || new > 0 && new < limit else { return }
      } else {
        warn(entry.line) { "\(key) is on line \(other.entry.line), too; the last value counts, \(text)" }
        isAmbiguous = true
      }
    }
    values[key] = text
    origins[key] = (entry, path)
  }

  /// Where an option is set.
  func line(of key: String) -> Int? { origins[key]?.entry.line }

  /// Says what concerns the whole file.
  mutating func finish() {
    if furtherWarnings > 0 {
      warnings.append("\(file): \(furtherWarnings) more of its keys and calls have no effect here")
    }
    noteObjects()
    if !unplayed.isEmpty {
      notes.append("\(file): not simulated, without effect here: \(unplayed.joined(separator: ", "))")
    }
    if !preloads.isEmpty {
      notes.append(
        "\(file): without effect here: \(preloads.joined(separator: ", ")); how a feed is preloaded is an option of the "
          + "run, such as --preload 'network-balance(next=2)'")
    }
  }

  /// Says of options that come from several objects, which need not be parts of one configuration, where these are.
  private mutating func noteObjects() {
    let objects = Set(
      origins.values.compactMap { origin in
        if case .member(let object?) = origin.entry.form { object } else { nil }
      })
    guard objects.count > 1, !isAmbiguous else { return }
    let receivers = Set(objects.map(\.receiver))
    guard receivers.count > 1 || receivers.contains(nil) else { return }
    let lines = objects.map(\.line).sorted().map(String.init)
    notes.append(
      "\(file): options are taken from objects on lines \(lines.joined(separator: ", ")); leave only the player's own in "
        + "the file")
  }
}
