import ABRPolicies
import ABRSessions
import Foundation
import Testing

@testable import ABRCommands

@Suite("Policy", .timeLimit(.minutes(20)))
struct PolicyTests {
  @Test("list names every rule, limit, buffer, preload scheduler, viewer and policy of mm22 of the registries")
  func list() throws {
    let result = try Program.run(["policy", "list", "--format", "csv"])
    let names = Set(
      result.output.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[1] }.map(String.init))
    let expected =
      RuleRegistry.standard.entries.map(\.name) + LimitRegistry.entries.map(\.name) + BufferRegistry.entries.map(\.name)
      + PreloadRegistry.entries.map(\.name) + MM22Registry.entries.map(\.name)
      + ViewerRegistry.entries.map(\.name)
    #expect(names == Set(expected))
    #expect(result.diagnostics.isEmpty && result.status == 0)
  }

  @Test("the list fits 80 columns")
  func listWidth() throws {
    let lines = try Program.run(["policy", "list"]).output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("show explains everything that list names", arguments: PolicyCatalogue.items.map(\.name))
  func show(name: String) throws {
    let item = try #require(PolicyCatalogue.items.first { $0.name == name })
    let result = try Program.run(["policy", "show", name])
    #expect(result.output.hasPrefix("\(name)  (\(item.kind))\n") && result.status == 0)
    for parameter in item.parameters where item.kind != "limit" {
      #expect(result.output.contains("\n\(parameter.name)  \(parameter.summary)\n"))
    }
  }

  @Test(
    "what show says to write is a spec",
    arguments: PolicyCatalogue.items.filter { !["limit", "viewer"].contains($0.kind) }.map(\.name))
  func examples(name: String) throws {
    let item = try #require(PolicyCatalogue.items.first { $0.name == name })
    #expect(!item.examples.isEmpty)
    let bare = item.examples.first { !$0.contains(":") && !$0.contains("(") }
    #expect((bare == name) == !item.parameters.contains { $0.defaultValue == "required" })
    // Words in capitals stand for a value of the reader's own.
    for example in item.examples where example == example.lowercased() {
      switch item.kind {
      case "rule": _ = try PolicySpec(parsing: example)
      case "mm22": _ = try MM22Registry.entry(parsing: example)
      case "preload": _ = try PreloadSpec(parsing: example)
      default: _ = try BufferSpec(parsing: example)
      }
    }
  }

  @Test("what show says to write is a viewer", arguments: ViewerRegistry.entries.flatMap(\.examples))
  func viewers(example: String) throws {
    let name = String(example.prefix { $0 != "(" })
    #expect(try Program.run(["policy", "show", name]).output.contains(example))
    // Words in capitals stand for a value of the reader's own.
    guard !example.contains("FILE") else { return }
    _ = try SessionViewer(parsing: example)
  }

  @Test("an alias shows the rule it stands for, and a wrong name suggests the right one")
  func names() throws {
    #expect(try Program.run(["policy", "show", "bba0"]).output.hasPrefix("bba-0  (rule)\n"))
    let wrong = try Program.run(["policy", "show", "grwth"])
    #expect(
      wrong.diagnostics.hasPrefix(
        "error: unknown name grwth: no rule, limit, buffer, preload scheduler or viewer; did you mean growth?\n"))
    #expect(wrong.status == 64 && wrong.output.isEmpty)
  }

  @Test("the JSON of show has every parameter")
  func json() throws {
    let result = try Program.run(["policy", "show", "growth", "--format", "json"])
    let item = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let names = (item?["parameters"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
    #expect(names == ["min", "max", "interval", "basis", "overshoot", "offset"])
  }
}
