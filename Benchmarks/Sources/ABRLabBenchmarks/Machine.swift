import Foundation

/// The machine on which figures were measured: without it they mean nothing.
struct Machine: Encodable {
  let processor: String
  let processors: Int
  let system: String
  let build: String

  static var current: Machine {
    let information = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let model = information?.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":").last
    #if DEBUG
      let build = "debug"
    #else
      let build = "release"
    #endif
    return Machine(
      processor: model.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor",
      processors: ProcessInfo.processInfo.activeProcessorCount,
      system: ProcessInfo.processInfo.operatingSystemVersionString, build: build)
  }

  var line: String { "\(processor), \(processors) processors, \(system), \(build) build" }
}
