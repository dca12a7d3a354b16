import Testing

@testable import ABRSessions

@Suite("TOML")
struct TOMLDocumentTests {
  static func parse(_ text: String) throws(ConfigurationError) -> TOMLTable {
    try TOMLDocument(parsing: Array(text.utf8), file: "suite.toml").root
  }

  static func error(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("every type keeps its value")
  func values() throws {
    let root = try Self.parse(
      """
      name = "a \\"b\\" ü"
      count = -3
      ratio = 2.0
      quiet = true
      when = 2026-11-21T08:00:00Z
      list = ["x", "y"]
      one = "z"
      [player.buffer]
      min = "8s"
      [[suite]]
      seed = 1
      [[suite]]
      seed = 9223372036854775807
      """)
    #expect(try root.string("name") == "a \"b\" ü")
    #expect(try root.integer("count", in: -10...10) == -3)
    #expect(try root.number("ratio") == 2)
    #expect(try root.number("count") == -3)
    #expect(try root.boolean("quiet") == true)
    #expect(try root.strings("list") == ["x", "y"])
    #expect(try root.strings("one") == ["z"])
    #expect(try root.table("player")?.table("buffer")?.duration("min") == 8)
    #expect(try root.tables("suite").map { try $0.integer("seed", in: 0 ... .max) } == [1, .max])
    #expect(try root.string("missing") == nil)
    #expect(try root.tables("missing").isEmpty)
    #expect(root.keys == ["count", "list", "name", "one", "player", "quiet", "ratio", "suite", "when"])
  }

  @Test("a value of the wrong type names file, line and key")
  func wrongType() throws {
    let root = try Self.parse(
      "a = 1\n\n[run]\nseed = \"x\"\nrate = nan\nlist = [\"a\",\n 2]\nbuffer = \"8\"\n[[s]]\nk = 1.5\n")
    let run = try #require(try root.table("run"))
    let suite = try root.tables("s")[0]
    let errors = [
      Self.error { _ = try root.string("a") },
      Self.error { _ = try run.integer("seed", in: 0...5) },
      Self.error { _ = try run.number("rate") },
      Self.error { _ = try run.strings("list") },
      Self.error { _ = try run.duration("buffer") },
      Self.error { _ = try root.table("a") },
      Self.error { _ = try root.tables("run") },
      Self.error { _ = try suite.integer("k", in: 0 ... .max) },
    ]
    #expect(
      errors == [
        "suite.toml:1:1: a: found 1, expected a text in quotes",
        "suite.toml:4:1: run.seed: found \"x\", expected a whole number, 0 to 5",
        "suite.toml:5:1: run.rate: found nan, expected a finite number",
        "suite.toml:7:2: run.list[1]: found 2, expected a text in quotes",
        "suite.toml:8:1: run.buffer: found \"8\" without a unit, expected a duration such as 8s, 500ms, 2min or 1h",
        "suite.toml:1:1: a: found 1, expected a table: [a]",
        "suite.toml:3:2: run: found a table, expected tables: [[run]]",
        "suite.toml:10:1: s[0].k: found 1.5, expected a whole number, 0 or more",
      ])
  }

  @Test("an unknown key is an error that suggests the one that was meant")
  func unknownKey() throws {
    let root = try Self.parse("[run]\nb = 1\nplicy = \"auto\"\n")
    let run = try #require(try root.table("run"))
    let meant = Self.error { try run.allow(only: ["policy", "b"]) }
    #expect(meant == "suite.toml:3:1: run.plicy: unknown key; did you mean policy?")
    #expect(Self.error { try run.allow(only: ["x", "y"]) } == "suite.toml:2:1: run.b: unknown key, expected x or y")
    #expect(Self.error { try run.allow(only: ["b", "plicy"]) } == nil)
    let long = try Self.parse("\(String(repeating: "k", count: 5000)) = 1")
    #expect(Self.error { try long.allow(only: (0..<200).map { "key\($0)" }) }?.utf8.count ?? 999 < 400)
  }

  @Test(
    "a syntax error names line and column",
    arguments: [
      ("a = \n", 1), ("a = 1\nb = [1, 2", 2), ("a = 1\na = 2", 2), ("[x\n", 1), ("a = \"x\n", 1), ("\n\n= 3", 3),
      ("a.b = 1\na = 2", 2), ("a = 99999999999999999999", 1), ("a = 1 b = 2", 1), ("\u{0}\u{1}\u{2}", 1),
    ])
  func syntax(text: String, line: Int) {
    let error = #expect(throws: ConfigurationError.self) { try Self.parse(text) }
    guard case .syntax(let file, let found, let column, let reason) = error else {
      Issue.record("\(String(describing: error)) is no syntax error")
      return
    }
    #expect(file == "suite.toml" && found == line && column >= 1 && !reason.isEmpty)
  }

