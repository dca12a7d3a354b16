import ABRComparison
import ABRInput
import ABRTuning

/// What a page says of each setting that was played over all traces of a search: numbers, conditions, code, and the
/// command that plays it again.
package struct TuningWhatIf: Sendable {
  /// A setting as a player's code, and as a command.
  package struct Recipe: Sendable {
    /// Code for the players that were asked for.
    package var code: [PlayerCode]
    /// The words of `abrlab run` with the setting.
    package var command: [String]

    /// Describes how a setting is used.
    package init(code: [PlayerCode], command: [String]) {
      self.code = code
      self.command = command
    }
  }

  /// Most settings that a page has: 2 MB of text.
  static let limit = 3000

  private let result: TuningResult
  private let settings: [TuningOutcome.Evaluated]
  private let recipes: [Recipe]

  /// Collects the settings.
  ///
  /// - Parameters:
  ///   - result: the search.
  ///   - recipe: how a setting is used.
  /// - Throws: what `recipe` throws.
  /// - Returns: `nil` where there is nothing to choose: one setting, no answer, or more settings than a page can hold.
  /// - Complexity: O(settings × players).
  package init?(_ result: TuningResult, recipe: (TuningOutcome.Evaluated) throws -> Recipe) rethrows {
    let all = result.outcome.evaluatedAndCurrent
    let most = all.map(\.traces).max() ?? 0
    settings = all.filter { $0.traces == most }
    guard result.answer != nil, (2...Self.limit).contains(settings.count) else { return nil }
    self.result = result
    recipes = try settings.map(recipe)
  }

  /// The section of the page; its script fills what a choice changes.
  var html: String {
    let parameters = result.space.parameters.enumerated().map { index, parameter in
      let options = values(of: index).map { "<option>\(EscapedText.html($0))</option>" }.joined()
      return "<label>\(EscapedText.html(parameter.name)) <select name=\"p\(index)\">\(options)</select></label>\n"
    }
    let players = (recipes.first?.code ?? []).map(\.player)
    let options = players.map { "<option>\(EscapedText.html($0.title))</option>" }.joined()
    let player =
      players.count > 1
      ? "<label>\(PagePhrases.WhatIf.player) <select name=\"player\">\(options)</select></label>\n" : ""
    return """
      <section aria-labelledby="what-if" id="what-if-section" hidden>
      <h2 id="what-if">\(PagePhrases.WhatIf.title)</h2>
      <p>\(PagePhrases.WhatIf.text)</p>
      <div class="controls"><form id="choice" autocomplete="off">
      \(parameters.joined())\(player)</form></div>
      <div aria-live="polite"><p id="what-if-limits"></p>
      <dl class="numbers" id="what-if-numbers"></dl></div>
      \(money)\(players.isEmpty ? "" : "<p id=\"what-if-whose\"></p>\n<pre><code id=\"what-if-code\"></code></pre>\n")\
      <div id="what-if-again"><p>\(command)</p>
      <pre><code id="what-if-command"></code></pre></div>
      </section>

      """
  }

  /// What stands above the command, which plays one viewer over each trace.
  private var command: String {
    let viewers = result.setup.viewerCount
    return PagePhrases.WhatIf.command.text(viewers > 1 ? ["viewers": .count(viewers)] : [:]) ?? ""
  }

  /// Sliders that turn bytes into money. Neither the price nor the hours are anybody's: the reader sets them.
  private var money: String {
    func slider(_ name: String, _ label: String, _ range: String) -> String {
      "<label>\(label) <input type=\"range\" name=\"\(name)\" \(range)> <output id=\"what-if-\(name)\"></output></label>\n"
    }
    return """
      <div class="controls"><form id="money" autocomplete="off">
      \(slider("price", PagePhrases.WhatIf.price, "min=\"0.001\" max=\"0.1\" step=\"0.001\" value=\"0.01\""))\
      \(slider("hours", PagePhrases.WhatIf.hours, "min=\"3\" max=\"9\" step=\"0.1\" value=\"6\""))</form></div>
      <p id="what-if-money" aria-live="polite"></p>

      """
  }

  /// What the page's script chooses from.
  var json: JSONValue {
    let current = result.keepsCurrent ? nil : result.outcome.current
    // What is advised.
    let start = result.recommendation?.keepsOther == true ? result.outcome.current ?? result.answer : result.answer
    return [
      "settings": .array(
        zip(settings, recipes).map { evaluated, recipe in
          [
            "values": TuningDocument.names(evaluated.setting.values.map(\.text)),
            "setting": .string(result.space.text(of: evaluated.setting.values)),
            "numbers": numbers(of: evaluated, against: current),
            "limits": .string(limits(of: evaluated)),
            "bytes": JSONValue(values(of: evaluated).first { $0.measure.name == "bytes_wasted_per_h" }?.value),
            "whose": .string("Code of \(result.titled(evaluated)):"),
            "code": TuningDocument.names(recipe.code.map(\.code)),
            "command": .string(recipe.command.map(ShellWord.quoted).joined(separator: " ")),
          ]
        }),
      "players": TuningDocument.names((recipes.first?.code ?? []).map(\.player.title)),
      "start": place(of: start), "current": place(of: current),
    ]
  }

  private func place(of evaluated: TuningOutcome.Evaluated?) -> JSONValue {
    evaluated.flatMap { own in settings.firstIndex { $0.setting.values == own.setting.values } }
      .map { .integer($0) } ?? .null
  }

  /// The values of a parameter among the settings, in the order of the grid.
  private func values(of parameter: Int) -> [String] {
    var seen: Set<String> = []
    let values = settings.map { $0.setting.values[parameter] }.filter { seen.insert($0.text).inserted }
    guard values.allSatisfy({ $0.number != nil }) else { return values.map(\.text) }
    return values.sorted { ($0.number ?? 0) < ($1.number ?? 0) }.map(\.text)
  }

  /// What is known of a setting: the objectives, then what else is worked out of each.
  private func values(of evaluated: TuningOutcome.Evaluated) -> [(measure: Measure, value: Double?)] {
    Array(zip(result.goals.objectives + result.goals.besides, evaluated.values + evaluated.besides))
  }

  /// What is known of a setting, with its change against the current one.
  private func numbers(
    of evaluated: TuningOutcome.Evaluated, against current: TuningOutcome.Evaluated?
  ) -> JSONValue {
    let reference = current.map(values)
    return .array(
      values(of: evaluated).enumerated().map { index, entry in
        let (measure, own) = entry
        let text = MeasureText(measure)
        let before = reference?[index].value
        let change = if let own, let before, own.isFinite, before.isFinite { text.difference(own - before) } else { "" }
        return [
          "label": .string(measure.name), "value": .string(text.value(own)),
          "note": .string(PagePhrases.WhatIf.change.text(change.isEmpty ? [:] : ["change": .name(change)]) ?? ""),
        ]
      })
  }

  /// Which conditions a setting misses, or that it meets them all.
  private func limits(of evaluated: TuningOutcome.Evaluated) -> String {
    guard !result.goals.constraints.isEmpty else { return "" }
    let missed = result.goals.missed(by: evaluated, current: result.outcome.current).map(\.constraint.name)
    let isPromised = evaluated.isPromised
    return PagePhrases.WhatIf.limits.text(
      [
        "missed": missed.isEmpty ? nil : .names(missed), "promised": isPromised == true ? "" : nil,
        "doubtful": isPromised == false ? "" : nil,
      ].compactMapValues(\.self)) ?? ""
  }
}
