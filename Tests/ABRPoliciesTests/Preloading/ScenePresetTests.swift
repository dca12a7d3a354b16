import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct ScenePresetTests {
  @Test("every preset is valid as it stands", arguments: ScenePreset.all)
  func valid(preset: ScenePreset) throws {
    let buffer = try preset.buffer()
    try buffer.configuration.validate(as: buffer.canonical)
    #expect(buffer.canonical == preset.buffer)
    _ = try preset.preload()
  }

  @Test("a short scene has a small buffer and a low gate")
  func short() throws {
    let preset = try ScenePreset.named("short-video")
    let buffer = try preset.buffer().configuration
    var target = buffer.target
    #expect(target.begin() == 10 && target.maximum == 20)
    #expect(buffer.settings.start == 0.5 && buffer.settings.resume == 3 && buffer.settings.maximum == 20)
    let preload = try preset.preload().settings
    #expect(preload.trigger == .gate(.init(open: 8, close: 3)) && preload.amount == .seconds([1, 0.5, 0]))
    #expect(preload.previousCount == 0 && preload.nextCount == 3)
  }

  @Test(
    "a user's values win field by field",
    arguments: [
      ("growth(min=5s)", "growth(min=5s,max=20s,basis=watched)+watermark(start=0.5s,resume=3s,max=20s)"),
      ("watermark(resume=2s)", "growth(min=10s,max=20s,basis=watched)+watermark(start=0.5s,resume=2s,max=20s)"),
      ("static(12s)", "static(12s)+watermark(start=0.5s,resume=3s,max=20s)"),
      ("bytes(20MB)", "growth(min=10s,max=20s,basis=watched)+watermark(start=0.5s,resume=3s,max=20s)+bytes(20MB)"),
      (
        "watermark(start=1s)+growth(max=15s)",
        "growth(min=10s,max=15s,basis=watched)+watermark(start=1s,resume=3s,max=20s)"
      ),
      ("apsara", "growth(min=10s,max=20s,basis=watched)+apsara"),
    ])
  func buffer(spec: String, expected: String) throws {
    #expect(try ScenePreset.named("short-video").buffer(under: spec).canonical == expected)
  }

  @Test("a user's preload settings win field by field, and another scheduler takes the preset's place")
  func preload() throws {
    let short = try ScenePreset.named("short-video")
    #expect(
      try short.preload(under: "network-balance(open=5s,dynamic=off)").canonical
        == "network-balance(open=5s,close=3s,prev=0,next=3,dynamic=off,offset=0.5s)")
    #expect(try short.preload(under: "none").canonical == "none")
    #expect(try ScenePreset.named("long-video").preload(under: "progress:0.5").canonical == "progress(0.5)")
  }

  @Test(
    "a scene is a buffer of the command line, in which values of the user's own win",
    arguments: [
      // spec, first target, largest target, start, resume, max
      ("apsara", [Double.infinity, .infinity, 0.5, 3, 50]), ("apsara(scene=none)", [.infinity, .infinity, 0.5, 3, 50]),
      ("apsara(scene=short-video)", [10, 20, 0.5, 3, 20]), ("apsara(scene=long-video)", [30, 90, 1, 4, 90]),
      ("apsara(scene=short-video,resume=2s)", [10, 20, 0.5, 2, 20]),
      ("apsara(scene=short-video)+static(12s)", [12, 12, 0.5, 3, 20]),
      ("apsara(scene=live)", [.infinity, .infinity, 0.5, 2, 10]),
    ])
  func scene(spec: String, expected: [Double]) throws {
    let buffer = try BufferSpec(parsing: spec).configuration
    var target = buffer.target
    let settings = buffer.settings
    #expect([target.begin(), target.maximum, settings.start, settings.resume, settings.maximum] == expected)
  }

  @Test("a scene is a preload scheduler of the command line", arguments: ScenePreset.all)
  func scheduler(preset: ScenePreset) throws {
    let spec = try PreloadSpec(parsing: "scene(\(preset.name))")
    #expect(try spec.settings == preset.preload().settings && spec.canonical == "scene(\(preset.name))")
  }

  @Test("what does not fit with the preset is an error")
  func wrong() throws {
    let short = try ScenePreset.named("short-video")
    #expect(throws: SpecError.self) { try short.buffer(under: "growth(min=25s)") }
    #expect(throws: SpecError.self) { try short.buffer(under: "static(5s)+growth(min=5s)") }
    #expect(throws: SpecError.self) { try short.buffer(under: "growth(min=5s,min=6s)") }
    #expect(throws: SpecError.self) { try short.buffer(under: "grwth") }
    #expect(throws: SpecError.self) { try short.preload(under: "network-balance(close=9s)") }
    #expect(throws: SpecError.self) { try short.preload(under: "none+none") }
    #expect(throws: SpecError.self) { try ScenePreset.named("shrt") }
  }
}
