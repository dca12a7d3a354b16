import ABRMedia
import ABRPlayback

/// Whose player the engine is: the lab's own, or a peer simulator whose published numbers are to be reproduced.
///
/// A model changes options of the player and of the rules, never the code that runs.
public enum Model: String, Sendable, Hashable, CaseIterable {
  /// The lab's player.
  case lab
  /// Sabre, version 09b03bb (Spiteri et al., MMSys'18).
  case sabre
  /// Pensieve's test environment, version 1120bb1 (Mao et al., SIGCOMM'17).
  case pensieve
  /// The short-video simulator of the MM'22 challenge, version 2fba258 (AItrans).
  case mm22

  /// Options of the player, its buffer apart.
  public var settings: PlayerSettings {
    switch self {
    case .lab: PlayerSettings()
    case .sabre: SabreModel.settings()
    case .pensieve: PensieveModel.settings()
    case .mm22: MM22Model.settings
    }
  }

  /// The default buffer of this model.
  ///
  /// - Parameter maximum: seconds held at most; `nil` for what the model is published with.
  public func buffer(maximum: Double? = nil) throws(SettingsError) -> BufferConfiguration {
    switch self {
    case .lab:
      guard let maximum else { return .standard }
      return BufferConfiguration(target: .constant(try StaticTarget(seconds: maximum)))
    case .sabre:
      let settings = maximum.map { SabreModel.settings(maximumLevel: $0) } ?? SabreModel.settings()
      return BufferConfiguration(target: .constant(.unlimited), settings: settings.buffer)
    case .pensieve:
      let settings = PensieveModel.settings(maximumBuffer: maximum ?? PensieveModel.maximumBuffer)
      return BufferConfiguration(target: .constant(.unlimited), settings: settings.buffer)
    case .mm22:
      return BufferConfiguration(target: .constant(.unlimited), settings: MM22Model.settings.buffer)
    }
  }
}
