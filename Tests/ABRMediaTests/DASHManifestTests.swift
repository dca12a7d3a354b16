import ABRTestSupport
import Testing

@testable import ABRMedia

@Suite struct DASHManifestTests {
  /// A manifest with one period and one video adaptation set around some content.
  static func manifest(
    _ content: String, attributes: String = "mediaPresentationDuration=\"PT10S\"", set: String = "contentType=\"video\""
  ) -> String {
    """
    <?xml version="1.0"?>
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" \(attributes)>
    <Period><AdaptationSet \(set)>
    \(content)
    </AdaptationSet></Period></MPD>
    """
  }

  private func read(_ text: String, _ files: [String: Int] = [:], options: VideoOptions = VideoOptions()) throws
    -> Video
  {
    let folder = try TemporaryFolder()
    for (name, size) in files { try folder.write(name, [UInt8](repeating: 1, count: size)) }
    return try VideoFile.loadAll(at: [try folder.write("m.mpd", text)], options: options)[0].videos[0]
  }

  private static let two = """
    <Representation id="hi" bandwidth="2000" width="640" height="360" codecs="avc1.1"/>
    <Representation id="lo" bandwidth="1000" width="320" height="180" codecs="avc1.1"/>
    """

  @Test("a template by number names the files beside the manifest; the last segment takes what is left")
  func numbers() throws {
    let video = try read(
      Self.manifest(
        "<SegmentTemplate timescale=\"10\" duration=\"40\" startNumber=\"7\" media=\"$RepresentationID$/$Bandwidth$-$Number%03d$.m4s\" initialization=\"$RepresentationID$/i.mp4\"/>"
          + Self.two),
      [
        "hi/2000-007.m4s": 11, "hi/2000-008.m4s": 12, "hi/2000-009.m4s": 13, "lo/1000-007.m4s": 1,
        "lo/1000-008.m4s": 2, "lo/1000-009.m4s": 3, "hi/i.mp4": 30, "lo/i.mp4": 10,
      ])
    #expect(video.ladder.renditions.map(\.bandwidth) == [1000, 2000] && video.ladder.firstListed == 1)
    #expect(video.ladder[1].width == 640 && video.ladder[1].codecs == "avc1.1")
    #expect(video.starts == [0, 4, 8, 10] && video.sizes == [1, 11, 2, 12, 3, 13])
    #expect(video.sizeOrigin == .measured)
    #expect(video.stream?.packaging == .dash && video.stream?.initialisation == 20 && video.stream?.audioBitrate == 0)
  }

