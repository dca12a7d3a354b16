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
    /// How it is written.
    var form: Form

    /// Whether it is a member of an object, and not an assignment or a call, whose target may be anything.
    var isMember: Bool { if case .member = form { true } else { false } }
    /// Whether it is an assignment to a name alone, which may be any variable or constant.
    var isVariable: Bool { form == .assignment && path.count == 1 }
  }

  /// How a value is written.
  enum Form: Sendable, Hashable {
    /// A member of an object, or of one within it; `nil` for a path that a call names.
    case member(Object?)
    /// An assignment.
    case assignment
    /// A call with the values of its arguments; the path is that of the function, for a chain with the names of the
    /// first call in front.
    case call([Value])
  }

  /// An object that no other one is around.
  struct Object: Sendable, Hashable {
    var number: Int
    var line: Int
    /// The call that it is given to; `nil` for none.
    var receiver: String?
  }

  /// What is written as a value.
  package enum Value: Sendable, Hashable {
    /// A number, the result of a calculation, `true` or `false`, in the words of a spec.
    case literal(String)
    /// A text in quotation marks.
    case text(String)
    /// `null` or `undefined`: the player's own default.
    case nothing
    /// A name that the file gives no value, with those in front of it.
    case name([String])
    /// Anything else, such as a function.
    case code
    /// Members that only running code names: `...base`, `[key]: 30`.
    case unread

    /// A number in the words of a spec.
    static func number(_ number: Double) -> Value { .literal(decimal(number)) }

    /// A picture size of two numbers, in the words of a spec. Infinity on one side alone becomes the longest side that
    /// a size may have. `nil` where one of them is no number.
    static func size(width: Value, height: Value) -> Value? {
      guard let width = width.number, let height = height.number else { return nil }
      let most = Double(PictureSize.sides.upperBound)
      let sides = width == height ? [width, height] : [width, height].map { $0 == .infinity ? most : $0 }
      return .text(sides.map(decimal).joined(separator: "x"))
    }

    static func decimal(_ number: Double) -> String {
      number.isFinite ? ParameterValue.decimal(number) : number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    }

    /// The number that it is; `nil` for none.
    var number: Double? {
      guard case .literal(let text) = self else { return nil }
      return switch text {
      case "NaN": .nan
      case "Infinity": .infinity
      case "-Infinity": -.infinity
      default: text.last?.isNumber == true ? Double(text) : nil
      }
    }

    /// Whether only running code says what it is.
    var isCode: Bool {
      switch self {
      case .code, .name: true
      case .literal, .text, .nothing, .unread: false
      }
    }
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
  /// - Parameters:
  ///   - file: its path.
  ///   - takesPipes: whether a pipe will do.
  /// - Throws: `FileFault` where it cannot be read, ``PlayerConfigurationError`` as for a text.
  /// - Complexity: O(*length*).
  package init(contentsOf file: String, takesPipes: Bool = true) throws {
    let text = String(decoding: try InputFile.read(file, limit: 1 << 20, takesPipes: takesPipes), as: UTF8.self)
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
    // Comments alone are code that sets nothing.
    guard !entries.isEmpty || reader.isComment && text.contains("/") else {
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
  /// - Returns: the player with its ``configuration``, and why commands refuse a file without any option of the player.
  /// - Throws: ``PlayerConfigurationError`` for a value that the player refuses, and for a player whose configuration
  ///   is not read.
  package func configured(
    by configuration: PlayerConfiguration, file: String, rules: RuleRegistry = .standard
  ) throws -> (player: Player, refusal: PlayerConfigurationError?) {
    guard known.isConfigurable else {
      let read = KnownPlayer.withConfiguration.joined(separator: ", ")
      throw PlayerConfigurationError(
        file: file, line: nil, field: "player", found: spec,
        allowed: code == nil
          ? "a player whose configuration is read: \(read)"
          : "config=FILE among its options: --player 'code(PATH,config=FILE)'")
    }
    let term = try SpecTerm.terms(of: spec)[0]
    let keys = ConfigurationKeys(of: known)
    var read = ReadOptions(file: file)
    let entries = configuration.entries.flatMap { entry in
      guard let key = keys.preloadKey(of: entry) else { return keys.settings(of: entry, in: &read) }
      read.preload(key, by: entry)
      return []
    }
    // A variable of an option's name is one of many, where the file sets the option itself.
    let set = Set(entries.lazy.filter { !$0.isVariable }.compactMap { keys.option(at: $0.path)?.option.parameter.key })
    read.setsOptions = !set.isEmpty
    for entry in entries where keys.isKnown(entry) { read.note(entry) }
    for entry in entries {
      if let name = entry.path.last, entry.value == .unread || keys.isUnreadObject(entry) {
        read.warn(entry.line) { "\(name) is not read; write what it holds in its place" }
        continue
      }
      guard let (option, path) = keys.option(at: entry.path) else {
        keys.passOver(entry, in: &read)
        continue
      }
      let key = option.parameter.key
      if entry.isVariable, set.contains(key) { continue }
      let text = try keys.text(of: entry, for: option, file: file)
      if let text {
        let spec = "\(known.name)(\(key)=\(text))"
        do {
          _ = try Arguments(of: SpecTerm.terms(of: spec)[0], parameters: [option.parameter], spec: spec)
        } catch {
          guard case .invalidValue = error else { throw error }
          throw PlayerConfigurationError(
            file: file, line: entry.line, field: key, found: text, allowed: option.parameter.allowed)
        }
      }
      read.set(option, to: text, at: path, by: entry)
    }
    let hasOptions =
      configuration.entries.isEmpty || !set.isEmpty || !read.unplayed.isEmpty || !read.preloads.isEmpty
      || entries.contains(where: keys.isKnown)
    let refusal =
      hasOptions
      ? nil
      : read.unreadCall
        ?? PlayerConfigurationError(
          file: file, line: entries.first?.line, field: "configuration",
          found: "no option of \(known.name) \(known.version)" + keys.hint(among: entries),
          allowed: "those that abrlab player show \(known.name) lists")
    read.finish()
    let comment =
      configuration.entries.isEmpty
      ? "\(file): changes nothing: it has comments only; abrlab player show \(known.name) lists the options" : nil
    var options = read.values
    for argument in term.arguments { options[argument.key ?? ""] = argument.value }
    let given = known.options.map(\.parameter.key).compactMap { key in options[key].map { "\(key)=\($0)" } }
    let givenSpec = self.spec
    let spec = given.isEmpty ? known.name : "\(known.name)(\(given.joined(separator: ",")))"
    do {
      var player = try Player(parsing: spec, rules: rules)
      player.configuration = ReadConfiguration(
        givenSpec: givenSpec, notes: read.notes, warnings: read.warnings, comment: comment)
      return (player, refusal)
    } catch let error as SpecError {
      let arguments = try Arguments(
        of: SpecTerm.terms(of: spec)[0], parameters: known.options.map(\.parameter), spec: spec)
      func name(_ option: PlayerOption) -> String { option.paths[0].joined(separator: ".") }
      if let fault = known.contradiction(in: arguments, among: known.ascending, named: name) {
        throw PlayerConfigurationError(
          file: file, line: read.line(of: fault.option.parameter.key), field: name(fault.option), found: fault.found,
          allowed: fault.allowed)
      }
      guard case .invalidValue(_, let part, let found, let allowed) = error else { throw error }
      // A fault of a part is that of the option which causes it alone.
      let cause = known.options.map(\.parameter.key).first { key in
        options[key].map { (try? Player(parsing: "\(known.name)(\(key)=\($0))", rules: rules)) == nil } ?? false
      }
      let key = cause ?? part.split(separator: " ").last.map(String.init) ?? part
      throw PlayerConfigurationError(file: file, line: read.line(of: key), field: key, found: found, allowed: allowed)
    }
  }
}
