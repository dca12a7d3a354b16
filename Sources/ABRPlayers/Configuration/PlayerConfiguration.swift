import ABRInput
import ABRPolicies

/// A player's configuration as a team has it: JSON, the text of a JavaScript object, or lines of code.
///
///     const hls = new Hls({ maxBufferLength: 60, maxBufferSize: 60 * 1000 * 1000 });
///     hls.config.startLevel = 2;
///
/// Values are read as they are written; code is not run.
package struct PlayerConfiguration: Sendable {
  /// A value and where it stands.
  package struct Entry: Sendable, Hashable {
    /// The names that lead to it, the outermost first.
    package var path: [String]
    /// What is written.
    package var value: Value
    /// Line in the text, from 1.
    package var line: Int
    /// Whether it is a member of an object, and not an assignment, whose target may be anything.
    var isMember: Bool
  }

  /// What is written as a value.
  package enum Value: Sendable, Hashable {
    /// A number, a product of numbers, `true` or `false`, in the words of a spec.
    case literal(String)
    /// A text in quotation marks.
    case text(String)
    /// `null` or `undefined`: the player's own default.
    case nothing
    /// Anything else, such as a function.
    case code
    /// Members that only running code names: `...base`, `[key]: 30`.
    case unread
  }

  /// Every value, in the order of the text.
  package let entries: [Entry]

  /// What is said of an option that a player does not know, which players pass over without a word.
  ///
  /// - Parameters:
  ///   - option: its path.
  ///   - player: the player's name.
  ///   - version: the player's version.
  ///   - hint: what was meant, behind it.
  package static func unknownOption(_ option: String, of player: String, version: String, hint: String) -> String {
    "\(player) \(version) has no option \(option) and ignores it\(hint)"
  }

  /// Reads a file of at most 1 MiB, or a pipe.
  ///
  /// - Parameter file: its path.
  /// - Throws: `FileFault` where it cannot be read, ``PlayerConfigurationError`` as for a text.
  /// - Complexity: O(*length*).
  package init(contentsOf file: String) throws {
    let text = String(decoding: try InputFile.read(file, limit: 1 << 20, takesPipes: true), as: UTF8.self)
    try self.init(reading: text, file: file)
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: the configuration.
  ///   - file: its name, for messages.
  /// - Throws: ``PlayerConfigurationError`` for an object without an end, and for a text without any value.
  /// - Complexity: O(*length*).
  package init(reading text: String, file: String) throws(PlayerConfigurationError) {
    var reader = ConfigurationReader(text)
    do {
      entries = try reader.read()
    } catch {
      throw PlayerConfigurationError(file: file, line: error.line, field: "object", found: error.found, allowed: "}")
    }
    guard !entries.isEmpty else {
      throw PlayerConfigurationError(
        file: file, line: 1, field: "configuration", found: text.isEmpty ? "nothing" : "no values",
        allowed: "JSON, an object such as { maxBufferLength: 60 }, or lines of code that set one")
    }
  }
}

extension Player {
  /// This player with the options of a configuration of its own; an option of the spec wins over the same one there.
  ///
  /// - Parameters:
  ///   - configuration: what a team has.
  ///   - file: its name, for messages.
  ///   - rules: those that a policy may name.
  /// - Returns: the player, and what of the configuration does not act, one sentence each.
  /// - Throws: ``PlayerConfigurationError`` for a value that the player refuses, and for a player whose configuration
  ///   is not read.
  package func configured(
    by configuration: PlayerConfiguration, file: String, rules: RuleRegistry = .standard
  ) throws -> (player: Player, notes: [String]) {
    guard !known.unplayedKeys.isEmpty else {
      let read = KnownPlayer.withConfiguration.joined(separator: ", ")
      throw PlayerConfigurationError(
        file: file, line: nil, field: "player", found: known.name,
        allowed: "a player whose configuration is read: \(read)")
    }
    let term = try SpecTerm.terms(of: spec)[0]
    var options: [String: String] = [:]
    var origins: [String: PlayerConfiguration.Entry] = [:]
    var unplayed: [String] = []
    var notes: [String] = []
    for entry in configuration.entries {
      if let name = entry.path.last, entry.value == .unread || known.isUnreadObject(entry) {
        notes.append("\(file):\(entry.line): \(name) is not read; write what it holds in its place")
        continue
      }
      guard let option = known.option(at: entry.path) else {
        if let key = known.unplayedKey(in: entry.path) {
          if !unplayed.contains(key) { unplayed.append(key) }
        } else if entry.isMember {
          notes.append(known.unknownKey(entry, file: file))
        } else if let property = known.unplayedProperty(of: entry), !unplayed.contains(property) {
          unplayed.append(property)
        }
        continue
      }
      let key = option.parameter.key
      guard let text = try known.text(of: entry, for: option, file: file) else {
        options[key] = nil
        continue
      }
      do {
        _ = try Player(parsing: "\(known.name)(\(key)=\(text))", rules: rules)
      } catch let error as SpecError {
        guard case .invalidValue = error else { throw error }
        throw PlayerConfigurationError(
          file: file, line: entry.line, field: key, found: text, allowed: option.parameter.allowed)
      }
      if let other = origins[key], let old = options[key], old != text {
        // Two limits of one kind hold both.
        if other.path != entry.path, let limit = Double(old), let new = Double(text), option.isLimit {
          options[key] = limit > 0 && (limit < new || new <= 0) ? old : text
          continue
        }
        notes.append("\(file):\(entry.line): \(key) is on line \(other.line), too; the last value counts")
      }
      options[key] = text
      origins[key] = entry
    }
    for argument in term.arguments { options[argument.key ?? ""] = argument.value }
    if !unplayed.isEmpty {
      notes.append("\(file): not simulated, without effect here: \(unplayed.joined(separator: ", "))")
    }
    let given = known.options.map(\.parameter.key).compactMap { key in options[key].map { "\(key)=\($0)" } }
    let spec = given.isEmpty ? known.name : "\(known.name)(\(given.joined(separator: ",")))"
    let player = try Player(parsing: spec, rules: rules)
    for option in known.options where origins[option.parameter.key] != nil && options[option.parameter.key] != nil {
      guard let needs = option.needs, player.options[needs.option] != needs.value else { continue }
      notes.append("\(file): \(option.parameter.key) acts only with \(needs.option)=\(needs.value)")
    }
    return (player, notes)
  }
}

extension KnownPlayer {
  /// The option that a path ends with, whole: names in front of it are those of objects around the player's own. What
  /// is in an object of another meaning does not count.
  fileprivate func option(at path: [String]) -> PlayerOption? {
    guard unplayedKey(in: path.dropLast()) == nil else { return nil }
    return options.first { option in
      option.paths.contains { path.count >= $0.count && path.suffix($0.count).elementsEqual($0) }
    }
  }

  /// Whether code is the value of an object with options, such as `streaming`.
  fileprivate func isUnreadObject(_ entry: PlayerConfiguration.Entry) -> Bool {
    guard entry.value == .code, entry.isMember, unplayedKey(in: entry.path) == nil else { return false }
    let paths = options.flatMap(\.paths)
    return entry.path.indices.contains { start in
      let end = entry.path[start...]
      return paths.contains { $0.count > end.count && $0.starts(with: end) }
    }
  }

  /// The key that the lab does not play on the way along a path; `nil` for none.
  fileprivate func unplayedKey(in path: [String]) -> String? {
    let path = ".\(path.joined(separator: "."))."
    return unplayedKeys.first { path.contains(".\($0).") }
  }

  /// The property of the player that an assignment sets and the lab does not play; `nil` for none, and for -1, with
  /// which the player's rule chooses.
  fileprivate func unplayedProperty(of entry: PlayerConfiguration.Entry) -> String? {
    guard entry.path.count > 1, entry.value != .literal("-1") else { return nil }
    return entry.path.last.flatMap { unplayedProperties.contains($0) ? $0 : nil }
  }

  /// A value in the words of a spec; `nil` for the default.
  fileprivate func text(
    of entry: PlayerConfiguration.Entry, for option: PlayerOption, file: String
  ) throws(PlayerConfigurationError) -> String? {
    func refused(_ found: String) -> PlayerConfigurationError {
      PlayerConfigurationError(
        file: file, line: entry.line, field: option.parameter.key, found: found, allowed: option.parameter.allowed)
    }
    switch entry.value {
    case .nothing: return nil
    case .literal(let text): return option.defaultWords.contains(text) ? nil : text
    case .text(let text):
      guard case .choice(let words) = option.parameter.kind, words.contains(text), text != "true", text != "false"
      else {
        throw refused("\"\(text)\"")
      }
      return text
    case .code, .unread: throw refused("code, which is not run")
    }
  }

  fileprivate func unknownKey(_ entry: PlayerConfiguration.Entry, file: String) -> String {
    let name = entry.path.last ?? ""
    let hint: String
    if let option = options.first(where: { $0.parameter.key == name }) {
      hint = "; it is \(option.paths[0].joined(separator: "."))"
    } else {
      let unplayedNames = unplayedKeys.map { String($0.split(separator: ".").last ?? "") }
      hint = NearestName.hint(for: name, among: options.map(\.parameter.key) + unplayedNames)
    }
    return "\(file):\(entry.line): "
      + PlayerConfiguration.unknownOption(
        entry.path.joined(separator: "."), of: self.name, version: version, hint: hint)
  }
}
