import ABRCommands
import ABRRuns
import Foundation
import Testing

@Suite("Rows of traces that stay in memory or are read again")
struct TraceRowBudgetTests {
  private static func run(_ policies: String..., over traces: String) -> [String] {
    let video = "\(Program.checkout.path)/Traces/video/hls-authoring.json"
    return ["run", "-q", "--video", video, "--seed", "7", "--traces", traces, "--policy"] + policies
  }

  @Test("they change nothing in what a run writes", arguments: [1, 2])
  func same(jobs: Int) throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func written(_ budget: Int?, _ words: [String]) throws -> [String] {
      let command = budget.map { EmbeddedCommand(bundledData: nil, traceRowBudget: $0) } ?? .init(bundledData: nil)
      let file = folder.appendingPathComponent("run.json")
      let run = Self.run("bba-0", "auto", over: "\(Program.checkout.path)/Traces/recorded")
      let status = command.perform(run + words + ["--jobs", "\(jobs)", "--export", "json=\(file.path)"])
      #expect(status == 0 && command.diagnostics.isEmpty, "\(command.diagnostics)")
      return [command.output, try String(contentsOf: file, encoding: .utf8)]
    }
    for format in [["--format", "json", "--per-session"], ["--format", "csv", "--per-session"], []] {
      let kept = try written(.max, format)
      for budget in [0, 3000, nil] { #expect(try written(budget, format) == kept) }
    }
  }

  @Test("a file that is gone when its session is played is a missing input that is named")
  func gone() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // The first group of a policy of the program's own has 64 sessions.
    func text(_ number: Int) -> Data {
      Data("duration_s,bandwidth_bps,latency_ms\n1,4000000,\n1,\(5_000_000 + number),\n".utf8)
    }
    for number in 10..<79 { try text(number).write(to: folder.appendingPathComponent("\(number).csv")) }
    let last = folder.appendingPathComponent("79.csv")
    for budget in [0, .max] {
      try text(79).write(to: last)
      let command = EmbeddedCommand(bundledData: nil, traceRowBudget: budget)
      command.add(Lowest { try? FileManager.default.removeItem(at: last) }, named: "lowest")
      let status = command.perform(Self.run("call(lowest)", over: folder.path) + ["--jobs", "1"])
      #expect(status == (budget == 0 ? 5 : 0), "\(command.diagnostics)")
      let message = "error: \(last.path): cannot be read: no such file or directory\n"
      #expect(command.diagnostics == (budget == 0 ? message : "") && command.output.isEmpty == (budget == 0))
    }
  }

  /// Chooses the lowest rendition, and does something when a group begins.
  private struct Lowest: ExternalPolicy, GroupDecisions {
    let onBegin: @Sendable () -> Void

    init(_ onBegin: @escaping @Sendable () -> Void) { self.onBegin = onBegin }

    func begin(_ group: SessionGroup, isCancelled: @escaping () -> Bool) throws -> any GroupDecisions {
      onBegin()
      return self
    }
    func decide(_ questions: [PolicyQuestion]) throws -> [Int] { questions.map { _ in 0 } }
    func continueSession(with group: SessionGroup) throws {}
    func end() {}
  }
}
