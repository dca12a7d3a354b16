import ABRInput
import ABRPolicies
import ABRReports

/// All that the registries hold, in one list.
enum PolicyCatalogue {
  /// A rule, limit, buffer, preload scheduler or viewer, or a policy of the model mm22.
  struct Item {
    var kind: String
    var name: String
    var aliases: [String]
    var summary: String
    var source: String
    var parameters: [Option]
    /// Specs that name it, where they do not follow from the parameters.
    var specs: [String]?
  }

  /// A parameter of an item.
  struct Option {
    var name: String
    var allowed: String
    var defaultValue: String
    var summary: String
    var isPositional: Bool

    init(_ parameter: Parameter) {
      name = parameter.key
      allowed = parameter.allowed
      defaultValue = parameter.defaultText
      summary = parameter.summary
      isPositional = parameter.isPositional
    }
  }

  /// Rules, then limits, then buffers, then preload schedulers, then viewers, then policies of the model mm22, in the
  /// order of their registries.
  static var items: [Item] {
    RuleRegistry.standard.entries.map {
      Item(
        kind: "rule", name: $0.name, aliases: $0.aliases, summary: $0.summary, source: $0.source,
        parameters: $0.parameters.map(Option.init))
    }
      + LimitRegistry.entries.map {
        Item(
          kind: "limit", name: $0.name, aliases: [], summary: $0.summary, source: $0.source,
          parameters: $0.parameters.map(Option.init))
      }
      + BufferRegistry.entries.map {
        Item(
          kind: "buffer", name: $0.name, aliases: [], summary: $0.summary, source: $0.source,
          parameters: $0.parameters.map(Option.init))
      }
      + PreloadRegistry.entries.map {
        Item(
          kind: "preload", name: $0.name, aliases: $0.aliases, summary: $0.summary, source: $0.source,
          parameters: $0.parameters.map(Option.init))
      }
      + ViewerRegistry.entries.map {
        Item(
          kind: "viewer", name: $0.name, aliases: [], summary: $0.summary, source: $0.source,
          parameters: $0.parameters.map(Option.init), specs: $0.examples)
      }
      + MM22Registry.entries.map {
        Item(
          kind: "mm22", name: $0.name, aliases: [], summary: $0.summary + " (only --model mm22)", source: $0.source,
          parameters: [])
      }
  }

  /// What `--policy` takes: a rule, or a rule with limits behind `+`.
  static var policies: [String] { RuleRegistry.standard.entries.map(\.name) + MM22Registry.entries.map(\.name) }

  /// A row for each of them.
  static var table: DataTable {
    var table = DataTable(columns: [.text("kind"), .text("name"), .text("parameters"), .text("summary")])
    for item in items {
      let parameters = item.kind == "limit" ? "" : item.parameters.map(\.name).joined(separator: ", ")
      table.append([.text(item.kind), .text(item.name), .text(parameters), .text(item.summary)])
    }
    return table
  }
}

extension PolicyCatalogue.Item {
  /// All about it, for a program.
  var json: JSONValue {
    let parameters = parameters.map { parameter -> JSONValue in
      [
        "name": .string(parameter.name), "allowed": .string(parameter.allowed),
        "default_value": .string(parameter.defaultValue), "summary": .string(parameter.summary),
        "is_positional": .bool(parameter.isPositional),
      ]
    }
    var members: [String: JSONValue] = [
      "kind": .string(kind), "name": .string(name), "aliases": .array(aliases.map { .string($0) }),
      "summary": .string(summary), "source": .string(source), "parameters": .array(parameters),
    ]
    members["specs"] = specs.map { .array($0.map { .string($0) }) }
    return .object(members)
  }

  /// All about it, for a person.
  func text(_ terminal: Terminal) -> String {
    var lines = [terminal.paint(name, .strong) + "  (\(kind))", TextWrap.wrap(summary, width: 98), ""]
    lines.append("source   \(source)")
    if !aliases.isEmpty { lines.append("aliases  \(aliases.joined(separator: ", "))") }
    lines.append("write    \(examples.joined(separator: "   "))")
    if kind != "limit", !parameters.isEmpty {
      lines.append("")
      for parameter in parameters {
        lines.append("\(parameter.name)  \(parameter.summary)")
        lines.append("  allowed  \(parameter.allowed)")
        lines.append("  default  \(parameter.defaultValue)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Specs that name it: bare, with its main value, and with its first numbers. What a check of its own refuses is left
  /// out.
  var examples: [String] {
    if let specs { return specs }
    guard kind != "limit" else { return ["\(name):VALUE  with VALUE \(parameters.first?.allowed ?? "")"] }
    let numbers = parameters.filter { $0.defaultValue.first?.isNumber ?? false && !$0.defaultValue.contains(" ") }
    let named = numbers.prefix(2).map { "\($0.name)=\($0.defaultValue)" }.joined(separator: ",")
    let main = parameters.first { $0.isPositional }.map {
      "\(name)\(kind == "rule" ? ":\(value($0))" : "(\(value($0)))")"
    }
    let isComplete = !parameters.contains { $0.defaultValue == "required" }
    let specs = [isComplete ? name : nil, main, named.isEmpty ? nil : "\(name)(\(named))"].compactMap(\.self)
    return specs.filter { spec in
      // A word in capitals stands for a value of the reader's own.
      guard spec == spec.lowercased() else { return true }
      return switch kind {
      case "rule": (try? PolicySpec(parsing: spec)) != nil
      case "mm22": (try? MM22Registry.entry(parsing: spec)) != nil
      case "preload": (try? PreloadSpec(parsing: spec)) != nil
      default: (try? BufferSpec(parsing: spec)) != nil
      }
    }
  }

  private func value(_ option: PolicyCatalogue.Option) -> String {
    option.defaultValue.contains(" ") || option.defaultValue == "required"
      ? option.name.uppercased() : option.defaultValue
  }
}
