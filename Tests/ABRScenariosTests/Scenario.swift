/// A documented situation with variants of it, and what must hold between them.
///
/// A scenario is data: ``ScenarioFile`` reads it from TOML, ``ScenarioLibrary`` has those that come with the lab,
/// ``ScenarioRunner`` plays all variants over its links and checks the expectations.
package struct Scenario: Sendable {
  /// Its number, such as `S02`.
  package let id: String
  /// A name of a few words.
  package let title: String
  /// What happens, in a sentence or two.
  package let summary: String
  /// What it puts under stress, in words.
  package let stresses: String
  /// Ids of the SDK features that it exercises, see ``MechanismFeature``.
  package let features: [String]
  /// What a reader should know, such as why an expectation is not what one might think.
  package let notes: [String]
  /// Names of the metrics that its table shows.
  package let metrics: [String]
  /// The variants, at least one.
  package let variants: [ScenarioVariant]
  /// What must hold.
  package let expectations: [Expectation]

  /// The variant of a name.
  package func variant(named name: String) -> ScenarioVariant? { variants.first { $0.name == name } }

  /// The scenario with one of its variants alone, and with the expectations that name no other; `nil` when there is no
  /// such variant.
  ///
  /// - Complexity: O(expectations).
  package func only(variant name: String) -> Scenario? {
    guard let variant = variant(named: name) else { return nil }
    return Scenario(
      id: "\(id)/\(name)", title: title, summary: summary, stresses: stresses, features: features, notes: notes,
      metrics: metrics, variants: [variant], expectations: expectations.filter { $0.variants.isSubset(of: [name]) })
  }

  /// What a variant plays, by default the first that is not meant to be refused: session, video, specs and links.
  ///
  /// Somebody who wants the scenario with another policy, buffer or preload strategy replaces those specs.
  package func setup(of name: String? = nil) -> ScenarioSetup? {
    guard let name else { return variants.lazy.compactMap(\.setup).first }
    return variant(named: name)?.setup
  }
}

/// One variant of a scenario.
package struct ScenarioVariant: Sendable {
  /// What becomes of it.
  package enum Content: Sendable {
    /// It is played.
    case played(ScenarioSetup)
    /// Its settings must be refused with a message that contains `text`; `message` is the message, `nil` when nothing
    /// was refused.
    case refused(text: String, message: String?)
  }

  /// Its name, with which expectations call it.
  package let name: String
  /// What it is, where the name does not say.
  package let summary: String
  /// What becomes of it.
  package let content: Content

  /// What is played; `nil` of a variant that must be refused.
  package var setup: ScenarioSetup? {
    if case .played(let setup) = content { setup } else { nil }
  }
}
