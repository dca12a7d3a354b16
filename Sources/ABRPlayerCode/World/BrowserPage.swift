import ABRInput
import ABRMedia
import ABRPlayers

/// A page of the virtual browser: a context with the scripts of the browser, one player's build and its adapter.
final class BrowserPage {
  /// What an adapter says of a build.
  enum Found {
    /// It does not fit; what it looks for, in words.
    case no(looksFor: String)
    /// It fits.
    case yes(player: String, version: String, packaging: StreamResources.Packaging, takesLimits: Bool)
  }

  let context: JavaScriptContext
  /// The time now and the time of the next timer, in milliseconds.
  let clock: SharedNumbers
  /// What the lab offers the scripts of the browser.
  private let lab: JavaScriptValue
  // What they offer the lab.
  let fire: JavaScriptValue
  let head: JavaScriptValue
  let finish: JavaScriptValue
  let settle: JavaScriptValue
  let play: JavaScriptValue
  let pause: JavaScriptValue
  let seek: JavaScriptValue
  let setRate: JavaScriptValue
  let limit: JavaScriptValue
  private let begin: JavaScriptValue
  private let start: JavaScriptValue
  private let doubtful: JavaScriptValue
  private let setOption: JavaScriptValue
  private let optionType: JavaScriptValue
  /// The session that is played; `nil` between sessions.
  weak var session: CodeSession?

  /// A machine for pages.
  ///
  /// - Parameter limits: what a player's code may take.
  static func makeMachine(limits: JavaScriptMachine.Limits = JavaScriptMachine.Limits()) throws(PlayerCodeError)
    -> JavaScriptMachine
  {
    do {
      return try JavaScriptMachine(limits: limits)
    } catch {
      throw .engine(error)
    }
  }

  /// Milliseconds of the page, and tasks in them, between a build and the player's start.
  private static let (loadTime, loadTasks) = (1000.0, 1000)

  /// Whether timers are set: after ``load(_:named:)`` those that the build set as it loaded, which a session cancels.
  var hasTimers: Bool { clock[1] < .infinity }

  /// The scripts of the browser, in the order in which they are run.
  private static let scripts: [(name: String, bytes: [UInt8])] = [
    ("clock.js", PackageResources.clock_js),
    ("events.js", PackageResources.events_js),
    ("addresses.js", PackageResources.addresses_js),
    ("network.js", PackageResources.network_js),
    ("boxes.js", PackageResources.boxes_js),
    ("media-source.js", PackageResources.media_source_js),
    ("document.js", PackageResources.document_js),
    ("workers.js", PackageResources.workers_js),
    ("markup.js", PackageResources.markup_js),
    ("media-element.js", PackageResources.media_element_js),
    ("session.js", PackageResources.session_js),
  ]

  /// Makes a page without a player.
  ///
  /// - Throws: ``PlayerCodeError/engine(_:)``.
  init(in machine: JavaScriptMachine) throws(PlayerCodeError) {
    do {
      let context = try JavaScriptContext(in: machine)
      let lab = try context.evaluate("({})", named: "lab")
      let browser = try context.evaluate("({})", named: "browser")
      clock = context.share("clock", on: lab, count: 2)
      // Each script is the body of a function, so that none of its names meets one of a player's.
      for script in Self.scripts {
        let body = try context.evaluate(
          "(function (browser, lab) {'use strict'; " + String(decoding: script.bytes, as: UTF8.self) + "\n})",
          named: "abrlab:" + script.name)
        try context.call(body, [browser, lab])
      }
      func member(_ name: String) throws(JavaScriptError) -> JavaScriptValue {
        guard let value = context.property(name, of: browser) else {
          throw .thrown(JavaScriptException(name: "", message: "the browser has no \(name)"))
        }
        return value
      }
      fire = try member("fire")
      head = try member("head")
      finish = try member("finish")
      settle = try member("settle")
      play = try member("play")
      pause = try member("pause")
      seek = try member("seek")
      setRate = try member("setRate")
      limit = try member("limit")
      begin = try member("begin")
      start = try member("start")
      doubtful = try member("doubtfulOptions")
      setOption = try member("setOption")
      optionType = try member("optionType")
      let rejected = try context.evaluate(
        "(function (report) { return (promise, reason) => report(reason) })", named: "abrlab")
      context.onUnhandledRejection(try context.call(rejected, [member("report")]))
      (self.context, self.lab) = (context, lab)
    } catch {
      throw .engine(error)
    }
    defineDoors()
  }

