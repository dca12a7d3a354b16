import ABRMedia

/// A player as it ships: one script, with the adapter that fits it.
///
///     let build = try PlayerBuild(text, named: "hls.js")
///     build.player   // "hls.js"
///     build.version  // "1.6.15"
package struct PlayerBuild: Sendable, Hashable {
  /// What errors call the script.
  package let name: String
  /// Its text.
  package let text: String
  /// What starts it.
  package let adapter: PlayerAdapter
  /// Which player it is.
  package let player: String
  /// Its version, as it says itself.
  package let version: String
  /// The kind of manifest that it prefers.
  package let packaging: StreamResources.Packaging
  /// Whether its adapter limits what it chooses among.
  package let takesLimits: Bool
  /// Whether timers run after it has loaded, which stop as a session begins.
  package let leavesTimers: Bool

  /// Its configuration; `nil` for the player's own.
  package let configuration: CodeConfiguration?
  /// Options of the configuration that the player will not take as they are meant.
  package let doubtfulOptions: [CodeConfiguration.DoubtfulOption]

  /// Runs a script once, finds out which player it is, and reads its configuration.
  ///
  /// - Parameters:
  ///   - text: the script.
  ///   - name: what errors call it.
  ///   - configuration: the player's; a script of it sees the build's globals.
  ///   - adapters: those that are tried, in this order.
  ///   - limits: what the script may take.
  /// - Throws: ``PlayerCodeError``.
  package init(
    _ text: String, named name: String, configuration: CodeConfiguration? = nil,
    adapters: [PlayerAdapter] = PlayerAdapter.all, limits: JavaScriptMachine.Limits = JavaScriptMachine.Limits()
  ) throws(PlayerCodeError) {
    let page = try BrowserPage(in: BrowserPage.makeMachine(limits: limits))
    try page.load(text, named: name)
    leavesTimers = page.hasTimers
    var sought: [String] = []
    for adapter in adapters {
      let found: BrowserPage.Found
      do {
        found = try page.identify(adapter)
      } catch {
        throw .failed(name: adapter.name, error)
      }
      switch found {
      case .no(let looksFor): sought.append(looksFor)
      case .yes(let player, let version, let packaging, let takesLimits):
        self.name = name
        self.text = text
        self.adapter = adapter
        self.player = player
        self.version = version
        self.packaging = packaging
        self.takesLimits = takesLimits
        self.configuration = configuration
        if let configuration { try page.check(configuration.values, for: adapter, of: "\(player) \(version)") }
        doubtfulOptions =
          if let configuration { try page.doubtfulOptions(of: configuration, for: adapter) } else { [] }
        return
      }
    }
    throw .noPlayer(name: name, sought: sought)
  }
}
