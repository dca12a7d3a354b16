import Foundation
import FoundationXML
import Testing

/// JUnit reports, held against what CI systems read.
@Suite("JUnit", .timeLimit(.minutes(20)))
struct JUnitTests {
  /// Attributes and children of an element.
  struct Form {
    var required: Set<String>
    var optional: Set<String> = []
    var children: Set<String> = []
  }

  /// The elements of junit-10.xsd of Jenkins' xUnit plugin, which refuses all else, as far as GitLab reads them, too.
  static let forms: [String: Form] = [
    "testsuites": Form(
      required: [], optional: ["name", "time", "tests", "failures", "errors"], children: ["testsuite"]),
    "testsuite": Form(
      required: ["name", "tests", "failures", "errors"],
      optional: ["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"],
      children: ["testsuite", "properties", "testcase", "system-out", "system-err"]),
    "testcase": Form(
      required: ["name"], optional: ["time", "classname", "group"], children: ["skipped", "error", "failure"]),
    "skipped": Form(required: [], optional: ["type", "message"]),
    "error": Form(required: [], optional: ["type", "message"]),
    "failure": Form(required: [], optional: ["type", "message"]),
    "system-out": Form(required: []),
  ]

  /// What is wrong with an element and those in it.
  private static func faults(of element: Element) -> [String] {
    guard let form = forms[element.name] else { return ["\(element.name) is unknown"] }
    let names = Set(element.attributes.keys)
    var faults = names.subtracting(form.required).subtracting(form.optional).map { "\(element.name) has \($0)" }
    faults += form.required.subtracting(names).map { "\(element.name) lacks \($0)" }
    for name in ["tests", "failures", "errors", "skipped"] {
      if let text = element.attributes[name], Int(text) == nil { faults.append("\(name) is \(text)") }
    }
    // The form of times is Surefire's.
    if let time = element.attributes["time"], time.wholeMatch(of: /[0-9]*(\.[0-9]*)?/) == nil {
      faults.append("time is \(time)")
    }
    for child in element.children {
      if !form.children.contains(child.name) { faults.append("\(child.name) in \(element.name)") }
      faults += Self.faults(of: child)
    }
    return faults
  }

  /// An element of a document.
  private final class Element {
    let name: String
    let attributes: [String: String]
    var children: [Element] = []
    var text = ""

    init(name: String, attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    /// The elements of a name below this one, in order.
    func all(_ name: String) -> [Element] { children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) } }
  }

  private static let gates = """
    traces = "traces"
    video = "movie.json"

    [[gate]]
    metric = "rebuffer_ratio"
    max_regression = "+0.10pp"

    [[gate]]
    metric = "rebuffer_ratio"
    max_regression = "+0.05pp"
    family = "slow"
    level = "warn"

    [[gate]]
    metric = "rebuffer_ratio"
    max_regression = "+10pp"
    kind = "population"
    level = "warn"

    [[gate]]
    metric = "mean_bitrate_bps"
    max_regression = "-5%"
    """

  private static func report(_ policy: String, baseline: String = "fixed:0") throws -> Element {
    // A name that XML has to escape.
    let place = try RunTests.Place([
      "abrlab.toml": gates,
      "traces/slow/a<&\"'>.csv": "duration_s,bandwidth_bps,latency_ms\n30,650000,50\n10,90000,50\n",
    ])
    let saved = try Program.run(
      ["baseline", "save", "base.json", "-c", "abrlab.toml", "--policy", baseline], folder: place.folder)
    #expect(saved.status == 0, "\(saved.diagnostics)")
    let result = try Program.run(
      ["check", "-c", "abrlab.toml", "--baseline", "base.json", "--policy", policy, "--format", "junit"],
      folder: place.folder)
    #expect(result.status == 0 || result.status == 2, "\(result.diagnostics)")
    let reader = Reader()
    let parser = XMLParser(data: Data(result.output.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(result.output)")
    return try #require(reader.root)
  }

  /// Builds elements while a document is parsed.
  private final class Reader: NSObject, XMLParserDelegate {
    var root: Element?
    private var open: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let element = Element(name: name, attributes: attributes)
      if let parent = open.last { parent.children.append(element) } else { root = element }
      open.append(element)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) { open.removeLast() }
  }

  @Test(
    "a report has the elements and attributes that CI systems know, and no others", arguments: ["fixed:0", "fixed:1"])
  func form(policy: String) throws {
    let root = try Self.report(policy)
    #expect(root.name == "testsuites")
    #expect(Self.faults(of: root).isEmpty, "\(Self.faults(of: root))")
  }

  @Test("counts are those of the test cases, each gate is one with a name of its own")
  func counts() throws {
    let root = try Self.report("fixed:1")
    let cases = root.all("testcase")
    #expect(cases.count == 4 && Set(cases.map { $0.attributes["name"] }).count == 4)
    #expect(cases.allSatisfy { $0.attributes["classname"]?.hasPrefix("fixed:1 ") == true })
    for suite in [root] + root.all("testsuite") {
      #expect(suite.attributes["tests"] == "4")
      #expect(suite.attributes["failures"] == "\(root.all("failure").count)")
    }
    #expect(root.all("testsuite").first?.attributes["skipped"] == "\(root.all("skipped").count)")
    #expect(root.all("failure").count == 1 && root.all("skipped").count == 2)
  }

  @Test("a failure says what is judged and names the worst traces, whatever they are called")
  func failure() throws {
    let failure = try #require(try Self.report("fixed:1").all("failure").first)
    #expect(failure.attributes["message"]?.hasPrefix("rebuffer_ratio: ") == true)
    #expect(failure.attributes["message"]?.contains("gate rebuffer_ratio <= +0.10pp") == true)
    #expect(failure.text.contains("a<&\"'>.csv"), "\(failure.text)")
  }

  @Test("the check of the form notices what it should")
  func strictness() {
    let suite = Element(name: "testsuite", attributes: ["name": "a", "tests": "x", "failures": "0"])
    suite.children = [Element(name: "testcase", attributes: ["title": "b"]), Element(name: "skipped", attributes: [:])]
    let faults = Set(Self.faults(of: suite))
    #expect(
      faults == [
        "testsuite lacks errors", "tests is x", "testcase has title", "testcase lacks name", "skipped in testsuite",
      ])
  }
}
