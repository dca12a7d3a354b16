import Foundation
import Testing

/// The shell steps of a job that the documentation shows, read from its YAML by indentation and run as the service runs
/// them.
struct BuildJob {
  /// A step that runs a script.
  struct Step {
    var name = ""
    /// When it runs; empty while all before it went well.
    var condition = ""
    var script = ""
    /// Whether it runs after a failure, too.
    var isAlways: Bool { condition.contains("!cancelled()") || condition.contains("always()") }
  }

  /// The fenced blocks of a language in a Markdown text.
  static func blocks(_ language: String, in text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().map { part in
      String(part[..<(part.range(of: "```")?.lowerBound ?? part.endIndex)])
    }
  }

  /// The steps of a GitHub workflow that run something.
  static func steps(ofGitHub yaml: String) throws -> [Step] {
    let lines = yaml.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.trimmingCharacters(in: .whitespaces) == "steps:" })
    let indent = indentation(lines[start + 1])
    var steps: [Step] = []
    var index = start + 1
    while index < lines.count, lines[index].isEmpty || indentation(lines[index]) >= indent {
      var line = lines[index]
      index += 1
      if indentation(line) == indent, line.dropFirst(indent).hasPrefix("- ") {
        steps.append(Step())
        line = String(repeating: " ", count: indent + 2) + line.dropFirst(indent + 2)
      }
      guard indentation(line) == indent + 2, let colon = line.range(of: ": ") else { continue }
      let value = String(line[colon.upperBound...])
      switch line[..<colon.lowerBound].dropFirst(indent + 2) {
      case "name": steps[steps.count - 1].name = value
      case "if": steps[steps.count - 1].condition = value
      case "run":
        steps[steps.count - 1].script = value == "|" ? block(lines, from: &index, deeperThan: indent + 2) : value
      default: break
      }
    }
    return steps.filter { !$0.script.isEmpty }
  }

  /// The script of a GitLab job: its items, one after the other in one shell.
  static func script(ofGitLab yaml: String) throws -> String {
    let lines = yaml.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.trimmingCharacters(in: .whitespaces) == "script:" })
    let indent = indentation(lines[start + 1])
    var script = ""
    var index = start + 1
    while index < lines.count, indentation(lines[index]) == indent, lines[index].dropFirst(indent).hasPrefix("- ") {
      let item = String(lines[index].dropFirst(indent + 2))
      index += 1
      script += item == "|" ? block(lines, from: &index, deeperThan: indent) : item + "\n"
    }
    return script
  }

  /// The lines of a block scalar, without the indentation that its first line has.
  private static func block(_ lines: [String], from index: inout Int, deeperThan indent: Int) -> String {
    var text = ""
    let own = indentation(lines[index])
    while index < lines.count, lines[index].isEmpty || indentation(lines[index]) > indent {
      text += lines[index].dropFirst(own) + "\n"
      index += 1
    }
    return text
  }

  private static func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
}
