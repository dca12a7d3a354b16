import ABRInput
import ABRPolicies

/// What the names of a configuration mean to a player.
struct ConfigurationKeys {
  private let known: KnownPlayer
  /// Options and their paths, by the last name.
  private var options: [String: [(option: PlayerOption, path: [String])]] = [:]
  /// Names that lead to options and are none, with dots between.
  private var containers: Set<String> = []
  /// Names in the longest path of an option.
  private let deepest: Int
  /// Keys that the lab does not play, by the first name.
  private var unplayed: [String: [(key: String, path: [String])]] = [:]
  /// Properties that the lab does not play.
  private let unplayedProperties: Set<String>
  /// Names by which the player preloads a feed, by themselves with a small first letter.
  private let preloadKeys: [String: String]
  /// Names of options that stand alone, for hints.
  private let names: [String]
  /// All names that an unknown key may have meant.
  private let candidates: [String]

  /// - Complexity: O(*names of the player*).
  init(of known: KnownPlayer) {
    self.known = known
    names = known.options.flatMap { $0.paths.filter { $0.count == 1 }.map { $0[0] } }
    deepest = known.options.flatMap(\.paths).map(\.count).max() ?? 1
    for option in known.options {
      for path in option.paths {
        options[path.last ?? "", default: []].append((option, path))
        for length in 1..<max(1, path.count) { containers.insert(path.prefix(length).joined(separator: ".")) }
      }
    }
    let unplayedKeys = known.unplayedKeys
    unplayedProperties = Set(known.unplayedProperties)
    preloadKeys = Dictionary(known.preloadKeys.map { (Self.beginningSmall($0), $0) }) { first, _ in first }
    candidates =
      known.options.map(\.parameter.key) + names + unplayedKeys.map { String($0.split(separator: ".").last ?? "") }
    for key in unplayedKeys {
      let path = key.split(separator: ".").map(String.init)
      unplayed[path[0], default: []].append((key, path))
    }
  }

  /// The option that a path ends with, whole, and the names by which it does: names in front of it are those of objects
  /// around the player's own. What is in an object of another meaning does not count.
  func option(at path: [String]) -> (option: PlayerOption, path: [String])? {
    guard let name = path.last, let found = options[name]?.first(where: { path.suffix($0.path.count) == $0.path[...] }),
      unplayedKey(in: path.dropLast()) == nil
    else { return nil }
    return found
  }

  /// The name by which an entry has the player preload a feed; `nil` for none, and for a variable.
  func preloadKey(of entry: PlayerConfiguration.Entry) -> String? {
    guard !preloadKeys.isEmpty, !entry.isVariable else { return nil }
    return entry.path.lazy.compactMap { name in
      preloadKeys[Self.beginningSmall(name)]
        ?? (name.hasPrefix("set") ? preloadKeys[Self.beginningSmall(name.dropFirst(3))] : nil)
    }.first
  }

  private static func beginningSmall(_ name: some StringProtocol) -> String {
    name.prefix(1).lowercased() + name.dropFirst()
  }

  /// What an entry sets: itself, or for a call each of its arguments.
  func settings(of entry: PlayerConfiguration.Entry, in read: inout ReadOptions) -> [PlayerConfiguration.Entry] {
    guard case .call(let arguments) = entry.form, let name = entry.path.last else { return [entry] }
    let builder = entry.path.dropLast().first(where: known.builders.contains)
    func setting(_ key: String, _ value: PlayerConfiguration.Value) -> PlayerConfiguration.Entry {
      // What a builder of the player's does not have is unknown; another object may have it.
      .init(
        path: [builder ?? known.name, key], value: value, line: entry.line,
        form: builder == nil ? .assignment : .member(nil))
    }
    let forms = known.calls.filter { entry.path.suffix($0.name.count).elementsEqual($0.name) }
    if let first = forms.first {
      let fitting = forms.filter { $0.parameters.count == arguments.count }
      if let call = fitting.first(where: { $0.takes(arguments) }) ?? fitting.first {
        return call.settings(arguments).map(setting)
      }
      guard !arguments.isEmpty || !first.isConstructor else { return [] }
      let nearest = forms.min {
        abs($0.parameters.count - arguments.count) < abs($1.parameters.count - arguments.count)
      }
      read.passOver(
        call: first.name.joined(separator: "."), of: arguments, on: entry.line, expected: (nearest ?? first).signature)
      return []
    }
    if name.hasPrefix("set"), name.count > 3 {
      let property = Self.beginningSmall(name.dropFirst(3))
      if option(at: [property]) != nil, arguments.count != 1 {
        read.passOver(call: name, of: arguments, on: entry.line, expected: "\(name)(\(property))")
        return []
      }
      return [setting(property, arguments.count == 1 ? arguments[0] : .code)]
    }
    return arguments.count == 1 && option(at: [name]) != nil ? [setting(name, arguments[0])] : []
  }

