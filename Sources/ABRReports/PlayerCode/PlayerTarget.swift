/// The players that a setting can be written for.
package enum PlayerTarget: String, CaseIterable, Sendable {
  /// Brightcove Player SDK for iOS, on top of AVPlayer.
  case brightcove
  /// AVPlayer of AVFoundation.
  case avplayer
  /// ApsaraVideo Player SDK for iOS.
  case apsara
  /// ExoPlayer of AndroidX Media3.
  case media3
  /// hls.js in a browser.
  case hlsJS = "hls.js"
  /// dash.js in a browser.
  case dashJS = "dash.js"
  /// Shaka Player in a browser.
  case shaka
  /// video.js http-streaming in a browser.
  case vhs
  /// CicadaPlayer.
  case cicada

  /// The language of a snippet.
  package enum Language: String, CaseIterable, Sendable {
    /// Swift.
    case swift
    /// Objective-C.
    case objectiveC = "objective-c"
    /// Kotlin.
    case kotlin
    /// JavaScript, as a module or a script.
    case javaScript = "javascript"
    /// C++.
    case cPlusPlus = "c++"
  }

  /// The product and the version whose names, units and defaults are used.
  package var title: String {
    switch self {
    case .brightcove: "Brightcove Player SDK for iOS 7.2.8"
    case .avplayer: "AVPlayer (AVFoundation, iOS 15 and later)"
    case .apsara: "ApsaraVideo Player SDK for iOS 7"
    case .media3: "AndroidX Media3 ExoPlayer 1.11.0"
    case .hlsJS: "hls.js 1.7.1"
    case .dashJS: "dash.js 5.1.1"
    case .shaka: "Shaka Player 5.2.7"
    case .vhs: "video.js http-streaming 3.17.4"
    case .cicada: "CicadaPlayer 2023-03"
    }
  }

  /// Whether it starts and resumes when it is likely to keep up, unless its app says otherwise.
  var keepsUp: Bool { self == .avplayer || self == .brightcove }

  /// The language of the snippet.
  package var language: Language {
    switch self {
    case .brightcove, .avplayer: .swift
    case .apsara: .objectiveC
    case .media3: .kotlin
    case .hlsJS, .dashJS, .shaka, .vhs: .javaScript
    case .cicada: .cPlusPlus
    }
  }
}
