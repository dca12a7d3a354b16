import ABRInput
import ABRRuns
import ABRTestSupport
import Foundation
import Testing

@testable import ABRReports

@Suite("Script of report pages")
struct PageScriptTests {
  @Test("a phrase takes one and several, leaves out what is missing, and is not said where a value outside is")
  func phrases() {
    let phrase: Phrase =
      "{best} {best|wastes|waste} least[, as {others} {others|does|do}] in {count} {count|trace|traces}"
    #expect(phrase.text(["best": "a", "count": .count(1)]) == "a wastes least in 1 trace")
    #expect(
      phrase.text(["best": .names(["a", "b", "{c}"]), "others": "[d]", "count": .count(2)])
        == "a, b and {c} waste least, as [d] does in 2 traces")
    #expect(phrase.text(["best": "a"]) == nil)
    #expect((["{a}", "{b}"] as [Phrase]).text(["b": ""]) == "")
  }

  @Test("no text of the scripts has more than two words: what it says are phrases of Swift, and all of them are there")
  func words() throws {
    let script = (PageParts.script + PageParts.whatIfScript).replacing(#/\/\/[^\n]*/#, with: "")
    for text in script.matches(of: #/"([^"\n]*)"|`([^`]*)`/#) {
      // Selectors are not words.
      let plain = (text.1 ?? text.2 ?? "").replacing(#/\$\{[^}]*\}/#, with: "")
      #expect(
        plain.split(separator: " ").count { $0.contains(where: \.isLetter) && !$0.contains(where: "#.[".contains) }
          <= 2, "\(plain)")
    }
    guard case .object(let phrases) = PagePhrases.json() else { return }
    let used = script.matches(of: #/phrases\.(\w+)/#).map { String($0.1) }
    // Traces and sessions are chosen by their names.
    #expect(Set(used).union(["traces", "sessions"]) == Set(phrases.keys))
  }

  /// A page without a browser: what the script asks of it, and its words after every choice.
  private static let page = """
    (async () => {
    const fs = require("fs");
    const text = fs.readFileSync(process.argv[2], "utf8");
    const nodes = {};
    const node = (id) => nodes[id] ??= {
      textContent: "", dataset: {}, children: [], classList: { toggle() {} }, querySelectorAll: () => [],
      addEventListener(_, body) { this.body = body; }, replaceChildren(...all) { this.children = all; },
      append(...all) { this.children = all; }, closest: () => null,
    };
    const cut = (start, end) => text.slice(text.lastIndexOf(start) + start.length).split(end)[0];
    node("abrlab-data").textContent = cut('id="abrlab-data">', "</script>");
    const boxes = JSON.parse(node("abrlab-data").textContent).configurations.map((_, value) => ({ value, checked: true }));
    node("filters").elements = { family: { value: "" } };
    node("filters").querySelectorAll = () => boxes;
    globalThis.document = {
      documentElement: node("root"), createElement: () => node(Symbol()), querySelectorAll: () => [],
      getElementById: (id) => id === "more" || id.startsWith("of-") ? null : node(id),
    };
    globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
    globalThis.addEventListener = () => {};
    globalThis.CustomEvent = class {};
    globalThis.document.dispatchEvent = () => {};
    let quality = [];
    globalThis.vegaEmbed = async (_, { datasets }) => {
      if (datasets.quality) quality = datasets.quality;
      return { finalize() {}, view: {} };
    };
    eval(cut("<script>", "</script>"));
    const said = {};
    for (const family of JSON.parse(process.argv[3])) {
      for (let choice = 0; choice < 1 << boxes.length; choice += 1) {
        node("filters").elements.family.value = family;
        for (const box of boxes) box.checked = (choice >> box.value & 1) === 1;
        quality = [];
        node("filters").body();
        while (!node("root").dataset.drawn) await new Promise((done) => setImmediate(done));
        said[family + choice] = {
          headline: node("headline").textContent, facts: node("fact-traces").textContent,
          marked: quality.filter(({ front }) => front !== null).map(({ policy }) => policy),
          joined: quality.filter(({ line }) => line !== null).map(({ policy }) => policy),
          sentences: node("verdict").children.map((part) => part.textContent),
          numbers: node("numbers").children.map((part) => part.children.map((part) => part.textContent).join("|")),
        };
      }
    }
    console.log(JSON.stringify(said));
    })();
    """

  struct Said: Decodable {
    let headline: String
    let facts: String
    let marked: [String]
    let joined: [String]
    let sentences: [String]
    let numbers: [String]
  }

  private static let node = "/usr/bin/node"

  /// What the script says of every choice of configurations, over all traces and over one family.
  private static func said(by report: Report) throws -> [String: Said] {
    let folder = try TemporaryFolder()
    let page = try folder.write("page.html", try HTMLReport(report, version: "0", date: "d", library: nil).text())
    let script = try folder.write("page.js", Self.page)
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: Self.node)
    process.arguments = [script, page, "[\"\", \"even\"]"]
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode([String: Said].self, from: output)
  }

  @Test(
    "of a family of which all played no session the script says that, and of no configuration that none is selected",
    .enabled("needs node") { FileManager.default.isExecutableFile(atPath: node) })
  func unshared() throws {
    let runs = try zip(["throughput", "bba-0"], [[0, 1], [1, 2]]).map { policy, numbers in
      Report.Source(file: policy, record: try ReportTests.record(policies: [policy], numbers: numbers))
    }
    let said = try Self.said(by: Report(runs))
    for choice in 1...3 {
      #expect(said["even\(choice)"]?.headline == "No session over even was played by all configurations")
      #expect(said["even\(choice)"]?.sentences == [] && said["\(choice)"]?.sentences.isEmpty == false)
    }
    #expect(said["even0"]?.headline == "No configuration selected")
  }

  @Test(
    "of every choice the script says what a report of just that says",
    .enabled("needs node") { FileManager.default.isExecutableFile(atPath: node) },
    arguments: [
      (policies: ["throughput", "fixed:0"], buffers: [20, 5], viewers: ["leave(40s)"]),
      (policies: ["throughput", "bba-0"], buffers: [20], viewers: ["leave(40s)", "leave(20s)"]),
      // The lowest rendition is left out beside the others.
      (policies: ["fixed:1", "fixed:2", "fixed:0"], buffers: [20], viewers: ["leave(40s)"]),
    ])
  func choices(policies: [String], buffers: [Double], viewers: [String]) throws {
    let played = try ReportTests.record(policies: policies, buffers: buffers, viewers: viewers, formulas: "lin")
    // What is called by specs depends on what stands beside it.
    let named = played.configurations.enumerated().map { place, entry in
      var entry = entry
      if viewers.count == 1 { entry.configuration.label = "setting \(place)" }
      return entry
    }
    let record = RunRecord(inputs: played.inputs, metrics: played.metrics, configurations: named)
    let whole = Report([.init(file: "a.json", record: record)])
    let said = try Self.said(by: whole)
    #expect(said["0"]?.headline == "No configuration selected" && said["0"]?.numbers.isEmpty == true)
    // Media that are buffered and not watched are wasted: a longer buffer of what plays the same is no better.
    if record.configurations.count == 4 { #expect(said["15"]?.marked.isEmpty == (viewers.count > 1)) }
    #expect(said["3"]?.sentences.contains { $0.contains("QoE_lin") } == (viewers.count == 1))
    if policies.count == 3 { #expect(said["7"]?.sentences[0].hasPrefix("Left out of this: setting 2, ") == true) }
    #expect(said["1"]?.facts == "4 traces of 2 families" && said["even1"]?.facts == "2 traces of even")
    for choice in 1..<1 << record.configurations.count {
      let places = record.configurations.indices.filter { choice >> $0 & 1 == 1 }
      let chosen = places.map { record.configurations[$0] }
      let alone = Report([
        .init(
          file: "a.json", record: RunRecord(inputs: record.inputs, metrics: record.metrics, configurations: chosen))
      ])
      for (family, report) in [("", alone), ("even", alone.limited(to: "even"))] {
        let verdict = try #require(ReportVerdict(report, [ReportPart(family: "", report: report)]))
        let page = try #require(said["\(family)\(choice)"])
        #expect(page.headline == verdict.headline + (family.isEmpty ? "" : " over \(family)"))
        let marks = ReportVerdict.tradeOff(in: ReportPart(family: "", report: report))
        let marked = marks.keys.sorted()
        func names(_ all: [Int]) -> [String] { all.map { whole.configurations[places[$0]].short } }
        #expect(page.marked == names(marked), "\(family) \(choice)")
        #expect(page.joined == names(marked.filter { marks[$0]?.line != nil }), "\(family) \(choice)")
        #expect(marked.isEmpty == !verdict.sentences.contains { $0.hasPrefix("The trade-off ") })
        // Viewers stand in the order of the whole page.
        #expect(page.sentences.sorted() == verdict.sentences.sorted(), "\(family) \(choice)")
        #expect(page.numbers.count == (Set(chosen.map(\.configuration.viewer)).count == 1 ? 3 : 2), "\(page)")
        let alike = page.numbers.map { $0.hasSuffix("for every setting") }
        #expect(alike == alike.sorted { !$0 && $1 } || page.numbers.count == 2, "\(page)")
        #expect(!"\(page)".contains("undefined") && !"\(page)".contains("null"), "\(page)")
      }
    }
  }
}
