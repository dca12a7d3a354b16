import ABRPolicies
import ABRRuns

extension EmbeddedCommand {
  /// The most sessions that are stepped side by side, each of which takes some kilobytes.
  package static let mostSessions = 1 << 20

  /// Sessions to be played step by step, as the words of `run` describe them; `nil` where something is wrong, which is
  /// said as by a command.
  ///
  /// - Parameters:
  ///   - words: `run` with its options, without `--policy`.
  ///   - count: how many sessions there are, 1 to ``mostSessions``.
  package func sessions(_ words: [String], count: Int) -> SessionBatch? {
    var made: SessionBatch?
    _ = inPlainLocale {
      ABRLab.run(words, on: host) { arguments, context in
        guard (1...Self.mostSessions).contains(count) else {
          throw UsageError("sessions: found \(count), expected 1 to \(Self.mostSessions)")
        }
        if arguments.has("--policy") {
          throw UsageError("\(arguments.place("--policy")): an environment has no policy, its user is the policy")
        }
        if arguments.has("--seed") {
          throw UsageError("\(arguments.place("--seed")): an environment is seeded where its sessions begin, by reset")
        }
        let played = Set(RunOptions.inputs.map(\.name))
        if let idle = RunCommand.spec.options.first(where: { arguments.has($0.name) && !played.contains($0.name) }) {
          throw UsageError(
            "\(arguments.place(idle.name)): without effect in an environment, which prints and writes nothing")
        }
        let stepped = arguments.setting("--policy", to: [RuleEntry.external.name], place: "--policy")
        let inputs = try RunInputs(
          RunConfiguration.fill(stepped), rules: .standard.adding([.external]), console: context.console)
        context.console.warn(all: inputs.warnings)
        made = try SessionBatch(inputs.experiment, count: count)
        return .success
      }
    }
    return made
  }
}
