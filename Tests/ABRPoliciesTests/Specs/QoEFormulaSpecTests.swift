import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct QoEFormulaSpecTests {
  @Test("a spec reads as what it says, and its canonical text reads as the same again")
  func weights() throws {
    let formula = try QoEFormula(parsing: "quality=vmaf,stall=4.3,switch=1,startup=0.3")
    #expect(formula == QoEFormula(.score(.vmaf), stall: 4.3, change: 1, startup: 0.3))
    #expect(formula.canonical == "qoe(quality=vmaf,stall=4.3,switch=1,startup=0.3)")
    #expect(try QoEFormula(parsing: "quality=VMAF,stall=4.3,switch=1,startup=0.3") == formula)
    for text in [formula.canonical, "quality=log", "quality=ssim_db,weight=2,rise=-1,fall=3", "quality=hd,switch=0.5"] {
      let formula = try QoEFormula(parsing: text)
      #expect(try QoEFormula(parsing: formula.canonical) == formula)
    }
  }

  @Test("every published formula is found by its word and by its metric", arguments: QoEFormula.named.map(\.metric))
  func named(metric: String) throws {
    let known = try #require(QoEFormula.named.first { $0.metric == metric })
    #expect(try QoEFormula(parsing: metric) == known.formula && QoEFormula(parsing: known.word) == known.formula)
    #expect(known.formula.known.metric == metric)
    // Written out as weights it is the same formula, and keeps its name.
    #expect(try QoEFormula(parsing: known.formula.canonical).known.metric == metric)
  }

  @Test("formulas of one's own have headings that tell them apart")
  func titles() throws {
    let titles = try ["quality=bitrate,stall=4.3", "quality=bitrate,stall=2", "quality=vmaf"].map {
      try QoEFormula(parsing: $0).known.title
    }
    #expect(titles == ["QoE(bitrate, stall=4.3)", "QoE(bitrate, stall=2)", "QoE(vmaf)"])
  }

  @Test(
    "what is no formula is refused with what is allowed",
    arguments: [
      "", "linn", "quality=vmav", "stall=1", "quality=vmaf,stall=x", "quality=vmaf,stall=1,stall=2", "quality=vmaf,",
      "quality=bitrate,rise=1", "quality=vmaf,switch=1,fall=1", "quality=vmaf,stall=1e9", "quality=vmaf,stall=nan",
      "quality=vmaf,stall=-4.3", "quality=bitrate,switch=-1", "quality=hd,startup=-0.1", "quality=log,weight=-1",
      "quality=vmaf,rise=1,fall=-1",
    ])
  func wrong(text: String) {
    let error = #expect(throws: QuantityError.self) { try QoEFormula(parsing: text) }
    #expect(error.map { !$0.allowed.isEmpty } ?? false)
  }
}
