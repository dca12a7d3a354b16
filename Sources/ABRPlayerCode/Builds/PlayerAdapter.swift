/// How a player is created, attached to the media element and told what to load: a short script.
///
/// The script is an object with `name`, `looksFor` (in words, for messages), `packaging` (`hls` or `dash`),
/// `find(page)`, which answers with the player's library or `null`, `version(library)` and
/// `start(library, video, address, configuration, fail, log)`, which answers with the player or a promise of it and
/// plays at once where `video.autoplay` is true; `log(name, data)`, where it is not `null`, takes the player's own
/// events.
///
/// `options(library)` may answer with the player's options as they are by default, so that misspelt ones are found.
/// With `limit(player, lowest, highest)` a session may limit the renditions: both have `index`, `bandwidth` as
/// manifests declare it, and `bandwidthWithAudio`. With `seek(player, position)` the viewer's seeks go through the
/// player.
package struct PlayerAdapter: Sendable, Hashable {
  /// What errors call the script.
  package let name: String
  /// Its text.
  package let text: String

  /// An adapter of a text.
  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// Those of the lab, each tried in turn.
  package static let all: [PlayerAdapter] = [
    PlayerAdapter(name: "hls.js", text: String(decoding: PackageResources.hls_js, as: UTF8.self)),
    PlayerAdapter(name: "dash.js", text: String(decoding: PackageResources.dash_js, as: UTF8.self)),
    PlayerAdapter(name: "shaka.js", text: String(decoding: PackageResources.shaka_js, as: UTF8.self)),
    PlayerAdapter(name: "videojs.js", text: String(decoding: PackageResources.videojs_js, as: UTF8.self)),
  ]
}
