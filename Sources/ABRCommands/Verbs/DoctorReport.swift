import ABRInput
import ABRNetwork
import ABRParallel
import ABRPlayerCode
import ABRSessions
import FoundationEssentials

/// What the program finds on this machine.
struct DoctorReport {
  struct Program {
    var version: String
    var build: String
    var libraries: [String: String]
  }

  struct Machine {
    var system: String
    var processors: Int
    var usableProcessors: Int
    var nodes: [NUMANode]
    var isNUMAAvailable: Bool
  }

  struct DataSet {
    var name: String
    var path: String?
    var files: Int?
    var remark: String?
  }

  struct Output {
    var isTerminal: Bool
    var usesColor: Bool
    var usesUnicode: Bool
    var progress: String
  }

  var program: Program
  var machine: Machine
  var data: [DataSet]
  var output: Output

  init(context: Context) {
    let topology = Topology.machine
    #if DEBUG
      let build = "debug (slow; measure with a release build)"
    #else
      let build = "release"
    #endif
    program = Program(
      version: Version.current, build: build,
      libraries: [
        "toml++": TOMLDocument.libraryVersion,
        "libnuma": topology.isNUMAAvailable ? "available" : "not usable here",
        "JavaScriptCore": JavaScriptMachine.isAvailable
          ? "available" : "missing; code(PATH) needs \(JavaScriptMachine.installation)",
      ])
    let process = ProcessInfo.processInfo
    machine = Machine(
      system: process.operatingSystemVersionString, processors: process.processorCount,
      usableProcessors: topology.usableCPUCount, nodes: topology.nodes, isNUMAAvailable: topology.isNUMAAvailable)
    data = [
      Self.dataSet(
        "bundled traces", context.console.host.bundledData.map { $0 + "/recorded" }, missing: "run in the checkout"),
      Self.dataSet(
        "bundled videos", context.console.host.bundledData.map { $0 + "/video" }, missing: "run in the checkout"),
      Self.dataSet("corpus", context.environment["ABRLAB_CORPUS"], missing: "set ABRLAB_CORPUS to a folder of traces"),
      Self.dataSet(
        "golden results", context.environment["ABRLAB_GOLDEN"], missing: "set ABRLAB_GOLDEN, for tests only"),
    ]
    let terminal = context.console.outputTerminal
    output = Output(
      isTerminal: terminal.isInteractive, usesColor: terminal.usesColor, usesUnicode: terminal.usesUnicode,
      progress: "\(context.console.progressStyle)")
  }

  private static func dataSet(_ name: String, _ path: String?, missing: String) -> DataSet {
    guard let path, !path.isEmpty else { return DataSet(name: name, path: nil, files: nil, remark: missing) }
    do {
      return DataSet(name: name, path: path, files: try TraceFile.paths(at: [path]).count, remark: nil)
    } catch {
      return DataSet(name: name, path: path, files: nil, remark: "\(error)")
    }
  }

  /// The report for a program.
  var json: JSONValue {
    let nodes = machine.nodes.map { node -> JSONValue in
      var members: [String: JSONValue] = [
        "id": .integer(node.id), "cpus": .array(node.cpus.map { .integer($0) }),
        "usable_cpus": .array(node.usableCPUs.map { .integer($0) }),
      ]
      members["memory_bytes"] = node.memoryBytes.map { .integer($0) }
      return .object(members)
    }
    let data = data.map { set -> JSONValue in
      var members: [String: JSONValue] = ["name": .string(set.name)]
      members["path"] = set.path.map { .string($0) }
      members["files"] = set.files.map { .integer($0) }
      members["remark"] = set.remark.map { .string($0) }
      return .object(members)
    }
    return [
      "program": [
        "version": .string(program.version), "build": .string(program.build),
        "libraries": .object(program.libraries.mapValues { .string($0) }),
      ],
      "machine": [
        "system": .string(machine.system), "processors": .integer(machine.processors),
        "usable_processors": .integer(machine.usableProcessors), "nodes": .array(nodes),
        "is_numa_available": .bool(machine.isNUMAAvailable),
      ],
      "data": .array(data),
      "output": [
        "is_terminal": .bool(output.isTerminal), "uses_color": .bool(output.usesColor),
        "uses_unicode": .bool(output.usesUnicode), "progress": .string(output.progress),
      ],
    ]
  }

  /// The report for a person.
  func text(_ terminal: Terminal) -> String {
    var lines: [String] = []
    func section(_ title: String, _ rows: [(String, String)]) {
      lines.append(terminal.paint(title, .strong))
      let width = rows.map(\.0.count).max() ?? 0
      for (name, value) in rows {
        lines.append("  " + name + String(repeating: " ", count: width + 2 - name.count) + value)
      }
    }
    section(
      "program",
      [("abrlab", "\(program.version), \(program.build)")]
        + program.libraries.sorted { $0.key.lowercased() < $1.key.lowercased() }.map { ($0.key, $0.value) })
    section(
      "machine",
      [("system", machine.system), ("processors", "\(machine.processors), \(machine.usableProcessors) usable")]
        + machine.nodes.map { node in
          let memory = node.memoryBytes.map { ", \(($0 + (1 << 29)) >> 30) GiB" } ?? ""
          return ("node \(node.id)", "\(node.cpus.count) processors\(memory)")
        })
    section(
      "data",
      data.map { ($0.name, $0.path.map { path in "\(path): " } ?? "") }.enumerated().map { index, row in
        let set = data[index]
        return (row.0, row.1 + (set.files.map { "\($0) files" } ?? "none; \(set.remark ?? "")"))
      })
    section(
      "output",
      [
        ("terminal", output.isTerminal ? "yes" : "no"), ("colours", output.usesColor ? "yes" : "no"),
        ("characters", output.usesUnicode ? "UTF-8" : "ASCII"), ("progress", output.progress),
      ])
    return lines.joined(separator: "\n") + "\n"
  }
}
