import ABRTestSupport
import Foundation
import Testing

/// Calls of the system that fail, one after the other.
@Suite("Injected faults", .timeLimit(.minutes(20)))
struct FaultTests {
  /// `Faults/faults.c` as a library that the program loads before all others.
  private static let library = Result { try library(of: "faults") }

  /// Compiles a file of `Faults` to a library.
  ///
  /// - Parameters:
  ///   - name: of the file, without its ending.
  ///   - flags: of the compiler.
  /// - Returns: its path.
  static func library(of name: String, _ flags: String = "") throws -> String {
    let folder = try Program.makeFolder()
    let source = Program.checkout.appendingPathComponent("Tests/EndToEndTests/Faults/\(name).c").path
    let built = try Program.bash(
      ["-c", "cc -O1 \(flags) -Wall -Wextra -Werror -shared -fPIC -o '\(folder.path)/\(name).so' '\(source)'"],
      environment: ["PATH": "/usr/bin:/bin"], folder: folder)
    try #require(built.status == 0, "\(built.output)")
    return folder.appendingPathComponent("\(name).so").path
  }

  /// Commands that read or write files, with those that they replace, in a folder that holds nothing else.
  private static let commands: [(words: String, outputs: [String])] = [
    (
      "run --traces ../traces --video ../movie.json --policy fixed:0 --per-session -q --format csv --export json=a csv=b",
      ["a", "b"]
    ),
    ("trace import SAMPLES/session.har -o a.csv", ["a.csv"]),
    ("trace export ../traces/slow/a.csv --to sabre -o a.json", ["a.json"]),
    ("video import SAMPLES/stream.m3u8 -o a.json", ["a.json"]),
    ("viewer fit SAMPLES/retention.csv --columns time:s,share:% -o a.toml", ["a.toml"]),
    ("baseline save a --run ../run.json", ["a"]),
    ("check --baseline ../run.json --run ../run.json --gate rebuffer_ratio<=+1pp --export junit=a", ["a"]),
    ("report ../run.json -o a", ["a"]),
    (
      "tune --traces ../traces --video ../movie.json --policy bba-0 --min 2..3s --max 6..8s --goal rebuffer_ratio -q --export json=a",
      ["a"]
    ),
  ]

  /// What fails, and by which reason; 0 is a read or write of half the bytes.
  private static let faults =
    [("read", EIO), ("write", ENOSPC), ("open", EMFILE), ("fsync", EIO), ("rename", EIO)]
  /// What must not be seen: all commands read and write by the same few functions, and one command shows it.
  private static let passing = [("read", 0), ("read", EINTR), ("write", 0), ("write", EINTR)]

  /// What a command left: what it printed, and the files of its folder.
  private struct Outcome {
    var result: Program.Result
    var files: [String: Data]
  }

  @Test(
    "whatever call fails, a command ends with the same answer or with an error, and no file is lost or cut",
    arguments: commands.indices)
  func faults(index: Int) throws {
    let (words, outputs) = Self.commands[index]
    let place = try RunTests.Place()
    let inside = place.folder.appendingPathComponent("inside")
    let arguments = words.replacing("SAMPLES", with: ReadmeTests.samples.path).split(separator: " ").map(String.init)
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    let saved = try place.run(
      "--traces traces --video movie.json --policy fixed:0 --per-session -q --export json=run.json"
        .split(separator: " ").map(String.init))
    try #require(saved.status == 0, "\(saved)")

    func run(_ environment: [String: String] = [:]) throws -> Outcome {
      for name in outputs { try Data("old".utf8).write(to: inside.appendingPathComponent(name)) }
      let result = try Program.run(arguments, environment: environment, folder: inside)
      let names = try FileManager.default.contentsOfDirectory(atPath: inside.path)
      let files = try names.map { ($0, try Data(contentsOf: inside.appendingPathComponent($0))) }
      for name in names { try FileManager.default.removeItem(at: inside.appendingPathComponent(name)) }
      return Outcome(result: result, files: Dictionary(uniqueKeysWithValues: files))
    }

    let good = try run()
    try #require(good.result.status == 0 && Set(good.files.keys) == Set(outputs), "\(good.result)")
    let mark = place.folder.appendingPathComponent("mark")
    for (call, reason) in Self.faults + (index == 0 ? Self.passing : []) {
      for number in 1...200 {
        let fault = "\(call):\(number):\(reason)"
        let outcome = try run([
          "LD_PRELOAD": try Self.library.get(), "FAULT": fault, "FAULT_MARK": mark.path,
        ])
        // The command made fewer calls.
        guard (try? FileManager.default.removeItem(at: mark)) != nil else { break }
        let result = outcome.result
        if result.status == 0 {
          #expect(result.output == good.result.output && outcome.files == good.files, "\(words) \(fault): \(result)")
        } else {
          // A check that could read no baseline says so in its report, which is whole.
          func isRefusal(_ file: Data) -> Bool {
            let text = String(decoding: file, as: UTF8.self)
            return result.status == 5 && text.contains("<error message=") && text.hasSuffix("</testsuites>\n")
          }
          let isOld = outcome.files.allSatisfy {
            $1 == Data("old".utf8) || $1 == good.files[$0] || isRefusal($1)
          }
          #expect(isOld && outcome.files.keys == good.files.keys, "\(words) \(fault): \(outcome.files)")
          let isTold = result.diagnostics.hasPrefix("error: ") || result.diagnostics.contains("\nerror: ")
          #expect([1, 5].contains(result.status) && isTold, "\(words) \(fault): \(result)")
          #expect(!Self.passing.contains { $0 == call && $1 == reason }, "\(words) \(fault): \(result)")
        }
      }
    }
  }

  @Test("without memory a command says so in a line, the old file is there, and nothing beside it for long")
  func memory() throws {
    let place = try RunTests.Place()
    let result = try Program.shell(
      """
      cd '\(place.folder.path)'; mkdir inside
      words='run --traces traces --video movie.json --policy fixed:0 --per-session -q --format csv'
      $abrlab $words --export json=good.json > /dev/null
      for limit in 40000 60000 80000 100000 120000 160000; do
        echo old > inside/a
        # 127: not even the libraries of the program could be loaded.
        (ulimit -v $limit; $abrlab $words --export json=inside/a) > /dev/null 2> said || case "$? $(cat said)" in
          '1 error: out of memory: give the program more, or less to do' | 127*) ;;
          *) echo "$limit: $(cat said)" ;;
        esac
        echo old | cmp -s - inside/a || cmp good.json inside/a
      done
      $abrlab $words --export json=inside/a > /dev/null; ls -A inside
      """)
    #expect(result.output == "a\n", "\(result)")
  }
}