  /// Warns of an entry that sets no option, where it concerns the player.
  func passOver(_ entry: PlayerConfiguration.Entry, in read: inout ReadOptions) {
    if let key = unplayedKey(in: entry.path) {
      // What a call switches off has no effect in the player either.
      if entry.value != .literal("false") || entry.path.first != known.name, entry.value != .nothing { read.pass(key) }
    } else if case .member(let object) = entry.form {
      // An object without any key of the player is not its own, where the file sets options elsewhere.
      let isForeign = object.map { read.setsOptions && !read.objects.contains($0.number) } ?? false
      if isForeign, hint(for: entry).isEmpty { return }
      read.warn(entry.line) { unknownKey(entry) }
    } else if let property = unplayedProperty(of: entry) {
      read.pass(property)
    } else if entry.path.count > 1, let name = entry.path.last,
      entry.form == .assignment && read.holders.contains(Array(entry.path.dropLast()))
        || NearestName.nearest(to: name, among: names).map({ $0 != name }) == true
    {
      read.warn(entry.line) { unknownKey(entry) }
    }
  }

  /// Whether an entry is one of the player's: an option, or a key that the lab does not play.
  func isKnown(_ entry: PlayerConfiguration.Entry) -> Bool {
    option(at: entry.path) != nil || unplayedKey(in: entry.path) != nil
  }

  /// Whether code is the value of an object with options, such as `streaming`.
  func isUnreadObject(_ entry: PlayerConfiguration.Entry) -> Bool {
    guard entry.value.isCode, entry.isMember, unplayedKey(in: entry.path) == nil else { return false }
    return (1...deepest).contains { containers.contains(entry.path.suffix($0).joined(separator: ".")) }
  }

  /// The key that the lab does not play on the way along a path; `nil` for none.
  private func unplayedKey(in path: some RandomAccessCollection<String>) -> String? {
    let path = Array(path)
    for start in path.indices {
      let found = unplayed[path[start]]?.first { path[start...].starts(with: $0.path) }
      if let found { return found.key }
    }
    return nil
  }

  /// The property of the player that an assignment sets and the lab does not play; `nil` for none, and for -1, with
  /// which the player's rule chooses.
  private func unplayedProperty(of entry: PlayerConfiguration.Entry) -> String? {
    guard entry.path.count > 1, entry.value != .literal("-1") else { return nil }
    return entry.path.last.flatMap { unplayedProperties.contains($0) ? $0 : nil }
  }

  /// A value in the words of a spec; `nil` for the default.
  func text(
    of entry: PlayerConfiguration.Entry, for option: PlayerOption, file: String
  ) throws(PlayerConfigurationError) -> String? {
    func refused(_ found: String) -> PlayerConfigurationError {
      PlayerConfigurationError(
        file: file, line: entry.line, field: option.parameter.key, found: found, allowed: option.parameter.allowed)
    }
    let kind = option.parameter.kind
    switch entry.value {
    case .nothing: return nil
    case .literal(let text):
      if option.defaultWords.contains(text) { return nil }
      if text == "Infinity", let most = kind.noLimit { return most }
      // Spans of time that the player takes in seconds.
      if case .duration = kind, entry.value.number != nil { return text + "s" }
      return text
    case .text(let text):
      if option.defaultWords.contains(text) { return nil }
      switch kind {
      case .choice(let words) where words.contains(text) && text != "true" && text != "false": return text
      case .resolution where text.allSatisfy({ "0123456789xp".contains($0) }): return text
      default: throw refused("\"\(text)\"")
      }
    case .name(let path):
      guard case .choice(let words) = kind, let word = Self.word(of: path, among: words) else {
        throw refused("code, which is not run (\(path.joined(separator: ".")))")
      }
      return word
    case .code, .unread: throw refused("code, which is not run")
    }
  }

  /// The choice that a constant names at its end: `none` of `BCOVBufferOptimizerMethod.none.rawValue`, `short-video` of
  /// `PlayerScene.SHORT_VIDEO`.
  private static func word(of path: [String], among words: [String]) -> String? {
    func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    guard let name = path.last(where: { $0 != "rawValue" }).map(letters) else { return nil }
    return words.filter { name.hasSuffix(letters($0)) }.max { $0.count < $1.count }
  }

  private func unknownKey(_ entry: PlayerConfiguration.Entry) -> String {
    let written = entry.isMember ? entry.path.joined(separator: ".") : entry.path.last ?? ""
    return PlayerConfiguration.unknownOption(
      written, of: known.name, version: known.version, hint: hint(for: entry))
  }

  /// What was meant by the first unknown key that is near to another; empty for none.
  func hint(among entries: [PlayerConfiguration.Entry]) -> String {
    entries.lazy.map { hint(for: $0) }.first { !$0.isEmpty } ?? ""
  }

  /// What was meant by an unknown key; empty for nothing near.
  private func hint(for entry: PlayerConfiguration.Entry) -> String {
    let name = entry.path.last ?? ""
    let parts = name.split(separator: ".").map(String.init)
    let nested = option(at: parts)?.path ?? unplayedKey(in: parts)?.split(separator: ".").map(String.init)
    if parts.count > 1, let nested {
      return "; write \(nested.reversed().reduce("…") { "{ \($1): \($0) }" })"
    } else if let option = known.options.first(where: { $0.parameter.key == name }) {
      return "; it is \(option.paths[0].joined(separator: "."))"
    } else {
      return NearestName.hint(for: name, among: candidates)
    }
  }
}

extension Parameter.Kind {
  /// The most that an option takes where that is no limit, a day of media or a terabyte, in the words of a spec.
  fileprivate var noLimit: String? {
    switch self {
    case .number(let range) where range.upperBound == 86_400: "86400"
    case .duration(let range) where range.upperBound == 86_400: "86400s"
    case .integer(let range) where [86_400_000, 1_000_000_000_000].contains(range.upperBound): "\(range.upperBound)"
    default: nil
    }
  }
}
