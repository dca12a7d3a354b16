import ABRTestSupport
import Testing

@testable import ABRMedia

/// What is wrong in a manifest of DASH is named.
@Suite struct DASHFaultTests {
  @Test(
    "a wrong element is named with its line and attribute",
    arguments: [
      ("<Representation/>", ":4:1: Representation@bandwidth: missing, expected bits per second"),
      (
        "<Representation bandwidth=\"-1\"/>",
        ":4:1: Representation@bandwidth: found \"-1\", expected a whole number from 1"
      ),
      ("\n<Representation bandwidth=\"9\" width=\"x\"/>", ":5:1: Representation@width: found \"x\""),
      ("", ":3:1: Period: missing, expected a Representation of video or audio"),
      ("<SegmentTemplate duration=\"0\" media=\"a\"/>R", ":4:1: SegmentTemplate@duration: found \"0\""),
      (
        "<SegmentTemplate duration=\"5000\" media=\"a\"/>R",
        ":4:1: SegmentTemplate@duration: found \"5000\", expected at most an hour"
      ),
      ("<SegmentTemplate duration=\"2\"/>R", ":4:1: SegmentTemplate@media: missing, expected the addresses"),
      ("<SegmentTemplate duration=\"2\" media=\"$Nr$\"/>R", ":4:1: SegmentTemplate@media: found \"$Nr$\""),
      ("<SegmentTemplate duration=\"2\" media=\"$Number%099d$\"/>R", ":4:1: SegmentTemplate@media: found"),
      ("<SegmentTemplate duration=\"2\" media=\"$Number\"/>R", ":4:1: SegmentTemplate@media: found \"$Number\""),
      ("<SegmentTemplate timescale=\"0\" duration=\"2\" media=\"a\"/>R", ":4:1: SegmentTemplate@timescale: found"),
      (
        "<SegmentTemplate timescale=\"1000000000\" duration=\"1\" media=\"a\"/>R",
        ":4:1: SegmentTemplate@duration: found \"1\", expected no more than 1048576 segments"
      ),
      ("T<S d=\"1\" r=\"999999999\"/>", ":4:45: S@r: found \"999999999\", expected no more than 1048576 segments"),
      ("T<S d=\"1\" r=\"99999999999999999999\"/>", ":4:45: S@r: found"),
      ("T<S d=\"9223372036854775807\"/>", ":4:45: S@d: found"), ("T<S t=\"1\"/>", ":4:45: S@d: missing"),
      (
        "T<S t=\"2305843009213693952\" d=\"3600\" r=\"1048575\"/><S d=\"9007199254740992\" r=\"0\"/>",
        ":4:94: S@d: found \"9007199254740992\", expected at most an hour"
      ),
      ("T<S d=\"1\" r=\"-1\"/><S d=\"1\"/>", ":4:45: S@r: found \"-1\", expected a segment behind it with a time t"),
      ("T<S d=\"4000\"/>", ":4:45: S@d: found \"4000\", expected at most an hour"),
      ("T", ":4:28: SegmentTimeline: missing, expected at least one S"),
      ("<SegmentList duration=\"2\"/>R", ":4:1: SegmentList: missing, expected at least one SegmentURL"),
      (
        "<SegmentList duration=\"2\"><SegmentURL mediaRange=\"5-4\"/></SegmentList>R",
        ":4:27: SegmentURL@mediaRange: found \"5-4\", expected first-last"
      ),
      (
        "<SegmentList duration=\"2\"><SegmentURL mediaRange=\"0-9223372036854775807\"/></SegmentList>R",
        ":4:27: SegmentURL@mediaRange: found"
      ),
      (
        "<SegmentList duration=\"2\"><Initialization range=\"0-9223372036854775806\"/><SegmentURL mediaRange=\"0-9\"/></SegmentList>R",
        ":4:27: Initialization@range: found \"0-9223372036854775806\", expected first-last"
      ),
      (
        "<SegmentList duration=\"2\"><SegmentURL mediaRange=\"9007199254740985-9007199254740993\"/></SegmentList>R",
        ":4:27: SegmentURL@mediaRange: found"
      ),
      (
        "<SegmentTemplate duration=\"2\" media=\"\(String(repeating: "$Number%020d$", count: 500))\"/>R",
        ":4:1: SegmentTemplate@media: found"
      ),
      (
        (0..<65).map { "<Representation bandwidth=\"\(1000 + $0)\"/>" }.joined(),
        ":4:2177: Representation: found \"more representations\", expected 1 to 64 of video"
      ),
      ("<A></B>", ":4:6: XML: found mismatched tag, expected a well-formed document"),
    ])
  func errors(content: String, message: String) throws {
    let isTimeline = content.hasPrefix("T")
    var text =
      content.hasSuffix("R") ? content.dropLast() + "<Representation id=\"a\" bandwidth=\"1000\"/>" : content
    if isTimeline {
      text =
        "<SegmentTemplate media=\"a\"><SegmentTimeline>\(content.dropFirst())</SegmentTimeline></SegmentTemplate><Representation id=\"a\" bandwidth=\"1000\"/>"
    }
    let folder = try TemporaryFolder()
    let file = try folder.write("m.mpd", DASHManifestTests.manifest(text))
    let error = #expect(throws: VideoError.self) { try VideoFile.loadAll(at: [file]) }
    #expect(error?.description.hasPrefix(file + message) == true, "\(error?.description ?? "")")
  }

  @Test(
    "a file that is not a manifest, or whose times make no sense, is refused",
    arguments: [
      ("<html/>", ":1:1: document: found \"html\", expected MPD"),
      ("<MPD/>", ":1:1: MPD: missing, expected at least one Period"),
      ("<MPD mediaPresentationDuration=\"PT1e999S\"/>", ":1:1: MPD@mediaPresentationDuration: found \"PT1e999S\""),
      (
        "<MPD><Period duration=\"PT0S\"><AdaptationSet contentType=\"video\"><Representation "
          + "bandwidth=\"1000\"/></AdaptationSet></Period></MPD>", ": duration_s: found 0.0, expected more than 0"
      ),
      ("<MPD><Period href=\"http://x\"/></MPD>", ":1:6: Period@href: found \"http://x\""),
      ("<!DOCTYPE x [<!ENTITY a \"b\">]><MPD/>", ":1:13: XML: found a document type declaration"),
    ])
  func documents(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("m.mpd", text)
    let error = #expect(throws: VideoError.self) { try VideoFile.loadAll(at: [file]) }
    #expect(error?.description.hasPrefix(file + message) == true, "\(error?.description ?? "")")
  }
}
