/// A kind of viewer that a spec can name, for those who list them.
public struct ViewerEntry: Sendable {
  /// Name in a spec.
  public let name: String
  /// What it is, one sentence.
  public let summary: String
  /// Where it comes from.
  public let source: String
  /// Its parameters.
  public let parameters: [Parameter]
  /// Specs that name it; a word in capitals stands for a value of the reader's own.
  public let examples: [String]
}

/// The viewers that specs can name. ``ViewerSpec`` and ``FeedSpec`` read them.
public enum ViewerRegistry {
  /// Every kind, in the order in which they are listed.
  public static let entries: [ViewerEntry] = [
    ViewerEntry(
      name: "watch", summary: "watches to the end; in a session of several items, everything", source: "this lab",
      parameters: [], examples: ["watch"]),
    ViewerEntry(
      name: "leave", summary: "leaves at a time, or after so much media", source: "this lab",
      parameters: ViewerSpec.parameters(of: "leave"), examples: ["leave(8s)", "leave(watched=30s)"]),
    ViewerEntry(
      name: "feed",
      summary:
        "watches each item for a time drawn from a distribution, a bundled model or a file of one, with --items "
        + "or --session; a distribution needs its parameters, and every model takes back, patience and skip",
      source:
        "this lab; the bundled models are its own fits, see Traces/viewers; abrlab viewer makes files, and FILE.toml "
        + "alone is short for feed(FILE.toml)",
      parameters: feedParameters,
      examples: [
        "feed(short-video)", "feed(long-form,patience=8s)", "feed(exponential,mean=12s)",
        "feed(lognormal,median=8s,sigma=1.1,back=0.15)", "feed(FILE.toml)",
      ]),
    ViewerEntry(
      name: "recorded", summary: "watches each video for a recorded time, only with --model mm22",
      source: "ACM MM 2022 short-video challenge", parameters: [], examples: ["recorded(FILE.json)"]),
  ]

  /// The parameters of all distributions, each once, then the habits.
  private static var feedParameters: [Parameter] {
    var parameters: [Parameter] = []
    for parameter in FeedSpec.distributions.flatMap(FeedSpec.parameters(of:)) + FeedSpec.habits
    where !parameters.contains(where: { $0.key == parameter.key })
      && !FeedSpec.habits.contains(where: { $0.key == parameter.key })
    {
      parameters.append(parameter)
    }
    return parameters + FeedSpec.habits
  }
}
