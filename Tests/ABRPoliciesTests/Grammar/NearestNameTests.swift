import Testing

@testable import ABRPolicies

@Suite("Nearest name")
struct NearestNameTests {
  static let rules = ["auto", "bola", "bola-e", "throughput", "robust-mpc", "mpc", "fixed", "dynamic"]

  @Test(
    "a slip of the fingers finds the name that was meant",
    arguments: [
      ("boal", "bola"), ("bola_e", "bola-e"), ("troughput", "throughput"), ("ROBUST-MPC", "robust-mpc"),
      ("thr", "throughput"),
      ("fixd", "fixed"), ("pmc", "mpc"), ("dynamics", "dynamic"),
    ])
  func finds(text: String, name: String) {
    #expect(NearestName.nearest(to: text, among: Self.rules) == name)
  }

  @Test(
    "a text that is far from every name has no suggestion", arguments: ["", "x", "panda", "robust-everything", "zzz"])
  func nothingNear(text: String) {
    #expect(NearestName.nearest(to: text, among: Self.rules) == nil)
  }

  @Test("a text of any length is answered")
  func longText() {
    #expect(NearestName.nearest(to: String(repeating: "bola", count: 1_000_000), among: Self.rules) == nil)
  }

  @Test("the hint names the suggestion, or is empty")
  func hint() {
    #expect(NearestName.hint(for: "boal", among: Self.rules) == "; did you mean bola?")
    #expect(NearestName.hint(for: "panda", among: Self.rules).isEmpty)
  }
}