  @Test(
    "bytes that are no text are refused",
    arguments: [[0xFF, 0xFE, 0x00], [0x61, 0x3D, 0x22, 0xC3, 0x28, 0x22], [0x7F, 0x45, 0x4C, 0x46]])
  func binary(bytes: [UInt8]) {
    #expect(throws: ConfigurationError.self) { try TOMLDocument(parsing: bytes, file: "x") }
  }

  @Test("an empty file has no keys")
  func empty() throws {
    #expect(try Self.parse("").keys.isEmpty)
    #expect(try Self.parse("# nothing\n\n").keys.isEmpty)
    #expect(try TOMLDocument(parsing: [], file: "x").root.keys.isEmpty)
  }

  @Test(
    "nesting of any depth and kind ends in an answer",
    arguments: [
      "a = " + String(repeating: "[", count: 100_000),
      "a = " + String(repeating: "{a=", count: 100_000),
      "[" + Array(repeating: "a", count: 100_000).joined(separator: ".") + "]",
      Array(repeating: "\"=\"", count: 100_000).joined(separator: " . ") + " = 1",
      String(repeating: "x", count: 1_000_000),
      String(repeating: ".", count: 1_000_000),
    ])
  func deepNesting(text: String) {
    #expect(throws: ConfigurationError.self) { try Self.parse(text) }
  }

  /// Texts before a key of very many parts that look as if the key were in a string or a comment.
  private static let disguises = [
    #""\"".a"#, #"'\'.a"#, "''.a", #""".a"#, "# \"\na", "# '''\na", "x = \"\na", "x = '\na", #"x = "\\" # '"# + "\na",
    "x = \"\"\"\n\"\"\"\"\"\na", "x = '''''''' # '''\na", "x = ['#', \"'\",\n'''\n'# ''' ]\na",
    "x = \"\"\"\n\\\n\\\"\"\"\"\na", #""""a""".a"#,
  ]

  @Test("dots in strings and comments are no parts of a key, and those behind them are")
  func dots() throws {
    let paths = Array(repeating: "lte/1.csv", count: 400)
    let many = String(repeating: ".a", count: 400)
    let text = "traces = [\(paths.map { "\"\($0)\"" }.joined(separator: ", "))] # \(many)"
    #expect(try Self.parse(text).strings("traces") == paths)
    #expect(try Self.parse(text.replacing("\"", with: "'")).strings("traces") == paths)
    #expect(try Self.parse("x = '''\n'\(many)'''''").string("x") == "'\(many)''")
    let deep = String(repeating: ".a", count: 100_000) + " = 1"
    for disguise in Self.disguises {
      #expect(throws: ConfigurationError.self, "\(disguise)") { try Self.parse(disguise + deep) }
    }
  }

  @Test("the deepest nesting that is allowed is read")
  func deepestAllowed() throws {
    let key = Array(repeating: "a", count: 190).joined(separator: ".")
    var text = "\(key) = 1"
    for _ in 0..<15 { text = "\(key) = [\n{\(text)}]" }
    #expect(try Self.parse(text).keys == ["a"])
  }

  @Test("a file over the limit is refused before it is parsed")
  func tooLong() {
    let bytes = [UInt8](repeating: 0x20, count: TOMLDocument.maximumSize + 1)
    #expect(throws: ConfigurationError.self) { try TOMLDocument(parsing: bytes, file: "x") }
  }

  @Test("a file that is not there, or is a folder, is an error", arguments: ["/nonexistent/suite.toml", "/"])
  func unreadable(path: String) {
    #expect(throws: ConfigurationError.self) { try TOMLDocument(contentsOf: path) }
  }

  @Test("random damage to a good file never ends the process", arguments: 0..<300)
  func damage(seed: Int) {
    var state = UInt64(seed) &+ 0x9E37_79B9
    func random(_ bound: Int) -> Int {
      state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB &+ 0x1234_5677
      return Int((state >> 33) % UInt64(bound))
    }
    var bytes = Array("[run]\na.b = [1, 2.5, {x = \"y\"}]\n[[s]]\nd = 2026-01-01\n'q' = '''m\n'''\n".utf8)
    for _ in 0...random(6) { bytes[random(bytes.count)] = UInt8(random(256)) }
    bytes.removeLast(random(10))
    // Either answer is right; only a crash or a hang is not.
    let document = try? TOMLDocument(parsing: bytes, file: "seed \(seed)")
    #expect(document == nil || document?.file == "seed \(seed)")
  }
}
