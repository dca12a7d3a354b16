import Foundation

/// What the user asks for.
struct Options {
  static let usage = """
    usage: abrlab-benchmarks [--smoke] [--check] [--update] [--list] [--filter TEXT] [--json FILE] [--thresholds FOLDER]

      --smoke              tiny workloads, no timing: checks digests only
      --check              fail (exit 2) when a case is slower than its threshold, or (exit 1) has another digest
      --update             write digests, and thresholds at \(Threshold.allowance) times what is measured
      --list               names and summaries of the cases
      --filter TEXT        only cases whose name contains TEXT
      --json FILE          also write everything measured as JSON
      --thresholds FOLDER  default: Thresholds beside this package's manifest, from its folder or the one above
    """

  var isSmoke = false
  var checks = false
  var updates = false
  var lists = false
  var wantsHelp = false
  var filter = ""
  var json: String?
  var thresholds =
    FileManager.default.fileExists(atPath: "Benchmarks/Thresholds") ? "Benchmarks/Thresholds" : "Thresholds"

  /// - Throws: ``BenchmarkFailure/usage(_:)``.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw BenchmarkFailure.usage("\(option) needs a value") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--smoke": isSmoke = true
      case "--check": checks = true
      case "--update": updates = true
      case "--list": lists = true
      case "--help", "-h": wantsHelp = true
      case "--filter": filter = try value(of: argument)
      case "--json": json = try value(of: argument)
      case "--thresholds": thresholds = try value(of: argument)
      default: throw BenchmarkFailure.usage("unknown option \(argument)\n\(Self.usage)")
      }
    }
    if isSmoke, updates || checks || json != nil {
      throw BenchmarkFailure.usage("--smoke times nothing: not together with --check, --update or --json")
    }
  }
}
