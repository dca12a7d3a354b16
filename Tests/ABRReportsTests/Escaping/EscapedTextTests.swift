import ABRComparison
import Testing

@testable import ABRReports

/// Names that try to be more than names, in every output.
@Suite("Escaped text")
struct EscapedTextTests {
  /// CR LF together, which Swift takes for one character, CR and LF alone, ESC, another control character, and the
  /// order of reading.
  static let poison = "x\r\n::error file=README.md,line=1::y\rz\n\u{1b}[2J\u{9b}31m\u{202e}cod.\u{2028}"
  static let shown = #"x\r\n::error file=README.md,line=1::y\rz\n\u{1b}[2J\u{9b}31m\u{202e}cod.\u{2028}"#

  private static let outputs: [(name: String, escape: @Sendable (String) -> String)] = [
    ("line", EscapedText.line), ("csv", EscapedText.csv), ("markdown", EscapedText.markdown),
    ("code", EscapedText.markdownCode), ("html", EscapedText.html),
    ("command", { EscapedText.workflowCommand($0, isProperty: false) }),
    ("property", { EscapedText.workflowCommand($0, isProperty: true) }),
  ]

  @Test("no output has a scalar that ends a line, moves a cursor or turns the order of reading")
  func controls() {
    let active =
      (0..<0x20).map { UInt32($0) } + (0x7f..<0xa0) + [0x61c, 0x200e, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069]
    for scalar in active.compactMap(Unicode.Scalar.init) {
      for (name, escape) in Self.outputs where !(name == "html" && (scalar == "\n" || scalar == "\t")) {
        let text = escape("a\(scalar)b")
        #expect(!text.unicodeScalars.contains(scalar) && text.contains("\\"), "\(name) \(scalar.value)")
      }
    }
    #expect(EscapedText.line(Self.poison) == Self.shown)
    #expect(EscapedText.line("Zürich 東京 👩‍🚀 e\u{301}") == "Zürich 東京 👩‍🚀 e\u{301}")
    #expect(EscapedText.line("::error::x") == #"\u{3a}:error::x"#)
    #expect(EscapedText.line("a\u{10fffc}b") == #"a\xfcb"#)
    #expect(EscapedText.line(" \u{a0}::set-output x ::y a::b") == " \u{a0}\\u{3a}:set-output x \\u{3a}:y a::b")
    for blank in ["\u{200b}", "\u{2060}", " \u{200d}", "\u{3000}", "\u{fe0f}", "\u{ad}"] {
      #expect(EscapedText.line("\(blank)::error::x") == "\(blank)\\u{3a}:error::x")
    }
    // U+0600 makes one character with the sign behind it.
    for command in ["##[error]x", "a ##vso[task.complete]", "##VSO[x]", "\u{600}##[error]x", "##[\u{301}]"] {
      for (name, escape) in Self.outputs {
        let text = escape(command).lowercased().unicodeScalars
        #expect(!text.contains("##[".unicodeScalars) && !text.contains("##vso[".unicodeScalars), "\(name): \(text)")
      }
    }
    #expect(EscapedText.line("## a [b]") == "## a [b]")
  }

  @Test(
    "Markdown shows what a name is",
    arguments: [
      (#"a|b"#, #"a\|b"#), ("`rm`", #"\`rm\`"#), ("<img src=x>", #"\<img src=x>"#), ("a <= 5 < 6", "a <= 5 < 6"),
      ("@team", "@<!-- -->team"), ("[a](b)", #"[a]\(b)"#), (#"\|"#, #"\\\|"#), ("&lt;", #"\&lt;"#),
      ("*a* ~~b~~", #"\*a\* \~\~b\~\~"#), ("rebuffer_ratio [+0.1, -2]", "rebuffer_ratio [+0.1, -2]"),
    ])
  func markdown(text: String, escaped: String) { #expect(EscapedText.markdown(text) == escaped) }

  @Test("code of Markdown has a fence that the text does not have")
  func code() {
    #expect(EscapedText.markdownCode("bola max=30s") == "`bola max=30s`")
    #expect(EscapedText.markdownCode("a`b``c") == "``` a`b``c ```")
  }

  @Test(
    "CSV quotes what needs it, and no field is a formula",
    arguments: [
      ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"), ("@SUM(1,2)", "\"'@SUM(1,2)\""), ("+1", "+1"), ("-1.5", "-1.5"),
      ("-x", "'-x"), ("a;=x", "\"a;=x\""), ("a,\"b\"", "\"a,\"\"b\"\"\""), ("::error::x", "\"::error::x\""),
      ("\t=1", #"'\t=1"#),
    ])
  func csv(text: String, field: String) { #expect(EscapedText.csv(text) == field) }

  @Test("a workflow command keeps its signs to itself")
  func command() {
    #expect(EscapedText.workflowCommand("100%, a:b\r\n", isProperty: false) == #"100%25, a:b\r\n"#)
    #expect(EscapedText.workflowCommand("100%, a:b", isProperty: true) == "100%25%2C a%3Ab")
  }

  @Test("HTML has neither tags nor entities of a name")
  func html() { #expect(EscapedText.html("<a href='x'>\"&\u{1b}") == #"&lt;a href=&#39;x&#39;&gt;&quot;&amp;\u{1b}"#) }

  @Test("a table has a line for each row whatever its names are", arguments: [TableFormat.table, .csv, .md, .json])
  func tables(format: TableFormat) {
    var table = DataTable(columns: [.text("trace"), .text("family")])
    table.append([.text(Self.poison), .text("=1+1")])
    let text = table.text(as: format)
    #expect(text.unicodeScalars.count { $0 == "\n" } == [.table: 2, .csv: 2, .md: 3, .json: 3][format])
    let active = text.unicodeScalars.filter { $0 != "\n" && ($0.value < 0x20 || (0x7f..<0xa0).contains($0.value)) }
    #expect(active.isEmpty && !text.unicodeScalars.contains("\u{202e}"), "\(text)")
  }

  @Test("no report of a check has a line that a trace's name made")
  func reports() throws {
    let record = try ReportTests.record(policies: ["bba-0"])
    let poisoned = try ReportTests.record(policies: ["bba-0"], buffers: [10], suffix: Self.poison + "`|<b>@all")
    let gate = try Gate(parsing: "bytes_downloaded<=1B")
    let pairing = try RunPairing(reference: record, candidate: poisoned, allowing: .init(subset: true, settings: .none))
    let report = try GateReport(pairing, gates: [gate])
    let texts = [
      GateTable.text(of: report), GateMarkdown.text(of: report), GitHubAnnotations.text(of: report),
      JUnitReport.xml(of: report), GateDocument.json(of: report).text(),
    ]
    for text in texts {
      let lines = text.split(whereSeparator: { $0.unicodeScalars.contains { "\r\n".unicodeScalars.contains($0) } })
      #expect(!lines.contains { $0.hasPrefix("::error file") || $0.hasPrefix("z") }, "\(text)")
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !(0..<0x20).contains($0.value) }, "\(text)")
    }
    #expect(texts[1].contains(#"\`\|\<b>@<!-- -->all"#) && !texts[3].contains("<b>"), "\(texts[1])")
  }
}
