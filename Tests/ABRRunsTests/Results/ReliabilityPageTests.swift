import ABRTestSupport
import Foundation
import Testing

@Suite("The page on reliability")
struct ReliabilityPageTests {
  private static func page() throws -> String {
    try String(contentsOfFile: SharedData.package + "/Sources/ABRRuns/ABRRuns.docc/Reliability.md", encoding: .utf8)
  }

  @Test("every place that reads something from outside is in the page's table")
  func doors() throws {
    let calls = try Regex(
      #"unsafe (open|openat|fopen|opendir|mmap|recv|getenv|realpath|readlink|dlopen|posix_spawnp?)\(|Glibc\.read|"#
        + #"FileManager|readLine\(|(Data|String)\(contentsOf|ProcessInfo\.processInfo|CommandLine\.arguments|"#
        + "ctoml_parse|cxml_parse|JSEvaluateScript|@_cdecl")
    let root = SharedData.package + "/Sources"
    let files = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
    let reading = try files.filter { file in
      let text = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
      return text.split(separator: "\n").contains { line in
        !line.drop(while: \.isWhitespace).hasPrefix("//") && line.contains(calls)
      }
    }
    let found = Set(reading.map { URL(fileURLWithPath: $0).lastPathComponent })
    let heading = "## Where input enters\n"
    let section = try #require(try Self.page().split(separator: heading).last?.split(separator: "\n## ").first)
    let named = Set(section.matches(of: /`([\w+]+\.swift)`/).map { String($0.1) })
    #expect(found == named, "\(found.symmetricDifference(named))")
  }

  @Test("every test that the page names is there")
  func tests() throws {
    let page = try Self.page()
    let names = page.matches(of: /`(\w+Tests|test_\w+\.py)`/).map { String($0.1) }
    #expect(names.count > 12)
    let folders = ["Tests", "Python/tests"].map { "\(SharedData.package)/\($0)" }
    let files = Set(
      folders.flatMap { (try? FileManager.default.subpathsOfDirectory(atPath: $0)) ?? [] }.map {
        URL(fileURLWithPath: $0).lastPathComponent
      })
    for name in names { #expect(files.contains(name.hasSuffix(".py") ? name : "\(name).swift"), "\(name)") }
  }
}
