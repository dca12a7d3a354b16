import ABRInput
import ABRPolicies
import ABRReports
import ABRTuning
import FoundationEssentials

/// The protocol by which another program drives a search: lines of JSON over standard input and output.
///
/// The lab begins with a line that says the parameters, goals and traces. Each line of the other program asks for a
/// setting, and is told its values in one line; `{"answer": …}`, or the end of its lines, ends the search. The page
/// Tuning.md of the documentation has every key.
struct AskTell {
  /// Version of the protocol.
  static let version = 1

  private let inputs: TuningInputs

  init(_ inputs: TuningInputs) { self.inputs = inputs }

  /// A line of the other program.
  private enum Request {
    case ask(TuningSetting, traces: Int)
    case answer(TuningSetting?)
  }

  /// Why a line is refused; the search goes on.
  private struct Refusal: Error { var reason: String }

  /// Drives a search.
  ///
  /// - Parameters:
  ///   - next: reads a line.
  ///   - write: writes a line.
  ///   - play: plays sessions.
  /// - Throws: what `next`, `write` and `play` throw.
  func run(
    _ search: inout TuningSearch, next: () throws -> String?, write: (String) throws -> Void, play: TuningSearch.Play
  ) throws -> TuningOutcome {
    try write(line(hello))
    while let text = try next() {
      do {
        switch try request(text) {
        case .answer(let answer): return try search.told(answer: answer, play: play)
        case .ask(let setting, let traces):
          guard let evaluated = try search.tell(setting, traces: traces, play: play) else {
            return try search.told(answer: nil, play: play)
          }
          try write(line(told(evaluated)))
        }
      } catch let refusal as Refusal {
        try write(line(["error": .string(refusal.reason)]))
      }
    }
    return try search.told(answer: nil, play: play)
  }

  private func line(_ value: JSONValue) throws -> String {
    // The text of a value ends in the line feed that ends the line.
    value.text(isPretty: false)
  }

  private var hello: JSONValue {
    let parameters = inputs.space.parameters.map { parameter -> JSONValue in
      let values = parameter.range.values
      var members = TuningDocument.facts(of: parameter)
      if let low = values.first?.number, let high = values.last?.number {
        members["low"] = .number(low)
        members["high"] = .number(high)
      }
      return .object(members)
    }
    return [
      "protocol": "abrlab-ask-tell", "version": .integer(Self.version), "parameters": .array(parameters),
      "goals": .array(
        inputs.goals.goals.map { ["metric": .string($0.name), "direction": .string($0.direction.rawValue)] }),
      "constraints": TuningDocument.names(inputs.goals.constraints.map(\.name)),
      "traces": .integer(inputs.split.search.count),
    ]
  }

  private func told(_ evaluated: TuningOutcome.Evaluated) -> JSONValue {
    [
      "setting": TuningDocument.parameters(of: evaluated.setting, in: inputs.space),
      "values": TuningDocument.values(of: evaluated, for: inputs.goals), "constraints_met": .bool(evaluated.isFeasible),
      "promised": evaluated.isPromised.map { .bool($0) } ?? .null,
      "traces": .integer(evaluated.traces),
    ]
  }

  private func request(_ text: String) throws -> Request {
    do {
      return try read(text)
    } catch let fault as InputFault {
      throw Refusal(reason: "\(fault.field): \(FaultText.of(found: fault.found, allowed: fault.allowed))")
    }
  }

  private func read(_ text: String) throws -> Request {
    guard text.first(where: { !$0.isWhitespace }) == "{" else {
      // An empty line, too, is answered: a program that waits for a line for each of its own would wait for ever.
      let found = text.allSatisfy(\.isWhitespace) ? "an empty line" : String(text.prefix(40))
      throw Refusal(reason: "found \(found), expected an object such as {\"ask\": {\"NAME\": VALUE}}")
    }
    var reader = JSONReader(Array(text.utf8))
    var asked: TuningSetting?
    var answer: TuningSetting??
    var traces = inputs.split.search.count
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "ask": asked = try setting(&reader)
      case "answer": answer = try reader.skipNull() ? .some(nil) : .some(try setting(&reader))
      case "traces":
        traces = try reader.integer()
        guard (1...inputs.split.search.count).contains(traces) else {
          throw Refusal(reason: "traces: found \(traces), expected 1 to \(inputs.split.search.count)")
        }
      default: throw Refusal(reason: "unknown key \(key), expected ask, traces or answer")
      }
    }
    try reader.end()
    switch (asked, answer) {
    case (let setting?, nil): return .ask(setting, traces: traces)
    case (nil, let answer?): return .answer(answer)
    default: throw Refusal(reason: "expected one of ask and answer")
    }
  }

  private func setting(_ reader: inout JSONReader) throws -> TuningSetting {
    var values: [String: ParameterValue] = [:]
    try reader.enterObject()
    while let key = try reader.nextKey() {
      let names = inputs.space.parameters.map(\.name)
      guard let tuned = inputs.space.parameters.first(where: { $0.name == key }) else {
        throw Refusal(
          reason: NearestName.message(found: key, kind: "parameter", allowed: names))
      }
      do throws(QuantityError) {
        let isNumber = (try? reader.kind()) == .number
        values[key] =
          isNumber ? try tuned.parameter.value(of: number(&reader)) : try tuned.parameter.value(word(&reader))
      } catch {
        throw Refusal(reason: "\(key): \(error)")
      }
    }
    var list: [ParameterValue] = []
    for parameter in inputs.space.parameters {
      guard let value = values[parameter.name] else {
        throw Refusal(reason: "\(parameter.name): missing, expected a value of every parameter")
      }
      guard isInside(value, parameter.range) else {
        throw Refusal(reason: "\(parameter.name): \(value.text) is outside its range")
      }
      list.append(value)
    }
    do throws(SearchSpace.Exclusion) {
      return try inputs.space.setting(list)
    } catch {
      throw Refusal(reason: error.reason)
    }
  }

  /// Numbers lie anywhere between the ends of their range, words are one of it.
  private func isInside(_ value: ParameterValue, _ range: ParameterRange) -> Bool {
    guard let number = value.number, let low = range.values.first?.number, let high = range.values.last?.number else {
      return range.values.contains(value)
    }
    return (low...high).contains(number)
  }

  private func number(_ reader: inout JSONReader) throws(QuantityError) -> Double {
    do { return try reader.number() } catch { throw QuantityError(found: error.found, allowed: error.allowed) }
  }

  private func word(_ reader: inout JSONReader) throws(QuantityError) -> String {
    do { return try reader.string() } catch { throw QuantityError(found: error.found, allowed: error.allowed) }
  }
}
