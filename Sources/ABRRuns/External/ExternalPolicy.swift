import ABRMedia
import ABRPlayback

/// What chooses renditions outside of the engine: a function of another language, or a program.
///
/// Sessions are played in groups, each in lock-step, so that one question asks for the decisions of many; a session of
/// several items is a group by itself. Which ones are in a group does not depend on the number of threads; a policy
/// that goes by what it was told of a session gives the same result for any.
package protocol ExternalPolicy: Sendable {
  /// Begins to decide for a group, on the thread that plays it.
  ///
  /// - Parameters:
  ///   - group: the sessions.
  ///   - isCancelled: whether answers are no longer needed; a policy that waits for a program polls it, and throws.
  func begin(_ group: SessionGroup, isCancelled: @escaping () -> Bool) throws -> any GroupDecisions

  /// Called after the last group of a run that was played to its end. More groups may follow.
  ///
  /// - Throws: ``ExternalPolicyError`` where what was answered cannot be trusted after all.
  func finish() throws

  /// What the user should know of the groups that were played, each said once.
  func takeWarnings() -> [String]
}

extension ExternalPolicy {
  /// There is nothing to finish.
  package func finish() {}

  /// There is nothing to say.
  package func takeWarnings() -> [String] { [] }
}

extension [PreparedSession] {
  /// What the user should know of the policies outside of the engine that have decided, each said once.
  package func takePolicyWarnings() -> [String] { flatMap { $0.external?.takeWarnings() ?? [] } }
}

/// The decisions for a group of sessions, on one thread.
package protocol GroupDecisions {
  /// Chooses a rendition for each question, an index of ``SessionGroup/eligible``.
  func decide(_ questions: [PolicyQuestion]) throws -> [Int]
  /// The session of the group, which is one, goes on with another video, or other renditions of it.
  func continueSession(with group: SessionGroup) throws
  /// Called after the last question.
  func end()
}

/// Sessions that are played in lock-step, and what they have in common.
package struct SessionGroup: Sendable {
  /// Number of the group in the run, from 0.
  package let number: Int
  /// What is played.
  package let video: Video
  /// Segments of it that are played.
  package let segmentCount: Int
  /// Ladder indices of the renditions that may be chosen.
  package let eligible: [Int]
  /// Where the player's options would begin, an index of ``eligible``.
  package let initialPosition: Int
  /// Names of the traces, by the number of the session in the group.
  package let traces: [String]
}

/// An invalid answer.
package struct ExternalPolicyError: Error, CustomStringConvertible {
  /// What is wrong.
  package let description: String

  /// Says what is wrong.
  package init(_ description: String) { self.description = description }
}
