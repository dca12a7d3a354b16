import Testing

@testable import ABRMedia

@Suite struct NativeVideoTests {
  private func read(_ text: String, options: VideoOptions = VideoOptions()) throws(VideoError) -> Video {
    try NativeVideo.read(VideoInput(path: "d/v.json", content: .file(Array(text.utf8))), options: options)[0]
  }

  @Test("renditions in any order are sorted together with their sizes")
  func sorted() throws {
    let video = try read(
      """
      {"name": "V", "segment_sizes_bytes": [[30, 10, 20], [31, 11, 21]], "origin": [[1]], "segment_duration_s": 4.0,
       "renditions": [{"bandwidth_bps": 300, "width": 1920, "height": 1080, "codecs": "avc1.640028", "frame_rate": 30},
                      {"bandwidth_bps": 100, "average_bandwidth_bps": 90, "width": null, "height": null}, {"bandwidth_bps": 200}]}
      """)
    #expect(video.name == "V")
    #expect(
      video.ladder.renditions == [
        Rendition(bandwidth: 100, averageBandwidth: 90), Rendition(bandwidth: 200),
        Rendition(bandwidth: 300, width: 1920, height: 1080, codecs: "avc1.640028"),
      ])
    #expect(video.ladder.firstListed == 2)
    #expect(video.sizes == [10, 20, 30, 11, 21, 31])
    #expect(video.starts == [0, 4, 8])
    #expect(video.sizeOrigin == .measured)
  }

  @Test("a video without a name has its file's, without the ending")
  func fallbackName() throws {
    let text = "{\"segment_duration_s\": 1, \"renditions\": [{\"bandwidth_bps\": 8}], \"segment_sizes_bytes\": [[1]]}"
    #expect(try read(text).name == "v")
  }

  @Test("a ladder without sizes gets them from the model of its file, else from the one asked for, and says so")
  func derived() throws {
    let ladder = "\"segment_duration_s\": 2, \"renditions\": [{\"bandwidth_bps\": 8000}]"
    let counted = try read("{\(ladder), \"segment_count\": 5}")
    #expect(counted.sizes == [2000, 2000, 2000, 2000, 2000])
    #expect(counted.sizeOrigin == .derived("constant"))
    #expect(try read("{\(ladder), \"duration_s\": 5}").starts == [0, 2, 4, 5])
    #expect(try read("{\(ladder)}").duration == 600)
    #expect(try read("{\(ladder)}", options: VideoOptions(ladderDuration: 30)).segmentCount == 15)
    #expect(
      try read("{\(ladder)}", options: VideoOptions(sizeModel: .vbr(cov: 0.3))).sizeOrigin == .derived("vbr(cov=0.3)"))
    #expect(try read("{\(ladder), \"size_model\": \"vbr(cov=0.2)\"}").sizeOrigin == .derived("vbr(cov=0.2)"))
  }

  @Test("sizes that a model gave stay marked so when they are written down")
  func marked() throws {
    let text = """
      {"segment_duration_s": 1, "renditions": [{"bandwidth_bps": 8}], "size_model": "vbr(cov=0.2)", "segment_sizes_bytes": [[7]]}
      """
    let video = try read(text)
    #expect(video.sizes == [7])
    #expect(video.sizeOrigin == .derived("vbr(cov=0.2)"))
  }

  @Test(
    "a wrong value is named with its line and path",
    arguments: [
      ("", "d/v.json:1:1: document: found the end of the file, expected a value"),
      ("[]", "d/v.json:1:1: document: found an array, expected an object"),
      ("{}", "d/v.json:1:1: document: found no renditions, expected a list of at least one"),
      ("{R,\n\"renditions\": []}", "d/v.json:2:15: renditions: found the key twice, expected every key once"),
      ("{R}", "d/v.json:1:1: document: found no segment_duration_s, expected seconds"),
      (
        "{R, D,\n\n\"segment_sizes_bytes\": []}",
        "d/v.json:3:24: segment_sizes_bytes: found no segment, expected at least one"
      ),
      (
        "{R, D, \"segment_sizes_bytes\": [[1]\n,[1,2]]}",
        "d/v.json:2:2: segment_sizes_bytes[1]: found 2 sizes, expected 1, one for each rendition"
      ),
      (
        "{R, D, \"segment_sizes_bytes\": [[0]]}",
        "d/v.json:1:90: segment_sizes_bytes[0][0]: found 0, expected 1 to 1000000000000"
      ),
      (
        "{R, D, \"segment_sizes_bytes\": [[-1]]}",
        "d/v.json:1:90: segment_sizes_bytes[0][0]: found -1, expected 1 to 1000000000000"
      ),
      (
        "{R, D, \"segment_sizes_bytes\": [[1.5]]}",
        "d/v.json:1:90: segment_sizes_bytes[0][0]: found 1.5, expected a whole number, at most 9007199254740992"
      ),
      (
        "{R, D, \"segment_sizes_bytes\": [[1e999]]}",
        "d/v.json:1:90: segment_sizes_bytes[0][0]: found 1e999, expected a whole number, at most 9007199254740992"
      ),
      (
        "{R, D, \"segment_sizes_bytes\": [[NaN]]}",
        "d/v.json:1:90: segment_sizes_bytes[0][0]: found \"NaN]]}\", expected a value"
      ),
      (
        "{R, \"segment_duration_s\": 0}",
        "d/v.json:1:62: segment_duration_s: found 0.0, expected more than 0, at most 3600.0"
      ),
      ("{R, \"segment_duration_s\": \"4\"}", "d/v.json:1:62: segment_duration_s: found a string, expected a number"),
      ("{R, D, \"segment_count\": 0}", "d/v.json:1:82: segment_count: found 0, expected 1 to 1000000"),
      (
        "{R, D, \"duration_s\": 1e9}",
        "d/v.json: duration_s: found 1000000000.0, expected more than 0, at most 4000000.0, which is 1000000 segments"
      ),
      (
        "{R, D, \"duration_s\": 9, \"segment_count\": 3}",
        "d/v.json:1:1: document: found segment_count and duration_s, expected only one of them"
      ),
      (
        "{R, D,\n\"size_model\": \"vbr\"}",
        "d/v.json:2:15: size_model: found \"vbr\", expected constant, or vbr(cov=…) with 0 to 2.0"
      ),
      (
        "{R, D,\n\"stream\": {\"packaging\": \"dash\", \"manifest_bytes\": 0}}",
        "d/v.json:2:11: stream: found a manifest_bytes of 0, expected 1 or more where packaging is dash"
      ),
      ("{D, \"renditions\": [{}]}", "d/v.json:1:42: renditions[0]: found no bandwidth_bps, expected bits per second"),
      (
        "{D, \"renditions\": [{\"bandwidth_bps\": null}]}",
        "d/v.json:1:60: renditions[0].bandwidth_bps: found null, expected a number"
      ),
      (
        "{D, \"renditions\": [{\"bandwidth_bps\": 1},\n{\"bandwidth_bps\": 2, \"width\": 7}]}",
        "d/v.json:2: renditions[1]: found only one of width and height, expected both or none"
      ),
      (
        "{D, \"renditions\": [{\"bandwidth_bps\": 1,\n\"bandwidth_bps\": 2}]}",
        "d/v.json:2:18: renditions[0].bandwidth_bps: found the key twice, expected every key once"
      ),
      (
        "{D, \"renditions\": [{\"bandwidth_bps\": 1}, {\"bandwidth_bps\": 1}]}",
        "d/v.json: renditions: found two renditions of 1 bit/s with the same size and codecs, expected renditions that differ in bandwidth, size or codecs"
      ),
    ])
  func errors(text: String, message: String) {
    let text = text.replacing("{R", with: "{\"renditions\": [{\"bandwidth_bps\": 8}]")
      .replacing("D,", with: "\"segment_duration_s\": 4,")
    let error = #expect(throws: VideoError.self) { try read(text) }
    #expect(error?.description == message)
  }

  @Test("what is written is read back the same")
  func roundTrip() throws {
    let ladder = try Ladder([
      Rendition(bandwidth: 3_000_000, averageBandwidth: 2_000_000, width: 1280, height: 720, codecs: "avc1.4d401f"),
      Rendition(bandwidth: 500_000),
    ])
    for (model, duration) in [(SizeModel.vbr(cov: 0.35), 2.002), (.constant, 6)] {
      let video = try model.video(
        name: "a \"b\" \\ \n\u{1}é", ladder: ladder, segmentDuration: duration, duration: duration * 20)
      let bytes = NativeVideo.write(video, notes: ["source": "a test", "licence": "none"])
      let again = try NativeVideo.read(VideoInput(path: "x", content: .file(bytes)), options: VideoOptions())[0]
      #expect(again.name == video.name)
      #expect(again.sizes == video.sizes)
      #expect(again.starts == video.starts)
      #expect(again.sizeOrigin == video.sizeOrigin)
      #expect(again.ladder.renditions == ladder.renditions)
    }
  }
}