  // MARK: Player

  /// Runs a player's build.
  ///
  /// - Throws: ``PlayerCodeError``.
  func load(_ text: String, named name: String) throws(PlayerCodeError) {
    do {
      try context.call(begin, [0, 1, 1])
      try context.evaluate(text, named: name)
      // The page has loaded before the player starts: timers of the build have run.
      for _ in 0..<Self.loadTasks where clock[1] <= Self.loadTime { try context.run(fire, clock[1]) }
    } catch .thrown(let exception)
      where exception.name == "SyntaxError"
      && ["export", "import", "meta"].contains(where: { exception.message.contains($0) })
    {
      throw .module(name: name)
    } catch {
      throw .failed(name: name, error)
    }
  }

  /// Asks an adapter whether it fits the build.
  func identify(_ adapter: PlayerAdapter) throws(JavaScriptError) -> Found {
    let value = try context.evaluate(adapter.text, named: adapter.name)
    func text(_ expression: String) throws(JavaScriptError) -> String {
      try context.call(try context.evaluate("(adapter) => \(expression)", named: "abrlab"), [value]).text
    }
    guard try text("adapter.find(globalThis) ? 'yes' : ''") == "yes" else {
      return .no(looksFor: try text("adapter.looksFor"))
    }
    return .yes(
      player: try text("adapter.name"), version: try text("adapter.version(adapter.find(globalThis)) ?? ''"),
      packaging: try text("adapter.packaging") == "hls" ? .hls : .dash,
      takesLimits: try text("typeof adapter.limit") == "function")
  }

  /// Begins a session: no timer, no request, a new media element, and chance from a seed.
  func beginSession(_ session: CodeSession, seed: Int, watching: Watching = Watching()) throws(JavaScriptError) {
    self.session = session
    try context.call(begin, [Double(seed), watching.script.autoplays ? 1 : 0, watching.rate])
  }

  /// Lets the build's adapter start the player.
  func startPlayer(_ build: PlayerBuild) throws(JavaScriptError) {
    let adapter = try context.evaluate(build.adapter.text, named: build.adapter.name)
    let configuration =
      if let configuration = build.configuration { try value(of: configuration) } else {
        try context.evaluate("null", named: "abrlab")
      }
    try context.call(start, [adapter, configuration])
  }

  /// The value of an object as JSON has it, or of the last statement of a script, which a file of JSON is not.
  private func value(of configuration: CodeConfiguration) throws(JavaScriptError) -> JavaScriptValue {
    // Within a block, so that the next session may declare its constants again.
    func valueOfScript() throws(JavaScriptError) -> JavaScriptValue {
      try context.evaluate("{\(configuration.text)\n}", named: configuration.name)
    }
    var value: JavaScriptValue
    let isJSON = configuration.name.hasSuffix(".json")
    if isJSON || configuration.beginsWithBrace {
      do {
        value = try context.evaluate("(\(configuration.object)\n)", named: configuration.name)
      } catch .thrown(let exception) where exception.name == "SyntaxError" && !isJSON {
        value = try valueOfScript()
      }
    } else {
      value = try valueOfScript()
    }
    if !configuration.values.isEmpty {
      let setter = try context.evaluate(configuration.setter, named: configuration.name)
      value = try context.call(setter, [value, setOption])
    }
    return value
  }

  /// Refuses values of a configuration that the player has no option for, or one of another type.
  ///
  /// - Parameters:
  ///   - values: the values.
  ///   - adapter: the player's.
  ///   - player: what messages call the player.
  /// - Throws: ``PlayerCodeError``.
  func check(
    _ values: [PlayerCodeFiles.Value], for adapter: PlayerAdapter, of player: String
  ) throws(PlayerCodeError) {
    for value in values {
      let type: String
      do {
        let script = try context.evaluate(adapter.text, named: adapter.name)
        let path = try context.evaluate(JSONValue.literal(value.path), named: "abrlab")
        type = try context.call(optionType, [script, path]).text
      } catch {
        throw .failed(name: adapter.name, error)
      }
      if type.hasPrefix(" ") {
        throw .unknownOption(player: player, path: value.path, known: type.split(separator: " ").map(String.init))
      }
      guard !["number", "boolean", "string"].contains(type) || type == value.type else {
        throw .wrongValue(player: player, path: value.path, found: value.text, type: type)
      }
    }
  }