  @Test("a timeline by time repeats, skips gaps and runs to the end of the period")
  func timeline() throws {
    let template =
      "<SegmentTemplate timescale=\"1000\" media=\"$RepresentationID$$$$Time$\"><SegmentTimeline><S t=\"5000\" d=\"2000\" r=\"1\"/><S t=\"10000\" d=\"1500\"/><S d=\"1000\" r=\"-1\"/></SegmentTimeline></SegmentTemplate>"
    let files = ["lo$5000", "lo$7000", "lo$10000", "lo$11500", "lo$12500", "lo$13500", "lo$14500"]
    let video = try read(
      Self.manifest(template + "<Representation id=\"lo\" bandwidth=\"1000\"/>"),
      Dictionary(uniqueKeysWithValues: files.enumerated().map { ($1, $0 + 1) }))
    #expect(video.starts == [0, 2, 4, 5.5, 6.5, 7.5, 8.5, 9.5])
    // The time of a segment behind a gap is its own.
    #expect(video.sizes == [1, 2, 3, 4, 5, 6, 7])
    #expect(
      video.notes == ["no segment covers 1 s of the timeline: what follows plays that much earlier"])
  }

  @Test("a timeline that begins before its period runs to the end of the period, too")
  func timelineBefore() throws {
    let template =
      "<SegmentTemplate presentationTimeOffset=\"5\" media=\"$Time$\"><SegmentTimeline><S t=\"0\" d=\"2\" r=\"-1\"/></SegmentTimeline></SegmentTemplate>"
    let video = try read(Self.manifest(template + "<Representation id=\"lo\" bandwidth=\"1000\"/>"))
    #expect(video.starts == [0, 1, 3, 5, 7, 9, 10])
  }

  @Test("segments of several parts have the bytes of all of them")
  func parts() throws {
    let template =
      "<SegmentTemplate media=\"$Number$-$SubNumber%02d$\"><SegmentTimeline><S d=\"6\" k=\"3\"/><S d=\"2\" r=\"1\"/></SegmentTimeline></SegmentTemplate>"
    let files = ["1-01": 1, "1-02": 20, "1-03": 300, "2-01": 7, "3-01": 8]
    let manifest = Self.manifest(template + "<Representation id=\"lo\" bandwidth=\"1000\"/>")
    let video = try read(manifest, files)
    #expect(video.starts == [0, 6, 8, 10] && video.sizes == [321, 7, 8] && video.sizeOrigin == .measured)
    // Without one of its parts the size of a segment is not known.
    let partial = try read(manifest, files.filter { $0.key != "1-02" })
    #expect(partial.sizes.suffix(2) == [7, 8] && partial.notes.contains { $0.contains("2 of 3 segment sizes") })
  }

  @Test(
    "a template ends with the segment of its last number, whether the duration is longer or unknown",
    arguments: ["mediaPresentationDuration=\"PT100S\"", "type=\"static\""])
  func lastNumber(attributes: String) throws {
    let template = "<SegmentTemplate duration=\"4\" startNumber=\"3\" endNumber=\"12\" media=\"$Number$.m4s\"/>"
    let text = Self.manifest(template + "<Representation id=\"lo\" bandwidth=\"1000\"/>", attributes: attributes)
    // Numbers 3 to 12: ten segments of 4 s.
    let video = try read(text)
    #expect(video.segmentCount == 10 && video.duration == 40)
    #expect(throws: VideoError.self) { try read(text.replacing("\"12\"", with: "\"2\"")) }
    // What is left of the period for the last one, where that ends before the last number.
    let short = text.replacing(attributes, with: "mediaPresentationDuration=\"PT10S\"")
    #expect(try read(short).starts == [0, 4, 8, 10])
  }

  @Test(
    "segments of a template without an end have their own duration over the assumed length",
    arguments: ["type=\"static\"", "type=\"dynamic\" availabilityStartTime=\"2023-11-14T22:00:00Z\""])
  func assumedLength(attributes: String) throws {
    let template = "<SegmentTemplate timescale=\"1000\" duration=\"4000\" media=\"$Number$.m4s\"/>"
    let text = Self.manifest(template + Self.two, attributes: attributes)
    let video = try read(text)
    #expect(video.segmentCount == 150 && video.duration == 600 && video.segmentDuration(0) == 4)
    #expect(video.notes.contains("the manifest does not say how long it lasts: 600 s are assumed"))
    #expect(!video.notes.contains { $0.contains("list") && !$0.hasPrefix("live:") }, "\(video.notes)")
    // What is left is the last one's, and the assumption on segments is not for these.
    #expect(try read(text, options: VideoOptions(ladderDuration: 10)).starts == [0, 4, 8, 10])
  }

  @Test("a list has byte ranges or files, and its initialisation")
  func list() throws {
    let video = try read(
      Self.manifest(
        """
        <Representation id="lo" bandwidth="1000"><BaseURL>v/</BaseURL><SegmentList duration="4">
        <Initialization range="0-867"/><SegmentURL mediaRange="868-967"/><SegmentURL media="b.m4s"/><SegmentURL media="c.m4s"/>
        </SegmentList></Representation>
        """), ["v/b.m4s": 50, "v/c.m4s": 25])
    #expect(video.starts == [0, 4, 8, 10] && video.sizes == [100, 50, 25] && video.stream?.initialisation == 868)
  }

  @Test("a byte range beyond the end of its file is refused, of the segment's own file and of the representation's")
  func shortFile() throws {
    let list = "<SegmentList duration=\"10\"><SegmentURL mediaRange=\"10-20\"/></SegmentList></Representation>"
    let own = list.replacing("<SegmentURL", with: "<SegmentURL media=\"b.m4s\"")
    for (text, file) in [("<BaseURL>v.mp4</BaseURL>" + list, "v.mp4"), (own, "b.m4s")] {
      let manifest = Self.manifest("<Representation id=\"lo\" bandwidth=\"1000\">\(text)")
      #expect(try read(manifest, [file: 21]).sizes == [11])
      let error = #expect(throws: VideoError.self) { try read(manifest, [file: 20]) }
      #expect(
        error?.description.contains("SegmentURL@mediaRange: found bytes 10 to 20 of a file of 20 bytes") == true,
        "\(error?.description ?? "")")
    }
  }

  @Test("a list of sizes that has none of the video's is told")
  func unlisted() throws {
    let list = try SegmentSizeList(Array("uri,bytes\nx.m4s,9\n".utf8), path: "s")
    let text = Self.manifest("<SegmentTemplate duration=\"5\" media=\"$Number$.m4s\"/>" + Self.two)
    let notes = try read(text, options: VideoOptions(segmentSizes: list)).notes
    #expect(
      notes == [
        "no size of --segment-sizes is that of a segment: the list has 1 file such as \"x.m4s\", the video \"1.m4s\""
      ])
  }

  @Test("periods are laid behind each other, matched by their names")
  func periods() throws {
    func period(_ first: String, _ second: String) -> String {
      """
      <Period duration="PT4S"><AdaptationSet mimeType="video/mp4"><SegmentList duration="2">
      <SegmentURL mediaRange="0-9"/><SegmentURL mediaRange="0-9"/></SegmentList>
      <Representation id="\(first)" bandwidth="\(first)"/><Representation id="\(second)" bandwidth="\(second)"/>
      </AdaptationSet></Period>
      """
    }
    let video = try read("<MPD>\(period("1000", "2000"))\(period("2000", "1000"))</MPD>")
    #expect(video.starts == [0, 2, 4, 6, 8] && video.ladder.count == 2 && video.sizeOrigin == .measured)
    #expect(video.notes.contains { $0.hasPrefix("2 periods are played as one") })
    #expect(!video.notes.contains { $0.hasPrefix("periods declare other bandwidths") })
    let other = try read("<MPD>\(period("1000", "2000"))\(period("1000", "3000"))</MPD>")
    #expect(other.notes.contains { $0.hasPrefix("periods declare other bandwidths: those of the first are taken") })
    let error = #expect(throws: VideoError.self) {
      try read(
        "<MPD>\(period("1000", "2000"))<Period><AdaptationSet contentType='video'><Representation bandwidth='5'/></AdaptationSet></Period></MPD>"
      )
    }
    #expect(error?.description.contains("Period: found \"1 video representations\", expected 2") == true)
  }

  @Test("one period is read by itself, with its own ladder")
  func period() throws {
    let text = """
      <MPD><Period duration="PT4S"><AdaptationSet contentType="video"><SegmentTemplate duration="2" media="a$Number$"/>
      <Representation id="a" bandwidth="1000"/></AdaptationSet></Period>
      <Period duration="PT6S"><AdaptationSet contentType="video"><SegmentTemplate duration="3" media="b$Number$"/>
      <Representation id="a" bandwidth="1000"/><Representation id="b" bandwidth="2000"/></AdaptationSet></Period></MPD>
      """
    let error = #expect(throws: VideoError.self) { try read(text) }
    #expect(error?.description.contains("import each period by itself: abrlab video import FILE --period 2") == true)
    var options = VideoOptions()
    options.period = 1
    #expect(try read(text, options: options).starts == [0, 2, 4])
    options.period = 2
    let second = try read(text, options: options)
    #expect(second.starts == [0, 3, 6] && second.ladder.count == 2)
    options.period = 3
    let missing = #expect(throws: VideoError.self) { try read(text, options: options) }
    #expect(missing?.description.contains("--period: found \"3\", expected 1 to 2") == true, "\(missing!)")
  }

  @Test("of alike representations one is played, which is noted")
  func copies() throws {
    let set = """
      <AdaptationSet contentType="video"><SegmentTemplate duration="2" media="$RepresentationID$"/>
      <Representation id="N" bandwidth="1000" width="64" height="36"/></AdaptationSet>
      """
    let video = try read(
      "<MPD mediaPresentationDuration='PT2S'><Period>\(set.replacing("N", with: "x"))\(set.replacing("N", with: "y"))</Period></MPD>",
      ["x": 7, "y": 9])
    #expect(video.ladder.count == 1 && video.sizes == [7])
    #expect(video.notes == ["1 representation left out as copies of others"])
  }

  @Test("of a timeline that is longer than its period what lies in the period is played")
  func cut() throws {
    let video = try read(
      Self.manifest(
        "<SegmentTemplate presentationTimeOffset=\"10\" startNumber=\"3\" media=\"$Number$\"><SegmentTimeline>"
          + "<S t=\"4\" d=\"4\" r=\"5\"/></SegmentTimeline></SegmentTemplate><Representation id=\"a\" bandwidth=\"9\"/>"
      ),
      ["3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8])
    // Of 8 to 12 the last half, of 16 to 20 all.
    #expect(video.starts == [0, 2, 6, 10] && video.sizes == [4, 5, 6])
    // Numbered segments without a timeline begin with the period, whatever their offset.
    let numbered = try read(
      Self.manifest(
        "<SegmentTemplate presentationTimeOffset=\"10\" duration=\"5\" media=\"$Number$\"/>"
          + "<Representation id=\"a\" bandwidth=\"9\"/>"))
    #expect(numbered.starts == [0, 5, 10])
  }

  @Test("addresses are relative to those around them, also on a server")
  func baseAddresses() throws {
    let video = try read(
      Self.manifest(
        "<BaseURL>../x/</BaseURL><SegmentTemplate duration=\"5\" media=\"$Number$\"/>"
          + "<Representation id=\"a\" bandwidth=\"9\"><BaseURL>y/</BaseURL></Representation>"
      ).replacing("<Period>", with: "<BaseURL>https://h.example/v/</BaseURL><Period><BaseURL>p/</BaseURL>"),
      ["h.example/v/x/y/1": 1, "h.example/v/x/y/2": 2])
    #expect(video.sizes == [1, 2])
  }

  @Test("pictures of another range of brightness and layers of others are left out, and said")
  func range() throws {
    let pq = "<EssentialProperty schemeIdUri=\"urn:mpeg:mpegB:cicp:TransferCharacteristics\" value=\"16\"/>"
    let video = try read(
      Self.manifest(
        "<SegmentTemplate duration=\"5\" media=\"$Number$\"/>" + Self.two
          + "<Representation id=\"layer\" dependencyId=\"hi\" bandwidth=\"2500\" codecs=\"svc1.1\"/>"
          + "<Representation id=\"pq\" bandwidth=\"3000\" codecs=\"avc1.1\">\(pq)</Representation>"))
    #expect(video.ladder.renditions.map(\.bandwidth) == [1000, 2000])
    #expect(video.notes.contains("representations in PQ are left out: SDR comes first"))
    #expect(video.notes.contains("representations that are layers of others are left out"))
  }

  @Test("of several videos that in the role main is played, and periods that resolve to nothing are none")
  func roles() throws {
    let set = { (role: String, name: String) in
      """
      <AdaptationSet contentType="video"><Role schemeIdUri="urn:mpeg:dash:role:2011" value="\(role)"/>
      <SegmentTemplate duration="5" media="$Number$"/><Representation id="\(name)" bandwidth="\(name)"/></AdaptationSet>
      """
    }
    let video = try read(
      """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT10S">
      <Period xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="urn:mpeg:dash:resolve-to-zero:2013"/>
      <Period>\(set("sign", "300"))\(set("main", "1000"))\(set("main", "2000"))</Period></MPD>
      """)
    #expect(video.ladder.renditions.map(\.bandwidth) == [1000, 2000] && video.segmentCount == 2)
    #expect(video.notes.contains("video in the role sign is left out: there is one in the role main"))
    // Without a main one all of them count.
    let others = try read(
      """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT10S">
      <Period>\(set("alternate", "300"))</Period></MPD>
      """)
    #expect(others.ladder.renditions.map(\.bandwidth) == [300])
  }

  @Test(
    "one angle of the whole picture is played, by the roles, viewpoints and properties of sets",
    arguments: [
      // What sets have, by their bandwidth; what is played; what is noted, or the reason of a refusal.
      (["", "role sign"], [1000], "video in the role sign is left out: there is one without a role"),
      (["role supplementary,access sign", ""], [2000], "video for accessibility is left out: there is one without"),
      (
        ["role main,access sign", "role main"], [2000], "video for accessibility is left out: there is one in the role"
      ),
      (["role alternate", "role caption"], [1000], "video in the role caption is left out: another comes first"),
      (["access caption", ""], [1000, 2000], ""), (["role main", ""], [1000, 2000], ""),
      (["view 1", "view 2", "view 1"], [1000, 3000], "video of another viewpoint is left out: another comes first"),
      (
        ["view 2", "view 1,role main"], [2000], "video of another viewpoint is left out: there is one in the role main"
      ),
      (["must urn:x", ""], [2000], "representations with the unknown EssentialProperty \"urn:x\" are left out"),
      (["may urn:x", "must urn:mpeg:mpegB:cicp:ColourPrimaries"], [1000, 2000], ""),
      (["one urn:x,one urn:dvb:dash:fontdownload:2014", "one urn:x"], [1000], "the unknown EssentialProperty"),
      (["must urn:x"], [], "expected video that can be played: representations with the unknown EssentialProperty"),
      (["srd 0;0;0;1;1;1;1", "srd 0;0;0;2;2;2;2"], [1000, 2000], ""),
      (["", "srd 1;0;0;1;1;2;2", "srd 1;1;0;1;1"], [1000], "parts of a picture (SRD) are left out"),
      (["srd 1;0;0;4;2", "srd 1;0;0;2;2", "srd 1;2;0;2;2"], [1000], "parts of a picture (SRD) are left out"),
      (["srd 1;0;0;1;1;2;1", "srd 1;1;0;1;1;2;1"], [], "expected video that can be played: parts of a picture (SRD)"),
    ])
  func angles(sets: [String], played: [Int], text: String) throws {
    let elements = [
      "role": "Role schemeIdUri='urn:mpeg:dash:role:2011' value=",
      "access":
        "Accessibility schemeIdUri='urn:mpeg:dash:role:2011' value=", "view": "Viewpoint schemeIdUri='urn:v' value=",
      "must": "EssentialProperty value='1' schemeIdUri=", "may": "SupplementalProperty value='1' schemeIdUri=",
      "one": "EssentialProperty id='a' schemeIdUri=",
      "srd": "EssentialProperty schemeIdUri='urn:mpeg:dash:srd:2014' value=",
    ]
    func manifest(inRepresentations: Bool) -> String {
      let sets = sets.enumerated().map { index, set in
        let descriptors = set.split(separator: ",").map { descriptor in
          let words = descriptor.split(separator: " ")
          return "<\(elements[String(words[0])] ?? "")'\(words[1].replacing(";", with: ","))'/>"
        }.joined()
        let representation = "<Representation id='\(index)' bandwidth='\(index + 1)000'>"
        return inRepresentations
          ? "\(representation)\(descriptors)</Representation>"
          : "\(descriptors)\(representation)</Representation>"
      }
      let template = "<SegmentTemplate duration=\"5\" media=\"$Number$\"/>"
      return Self.manifest(
        sets.map { template + $0 }.joined(separator: "</AdaptationSet><AdaptationSet contentType=\"video\">"))
    }
    // Properties may be those of a representation.
    let isOfBoth = text.isEmpty || ["Property", "(SRD)"].contains(where: text.contains)
    for inRepresentations in isOfBoth ? [false, true] : [false] {
      do {
        let video = try read(manifest(inRepresentations: inRepresentations))
        #expect(video.ladder.renditions.map(\.bandwidth) == played)
        #expect(text.isEmpty ? video.notes == [] : video.notes.contains { $0.contains(text) }, "\(video.notes)")
      } catch let error as VideoError {
        #expect(played.isEmpty && error.description.contains(text), "\(error)")
      }
    }
  }

  @Test("a live manifest may count its times from 1970")
  func epoch() throws {
    let text = """
      <MPD type="dynamic" availabilityStartTime="1970-01-01T00:00:00Z"><Period start="PT1713679740S">
      <AdaptationSet mimeType="video/mp4"><SegmentTemplate media="$Time$" presentationTimeOffset="1713679740">
      <SegmentTimeline><S t="1713679740" d="2" r="29"/></SegmentTimeline></SegmentTemplate>
      <Representation id="a" bandwidth="1000"/></AdaptationSet></Period></MPD>
      """
    let video = try read(text, ["1713679742": 9])
    #expect(video.segmentCount == 30 && video.duration == 60 && video.size(segment: 1, rendition: 0) == 9)
  }

  @Test(
    "of a file that is not there a HAR has the parts, one after the other, and the next where the rendition changes",
    arguments: [
      // The third segment of the other was not asked for: its mean is taken. The same again is none.
      (
        [
          "lo 0-99", "lo 100-149", "lo 150-169", "lo 100-149", "lo 170-179", "hi 0-99", "hi 100-299", "hi 300-399",
          "hi bad",
        ], [50, 200, 20, 100, 10, 150]
      ),
      // Up for the second, and down again for the third.
      (["lo 100-149", "hi 400-499", "lo 170-179"], [50, 100, 30, 100, 10, 100]),
    ])
  func parts(requests: [String], sizes: [Int]) throws {
    // The request says what the answer does not.
    let entries = requests.enumerated().map { index, text in
      let words = text.split(separator: " ")
      let answer = #"{"name": "content-range", "value": "bytes \#(words[1])/9999"}"#
      let asked = #"{"name": "Range", "value": "bytes=\#(words[1])"}"#
      return """
        {"request": {"url": "https://h/\(words[0]).mp4?x", "headers": [\(index % 2 == 0 ? "" : asked)]},
         "response": {"status": 206, "bodySize": 1, "content": {"size": 1}, "headers": [\(index % 2 == 0 ? answer : "")]}}
        """
    }
    let har = "{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}"
    let representations = [("lo", 1000), ("hi", 2000)].map { name, bandwidth in
      """
      <Representation bandwidth="\(bandwidth)"><BaseURL>\(name).mp4</BaseURL><SegmentBase indexRange="80-99">
      <Initialization range="0-79"/></SegmentBase></Representation>
      """
    }
    var options = VideoOptions()
    options.segmentSizes = try SegmentSizeList(Array(har.utf8), path: "h")
    let video = try read(
      Self.manifest(representations.joined(), attributes: "mediaPresentationDuration=\"PT12S\""), options: options)
    #expect(video.starts == [0, 4, 8, 12] && video.sizes == sizes, "\(video.sizes)")
    #expect(video.stream?.initialisation == 100)
    #expect(
      video.notes.first == "the index of segments is not in --segment-sizes: 3 of the same length are assumed")
  }

  @Test("audio is played beside the video; pictures for seeking and other codecs are left out, and said")
  func sets() throws {
    let video = try read(
      """
      <MPD mediaPresentationDuration="PT4S"><Period><SegmentTemplate duration="2" media="$RepresentationID$-$Number$"/>
      <AdaptationSet contentType="audio"><ContentProtection/><Representation id="a" bandwidth="64000"/>
      <Representation id="b" bandwidth="128000"/></AdaptationSet>
      <AdaptationSet mimeType="video/mp4" codecs="avc1.1"><Representation id="v" bandwidth="1000"/></AdaptationSet>
      <AdaptationSet contentType="video"><EssentialProperty schemeIdUri="http://dashif.org/guidelines/trickmode"/>
      <Representation id="t" bandwidth="9"/></AdaptationSet>
      <AdaptationSet contentType="video" codecs="hvc1.2"><Representation id="h" bandwidth="500"/></AdaptationSet>
      <AdaptationSet contentType="text"><Representation id="s"/></AdaptationSet></Period></MPD>
      """, ["a-1": 100, "a-2": 300, "v-1": 5, "v-2": 6])
    #expect(video.ladder.renditions.map(\.bandwidth) == [1000] && video.sizes == [5, 6])
    #expect(video.stream?.audioBitrate == 800)
    for note in ["pictures for seeking", "codec hvc1", "of several audio", "encrypted"] {
      #expect(video.notes.contains { $0.contains(note) }, "\(note)")
    }
  }

  @Test("a live manifest plays its window, and one whose segments are elsewhere has derived sizes")
  func live() throws {
    let text = Self.manifest(
      "<SegmentTemplate duration=\"2\" media=\"$Number$\"/>" + Self.two,
      attributes: "type=\"dynamic\" timeShiftBufferDepth=\"PT1M\"")
    let video = try read(text)
    #expect(video.segmentCount == 30 && video.sizeOrigin == .derived("constant"))
    #expect(video.size(segment: 3, rendition: 0) == 250)
    #expect(video.notes.contains { $0.hasPrefix("live:") })
    #expect(video.stream?.audioBitrate == 0)
    let remote = try read(
      Self.manifest(
        "<BaseURL>https://example.org/x/</BaseURL><SegmentTemplate duration=\"2\" media=\"$Number$\"/>" + Self.two))
    #expect(remote.segmentCount == 5 && remote.sizeOrigin == .derived("constant"))
    let elsewhere = try read(
      Self.manifest(
        "<Representation bandwidth=\"800\"><BaseURL>a.mp4</BaseURL><SegmentBase indexRange=\"1-9\"/></Representation>"))
    #expect(
      elsewhere.duration == 10 && elsewhere.segmentDuration(0) == 6 && elsewhere.size(segment: 0, rendition: 0) == 600)
  }

  @Test("durations are those of XML Schema, and nothing else is one")
  func durations() {
    for (text, seconds) in [
      ("PT0S", 0), ("PT1H2M3.5S", 3723.5), ("P1DT1S", 86_401), ("PT634.566S", 634.566), ("PT0H9M56.46S", 596.46),
      ("P2D", 172_800), ("P0Y0M0DT0H0M16S", 16), ("P0M1DT2M", 86_520), ("PT1713679740S", 1_713_679_740),
    ] { #expect(DASHTime.seconds(text) == seconds, "\(text)") }
    for text in [
      "", "P", "PT", "10", "PT10", "P1Y", "P1M", "PT-1S", "-PT1S", "PT1S2", "PTS", "PT1S1H", "PT1e9S", "P1S", "PT1..5S",
      "PT9999999999999S", "PT1HT1S", "P1DT", "P1M1D", "P0D0Y", "P0H", "P1MT1S", "P0Y1M",
    ] { #expect(DASHTime.seconds(text) == nil, "\(text)") }
  }

  @Test("no path leads out of the folder of the manifest, whatever it is put together from")
  func traversal() throws {
    let templates = [
      "<SegmentTemplate duration=\"2\" media=\"../$Number$\"/><Representation id=\"a\" bandwidth=\"1\"/>",
      "<SegmentTemplate duration=\"2\" media=\"$RepresentationID$/$Number$\"/><Representation id=\"../..\" bandwidth=\"1\"/>",
      "<SegmentTemplate duration=\"2\" media=\"x\" initialization=\"%2e%2e/x\"/><Representation id=\"a\" bandwidth=\"1\"/>",
      "<Representation bandwidth=\"1\"><BaseURL>../x.mp4</BaseURL><SegmentBase/></Representation>",
      "<Representation bandwidth=\"1\"><BaseURL>file:///etc/passwd</BaseURL><SegmentBase/></Representation>",
      "<Representation bandwidth=\"1\"><SegmentList duration=\"5\"><SegmentURL media=\"../../x\"/></SegmentList></Representation>",
    ]
    for template in templates {
      let error = #expect(throws: VideoError.self, "\(template)") { try read(Self.manifest(template)) }
      #expect(error?.description.contains("expected a path") == true, "\(error?.description ?? "")")
    }
  }
}
