import Testing

@testable import ABRReports

@Suite struct LatexTests {
  @Test("a table for a paper escapes its texts and has the best values in bold")
  func table() {
    var table = DataTable(columns: [
      .text("policy_name"), .number("share", title: "share %", scale: 100, digits: 1, .lower),
    ])
    table.append([.text("a & b"), .number(0.5)])
    table.append([.text("c"), .number(0.25)])
    #expect(
      table.latex() == """
        \\begin{tabular}{lr}
        \\toprule
        policy\\_name & share \\% \\\\
        \\midrule
        a \\& b & 50.0 \\\\
        c & \\textbf{25.0} \\\\
        \\bottomrule
        \\end{tabular}

        """)
  }

  @Test("LaTeX gets < and > by name, and a minus sign before numbers but not in words")
  func signs() {
    #expect(
      EscapedText.latex("<0.001, -0.5 to 2, [-1, 3] a-1 2026-05-01")
        == "\\textless{}0.001, $-$0.5 to 2, [$-$1, 3] a-1 2026-05-01")
  }

  @Test("LaTeX gets no sign that stands for another one, and no row that is the argument of the one before")
  func specialSigns() {
    #expect(EscapedText.latex("a|b \"c\"") == "a\\textbar{}b \\textquotedblright{}c\\textquotedblright{}")
    var table = DataTable(columns: [.text("name")])
    for name in ["[x]", " [y]", "*", "a[0] * b"] { table.append([.text(name)]) }
    let rows = table.latex().split(separator: "\n").map(String.init)
    #expect(rows[4...7] == ["{[}x] \\\\", " {[}y] \\\\", "{*} \\\\", "a[0] * b \\\\"])
  }

  @Test("rows that are marked take the place of the best values")
  func marks() {
    var table = DataTable(columns: [.text("a"), .number("b", title: "b", digits: 0, .lower)])
    table.append([.text("x"), .number(1)])
    table.append([.text("y"), .number(2)])
    table.marked = [[], [1]]
    #expect(table.text(as: .md).contains("| y | **2** |") && table.text(as: .md).contains("| x | 1 |"))
  }
}
