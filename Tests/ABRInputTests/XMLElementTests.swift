import Testing

@testable import ABRInput

@Suite struct XMLElementTests {
  private func read(_ text: String) throws(InputFault) -> XMLElement { try XMLElement.document(Array(text.utf8)) }

  @Test("elements, attributes and texts are read in their order, without prefixes, with their lines")
  func tree() throws {
    let root = try read(
      """
      <?xml version="1.0"?>
      <a:A xmlns:a="urn:x" xmlns="urn:y" a:p="1 &lt; 2">
        <B> one &amp; two </B> lost
        <C q="3"/><B><![CDATA[<x>]]></B>
      </a:A>
      """)
    #expect(root.name == "A" && root.attributes == ["p": "1 < 2"] && root.line == 2 && root.text.isEmpty)
    #expect(root.children.map(\.name) == ["B", "C", "B"])
    #expect(root.all("B").map(\.text) == ["one & two", "<x>"])
    #expect(root.first("C")?.attributes == ["q": "3"] && root.first("C")?.line == 4)
  }

  @Test(
    "what is not well-formed is named with line and column",
    arguments: [
      ("", "no element found"), ("<a>", "no element found"), ("<a></b>", "mismatched tag"),
      ("<a b='1' b='2'/>", "duplicate attribute"), ("<a>&x;</a>", "undefined entity"), ("<a/>x", "junk after document"),
      ("<a>\u{1}</a>", "not well-formed"),
    ])
  func broken(text: String, reason: String) {
    let fault = #expect(throws: InputFault.self) { try read(text) }
    #expect(fault?.found.hasPrefix(reason) == true && fault?.line == 1, "\(String(describing: fault))")
    #expect(fault?.field == "XML" && fault?.column != nil)
  }

  @Test("no entity is declared: bombs and files of others are refused at their declaration")
  func entities() {
    var bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [\n<!ENTITY a0 \"lol\">\n"
    for level in 1...9 {
      bomb += "<!ENTITY a\(level) \"\(String(repeating: "&a\(level - 1);", count: 10))\">\n"
    }
    for text in [
      bomb + "]><MPD>&a9;</MPD>",
      "<!DOCTYPE x\n[<!ENTITY f SYSTEM \"file:///etc/passwd\">]><MPD>&f;</MPD>",
      "<!DOCTYPE x SYSTEM \"http://127.0.0.1:1/x.dtd\"><MPD/>",
      "<!DOCTYPE x [<!ENTITY % p SYSTEM \"/etc/passwd\"> %p;]><x/>",
    ] {
      let fault = #expect(throws: InputFault.self) { try read(text) }
      #expect(fault?.found.hasPrefix("a document type declaration") == true, "\(String(describing: fault))")
    }
  }

  @Test("elements may lie 32 deep in each other, and no deeper")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(try read(nested(32)).name == "a")
    for depth in [33, 200_000] {
      let fault = #expect(throws: InputFault.self) { try read(nested(depth)) }
      #expect(fault?.found == "elements lie too deep in each other")
    }
  }

  @Test(
    "a document has at most so many elements and attributes", arguments: ["<a/>", "<a b='1' c='2'/>", "<a b='1'>x</a>"])
  func budget(element: String) throws {
    let limit = InputBudget.elements.limit
    let each = 1 + element.count { $0 == "=" }
    let many = "<M>" + String(repeating: element, count: limit / each + 1) + "</M>"
    let fault = #expect(throws: InputFault.self) { try read(many) }
    #expect(fault?.found == "more elements and attributes" && fault?.allowed == InputBudget.elements.allowed)
    #expect(try read("<M>" + String(repeating: element, count: 1000) + "</M>").children.count == 1000)
  }

  @Test("no cut and no changed byte does worse than an error")
  func mutations() {
    let text = Array("<?xml version='1.0'?><M x=\"&#65;\"><B>t</B><!-- c --><C y='z'><D/></C></M>".utf8)
    for place in text.indices {
      _ = try? XMLElement.document(Array(text[..<place]))
      for byte in [0, 10, 38, 39, 60, 62, 47, 255] as [UInt8] {
        var bytes = text
        bytes[place] = byte
        _ = try? XMLElement.document(bytes)
      }
    }
  }
}
