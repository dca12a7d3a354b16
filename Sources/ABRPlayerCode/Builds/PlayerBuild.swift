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

  /// Refuses a configuration that is no script.
  ///
  /// - Parameters:
  ///   - configuration: its text; `nil` for none.
  ///   - name: what errors call it.
  /// - Throws: ``PlayerCodeError``.
  package static func check(_ configuration: String?, named name: String) throws(PlayerCodeError) {
    guard let configuration else { return }
    let page = try BrowserPage(in: BrowserPage.makeMachine())
    let isObject: Bool
    do {
      isObject = try page.isObject(configuration, named: name)
    } catch {
      throw .failed(name: name, error)
    }
    guard isObject else { throw .noObject(name: name) }
  }

  /// Runs a script once and finds out which player it is.
  ///
  /// - Parameters:
  ///   - text: the script.
  ///   - name: what errors call it.
  ///   - adapters: those that are tried, in this order.
  ///   - longestCall: seconds of processor time that the script may take.
  /// - Throws: ``PlayerCodeError``.
  package init(
    _ text: String, named name: String, adapters: [PlayerAdapter] = PlayerAdapter.all,
    longestCall: Double = JavaScriptMachine.usualLongestCall
  )
    throws(PlayerCodeError)
  {
    let page = try BrowserPage(in: BrowserPage.makeMachine(longestCall: longestCall))
    try page.load(text, named: name)
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
      case .yes(let player, let version, let packaging):
        self.name = name
        self.text = text
        self.adapter = adapter
        self.player = player
        self.version = version
        self.packaging = packaging
        return
      }
    }
    throw .noPlayer(name: name, sought: sought)
  }
}
