import ABRMedia
import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct PreloadSpecTests {
  @Test(
    "a spec prints back in its canonical spelling",
    arguments: [
      ("network-balance", "network-balance"), ("free-for-all(next=1)", "ungated(next=1)"),
      ("progress:0.75", "progress(0.75)"),
      ("network-balance(next=3, close=3000ms, open=8s)", "network-balance(open=8s,close=3s,next=3)"),
      ("network-balance(resolution=640x360)", "network-balance(resolution=640x360)"),
      ("media3(500ms/0)", "media3(0.5s/0s)"), ("media3(seconds=5s/2s,memory=20000kB)", "media3(5s/2s,memory=20MB)"),
      ("next-item(at-once=10s)", "next-item(at-once=10s)"), ("none", "none"),
    ])
  func canonical(text: String, expected: String) throws {
    let spec = try PreloadSpec(parsing: text)
    #expect(spec.canonical == expected)
    #expect(try PreloadSpec(parsing: spec.canonical) == spec)
  }

  @Test("random specs print back to specs that mean the same", arguments: 0..<300)
  func roundTrip(seed: UInt64) throws {
    var random = SpecGenerator(seed: seed)
    let entry = random.pick(PreloadRegistry.entries)
    let text = random.term(random.pick([entry.name] + entry.aliases), entry.parameters)
    // Random levels, selectors and memories may not fit together; then the refusal names the spec.
    do {
      let spec = try PreloadSpec(parsing: text)
      #expect(try PreloadSpec(parsing: spec.canonical) == spec, "seed \(seed): \(text)")
    } catch {
      #expect(error.spec == text, "seed \(seed)")
    }
  }

  @Test("network balance has the vendor's defaults")
  func defaults() throws {
    let settings = try PreloadSpec(parsing: "network-balance").settings
    #expect(settings.trigger == .gate(.init(open: 15, close: 3, closesOnRebuffer: true, closesOnSwipe: true)))
    #expect(settings.previousCount == 2 && settings.nextCount == 2 && settings.maxParallel == 1)
    #expect(settings.amount == .seconds([1, 1]) && settings.memoryCap == 100_000_000)
    #expect(settings.onClose == .pause && settings.share == .fair)
    #expect(settings.rendition == .initial && settings.start == .initial)
  }

  @Test(
    "what the registry says is a default is what happens without it", arguments: PreloadRegistry.entries.map(\.name))
  func declaredDefaults(name: String) throws {
    let entry = try #require(PreloadRegistry.entry(named: name))
    let bare = try PreloadSpec(parsing: name).settings
    for parameter in entry.parameters {
      guard case .value(let value) = parameter.defaultValue else { continue }
      #expect(try PreloadSpec(parsing: "\(name)(\(parameter.key)=\(value.text))").settings == bare, "\(parameter.key)")
    }
  }

  @Test("every parameter of network balance is heard")
  func values() throws {
    let settings = try PreloadSpec(
      parsing:
        "network-balance(open=8s,close=2s,on-close=cancel,close-on-swipe=false,close-on-rebuffer=false,parallel=3,"
        + "memory=50MB,prev=1,next=4,duration=2s,dynamic=div,scale=0.5,bandwidth=800k,start=preloaded,share=strict)"
    ).settings
    #expect(settings.trigger == .gate(.init(open: 8, close: 2, closesOnRebuffer: false, closesOnSwipe: false)))
    #expect(settings.onClose == .cancel && settings.maxParallel == 3 && settings.memoryCap == 50_000_000)
    #expect(settings.previousCount == 1 && settings.nextCount == 4 && settings.amount == .seconds([2, 1, 0.5, 0.25]))
    #expect(settings.rendition == .bandwidth(800_000) && settings.start == .preloaded && settings.share == .strict)
    #expect(try PreloadSpec(parsing: "ungated(resolution=640x360)").settings.rendition == .pixels(230_400))
    #expect(try PreloadSpec(parsing: "ungated(quality=2)").settings.rendition == .index(2))
  }

  @Test(
    "dynamic amounts fall with the distance as the vendor's examples do",
    arguments: [
      ("dynamic=sub,next=3,prev=1", [1, 0.5, 0]),
      ("dynamic=sub,duration=1500ms,offset=200ms,next=3,prev=1", [1.5, 1.3, 1.1]),
      ("dynamic=div,next=3,prev=1", [1, 0.75, 0.5625]), ("next=3,prev=1", [1, 1, 1]),
      ("dynamic=sub,offset=2s,next=0,prev=2", [1, 0]),
      ("dynamic=off,next=0,prev=0", [1]),
    ])
  func amounts(arguments: String, expected: [Double]) throws {
    let settings = try PreloadSpec(parsing: "network-balance(\(arguments))").settings
    guard case .seconds(let table) = settings.amount else {
      Issue.record("no table")
      return
    }
    #expect(table.count == expected.count)
    for (amount, wanted) in zip(table, expected) { #expect(abs(amount - wanted) < 1e-12) }
  }

  @Test("the other schedulers are what their players do")
  func others() throws {
    let progress = try PreloadSpec(parsing: "progress(0.5)").settings
    #expect(progress.trigger == .progress(0.5) && progress.amount == .target && progress.nextCount == 1)
    #expect(progress.previousCount == 0)
    let next = try PreloadSpec(parsing: "next-item").settings
    #expect(next.trigger == .currentComplete && next.amount == .target && next.nextCount == 1)
    let atOnce = try PreloadSpec(parsing: "next-item(at-once=10s)").settings
    #expect(atOnce.trigger == .always && atOnce.amount == .seconds([10]) && atOnce.nextCount == 1)
    let media3 = try PreloadSpec(parsing: "media3").settings
    #expect(media3.amount == .seconds([5, 2, 1]) && media3.memoryCap == 144_179_200 && media3.share == .strict)
    #expect(media3.previousCount == 3 && media3.nextCount == 3 && media3.maxParallel == 1)
    #expect(!(try PreloadSpec(parsing: "none").settings.isActive))
    #expect(try PreloadSpec(parsing: "ungated").settings.trigger == .always)
  }

  @Test(
    "a wrong spec is refused with what was found and what is allowed",
    arguments: [
      (
        "network-balance(open=3s,close=3s)",
        "network-balance gate: found open 3.0 s, close 3.0 s, expected 0 s ≤ close < open"
      ),
      (
        "network-balance(memory=19MB)", "network-balance memory: found 19000000 bytes, expected at least 20000000 bytes"
      ),
      (
        "network-balance(bandwidth=1M,quality=0)",
        "network-balance rendition: found bandwidth and quality, expected one of bandwidth, resolution and quality"
      ),
      (
        "network-balance(offset=5s)",
        "network-balance offset: found dynamic=off beside it, expected dynamic=sub, with which it acts"
      ),
      (
        "network-balance(dynamic=sub,scale=0.5)",
        "network-balance scale: found dynamic=sub beside it, expected dynamic=div, with which it acts"
      ),
      ("network-balance(open=15)", "found 15 without a unit"), ("network-balance(opn=1s)", "did you mean open?"),
      ("netwrk-balance", "did you mean network-balance?"), ("progress(1.5)", "expected a number, 0 to 1"),
      ("progress(75%)", "progress at"), ("none+off", "preload: found 2 terms, expected one"),
      ("media3(1s//2s)", "media3 seconds"), ("ungated(open=8s)", "ungated: unknown key open"),
      ("network-balance(on-close=stop)", "expected pause or cancel or finish"),
      ("network-balance(parallel=0)", "expected a whole number, 1 to 16"),
      ("network-balance(dynamic=mul)", "expected off or sub or div"),
    ])
  func wrong(spec: String, message: String) {
    do {
      _ = try PreloadSpec(parsing: spec)
      Issue.record("\(spec) is read")
    } catch {
      #expect(error.description.contains(message), "\(error.description)")
    }
  }
}