  /// Options of a configuration that the player will not take as they are meant; none where the adapter cannot say.
  ///
  /// - Throws: ``PlayerCodeError`` for a configuration that is no object.
  func doubtfulOptions(
    of configuration: CodeConfiguration, for adapter: PlayerAdapter
  ) throws(PlayerCodeError) -> [CodeConfiguration.DoubtfulOption] {
    let lines: String
    do {
      let value = try value(of: configuration)
      let adapter = try context.evaluate(adapter.text, named: adapter.name)
      lines = try context.call(doubtful, [adapter, value]).text
    } catch {
      throw .failed(name: configuration.name, error)
    }
    guard lines != "no object" else { throw .noObject(name: configuration.name) }
    return lines.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return fields[0].isEmpty
        ? .wrongType(path: fields[1], found: fields[2], type: fields[3])
        : .unknown(path: fields[0], known: Array(fields.dropFirst()))
    }
  }

  // MARK: Doors

  /// What the scripts of the browser ask the lab, and tell it.
  private func defineDoors() {
    func door(_ name: String, _ body: @escaping (CodeSession, JavaScriptArguments) -> JavaScriptAnswer) {
      context.define(name, on: lab) { [unowned self] arguments in
        guard let session else { return .nothing }
        return body(session, arguments)
      }
    }
    door("request") { .number(Double($0.request($1.text(0)))) }
    door("abort") { .number(Double($0.abort($1.integer(0)))) }
    door("received") { .number(Double($0.received($1.integer(0)))) }
    door("status") { .number(Double($0.answer($1.integer(0)).status)) }
    door("length") { .number(Double($0.answer($1.integer(0)).bytes)) }
    door("type") { .text($0.answer($1.integer(0)).type) }
    door("body") { $0.body(of: $1.integer(0)) }
    door("manifest") { session, _ in .text(session.manifestAddress) }
    door("isLogged") { session, _ in .number(session.settings.isLogged ? 1 : 0) }
    door("protocol") { session, _ in .text(session.protocolName) }
    door("deliveryLag") { .number($0.deliveryLag(of: $1.integer(0))) }
    door("appendLag") { session, _ in .number(session.lag(\.append)) }
    door("openLag") { session, _ in .number(session.lag(\.open)) }
    door("frameLag") { session, _ in .number(session.lag(\.firstFrame)) }
    door("frameRate") { session, _ in .number(session.frameRate) }
    door("appended") { session, arguments in
      session.append(arguments.integer(0), from: arguments.number(1), to: arguments.number(2))
      return .nothing
    }
    door("dropped") { session, arguments in
      session.drop(
        arguments.integer(0), from: arguments.number(1), to: arguments.number(2), isReplaced: arguments.isTrue(3))
      return .nothing
    }
    door("shown") { session, arguments in
      session.show(arguments.integer(0), from: arguments.number(1), to: arguments.number(2))
      return .nothing
    }
    door("bandwidth") { session, arguments in
      .number(session.bandwidth(of: arguments.integer(0), withAudio: arguments.isTrue(1)))
    }
    door("playback") { session, arguments in
      session.playback(arguments.text(0), position: arguments.number(1), rate: arguments.number(2))
      return .nothing
    }
    door("seekWaits") { session, arguments in
      session.log(.ignored(.notReady(position: arguments.number(0))))
      return .nothing
    }
    door("seeking") { session, arguments in
      session.beginSeek(to: arguments.number(0))
      return .nothing
    }
    door("failed") { session, arguments in
      session.fail(.player(arguments.text(0)))
      return .nothing
    }
    door("console") { session, arguments in
      session.note(arguments.text(0), arguments.text(1))
      return .nothing
    }
    context.define("problem", on: lab) { [unowned self] arguments in
      let exception = JavaScriptException(
        name: arguments.text(0), message: arguments.text(1), script: arguments.text(2), line: arguments.integer(3),
        column: arguments.integer(4))
      session?.note(exception)
      return .nothing
    }
  }
}
