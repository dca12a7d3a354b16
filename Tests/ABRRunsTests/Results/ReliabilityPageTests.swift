import ABRTestSupport
import Foundation
import Testing

@Suite("The page on reliability")
struct ReliabilityPageTests {
  @Test("every test that the page names is there")
  func tests() throws {
    let page = try String(
      contentsOfFile: SharedData.package + "/Sources/ABRRuns/ABRRuns.docc/Reliability.md", encoding: .utf8)
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
