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
}
