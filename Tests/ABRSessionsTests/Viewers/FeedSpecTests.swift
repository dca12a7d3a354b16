import ABRPolicies
import ABRTestSupport
import Foundation
import Testing

@testable import ABRSessions

@Suite("Feed viewers as specs")
struct FeedSpecTests {
  private static func error(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "a spec has one canonical spelling",
    arguments: [
      (
        "feed( median=8000ms, lognormal ,sigma=1.10, skip=0.5,back=0.15,patience=8s)",
        "feed(lognormal,median=8s,sigma=1.1,back=0.15,patience=8s,skip=0.5)"
      ),
      ("feed(model=exponential,mean=1min)", "feed(exponential,mean=60s)"),
      ("feed:short-video", "feed(short-video)"),
      ("feed(short-video,back=0.2)", "feed(short-video,back=0.2)"),
      ("feed(models/own.toml)", "feed(models/own.toml)"),
    ])
  func canonical(text: String, canonical: String) throws {
    #expect(try FeedSpec(parsing: text).canonical == canonical)
    #expect(try FeedSpec(parsing: canonical).canonical == canonical)
    #expect(FeedSpec.recognises(text))
  }

  @Test("other viewers are not taken for a feed", arguments: ["watch", "leave(8s)", "feeder(1)", "feed2", ""])
  func others(text: String) { #expect(!FeedSpec.recognises(text)) }

  @Test("a spec becomes the viewer it says")
  func viewers() throws {
    let viewer = try FeedViewer(FeedSpec(parsing: "feed(weibull,shape=0.6,scale=9s,back=0.15,patience=8s,skip=1)"))
    #expect(viewer == FeedViewer(watch: .weibull(shape: 0.6, scale: 9), back: 0.15, patience: 8, skip: 1))
    let heavy = try FeedViewer(
      FeedSpec(parsing: "feed(heavy-tail,median=45s,sigma=1.7,tail=0.33,tail-scale=7300s,tail-shape=2.4)"))
    #expect(heavy == FeedViewer(watch: .heavyTail(WatchModelTests.heavyTail)))
    #expect(try FeedViewer(FeedSpec(parsing: "feed(long-form)")) == heavy)
    #expect(try FeedViewer(FeedSpec(parsing: "feed(long-form,skip=0.5)")).skip == 0.5)
  }

  @Test(
    "a mistake says what is allowed",
    arguments: [
      ("feed", "expected one of exponential, weibull, lognormal, heavy-tail, a bundled model or a file"),
      ("feed(back=0.1)", "feed model: missing"),
      ("feed(lognormal,weibull)", "found 2 models"),
      ("feed(lognormal,median=8s)", "feed sigma: missing, expected a number, 0 to 10"),
      ("feed(lognormal,median=8,sigma=1)", "found 8 without a unit"),
      ("feed(lognormal,median=0s,sigma=1)", "feed median: found 0s"),
      (
        "feed(lognormal,median=8s,sigma=1,bakc=0.1)",
        "unknown key bakc; did you mean back? Expected median, sigma, back, patience or skip"
      ),
      ("feed(lognormal,median=8s,sigma=1,back=1.5)", "feed back: found 1.5, expected a number, 0 to 1"),
      ("feed(exponential,mean=8s,sigma=1)", "unknown key sigma"),
      ("feed(short-vidoe)", "did you mean short-video?"),
      ("feed(lognormall,median=8s,sigma=1)", "unknown key median"),
      ("feed(retention)", "unknown viewer model retention"),
      ("feed(none.toml)", "none.toml: cannot be read"),
      ("feed(short-video)+watch", "found 2 terms"),
      ("watch", "unknown viewer watch, expected feed"),
    ])
  func mistakes(text: String, message: String) {
    let error = Self.error { _ = try FeedViewer(FeedSpec(parsing: text)) }
    #expect(error?.contains(message) == true, "\(text): \(error ?? "no error")")
  }

  @Test("a model file is read, beside whatever names it")
  func file() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "own.toml", "model = \"retention\"\nseconds = [0, 2.5, 10]\nremaining = [1, 0.5, 0.25]\nback = 0.25\n")
    let spec = try FeedSpec(parsing: "feed(own.toml,patience=3s)")
    let viewer = try FeedViewer(spec, relativeTo: folder.path)
    let curve = try WatchCurve(seconds: [0, 2.5, 10], remaining: [1, 0.5, 0.25])
    #expect(viewer == FeedViewer(watch: .retention(curve), back: 0.25, patience: 3))
  }

  @Test(
    "a mistake in a model file has its line",
    arguments: [
      ("x = 1", "v.toml:1: model: missing, expected exponential, weibull, lognormal, heavy-tail or retention"),
      ("model = \"normal\"", "v.toml:1:1: model: found \"normal\""),
      ("model = \"lognormal\"\nmedian = \"8s\"\nsigam = 1", "v.toml:3:1: sigam: unknown key; did you mean sigma?"),
      ("model = \"lognormal\"\nmedian = \"8s\"", "v.toml:1: sigma: missing"),
      ("model = \"lognormal\"\nsigma = 1\nmedian = \"8\"", "v.toml:3:1: median: found 8 without a unit"),
      ("model = \"lognormal\"\nsigma = 11\nmedian = \"8s\"", "v.toml:2:1: sigma: found 11, expected a number, 0 to 10"),
      ("model = \"lognormal\"\nsigma = [1, 2]\nmedian = \"8s\"", "v.toml:2:1: sigma: found an array of 2"),
      ("model = \"retention\"\nseconds = [0, 1]\nremaining = [1, 1.5]", "v.toml:3:1: remaining: found [1.0, 1.5]"),
      ("model = \"retention\"\nseconds = [0, \"a\"]\nremaining = [1, 0]", "v.toml:2:1: seconds"),
      ("model = \"retention\"\nremaining = [1, 0]", "0 times and 2 shares"),
    ])
  func badFiles(text: String, message: String) {
    let error = Self.error { _ = try ViewerModelFile.viewer(parsing: Array(text.utf8), file: "v.toml") }
    #expect(error?.contains(message) == true, "\(error ?? "no error")")
  }

  @Test("the files in Traces/viewers are the built-in models, and no others")
  func bundled() throws {
    let folder = "\(SharedData.package)/Traces/viewers"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files == BundledViewers.names.map { "\($0).toml" }.sorted())
    let readme = try String(contentsOfFile: "\(SharedData.package)/Traces/README.md", encoding: .utf8)
    for name in BundledViewers.names {
      let text = try String(contentsOfFile: "\(folder)/\(name).toml", encoding: .utf8)
      #expect(text == BundledViewers.text(of: name))
      #expect(readme.contains("| `\(name).toml` |"))
      _ = try FeedViewer(FeedSpec(parsing: "feed(\(name))"))
    }
  }
}
