import Testing

@testable import ABRCommands

/// What folders of traces are called.
@Suite("Families of traces")
struct TraceFamiliesTests {
  @Test(
    "folders of one name keep it, unless their files would be taken for one recording",
    arguments: [
      (["/a/lte/1.csv", "/a/wifi/1.csv"], ["lte", "wifi"], []),
      (["/a/mon/lte/1.csv", "/a/tue/lte/2.csv"], ["lte", "lte"], []),
      (["/a/mon/lte/1.csv", "/a/tue/lte/1.csv"], ["mon/lte", "tue/lte"], ["mon/lte", "tue/lte"]),
      // Windows of one recording, by their names.
      (["mon/lte/ride_p01.csv", "tue/lte/ride_p02.csv"], ["mon/lte", "tue/lte"], ["mon/lte", "tue/lte"]),
      // The folder above has one name, too, and a third folder holds nothing of the kind.
      (
        ["/x/mon/lte/1.csv", "/y/mon/lte/1.csv", "/z/lte/9.csv"], ["x/mon/lte", "y/mon/lte", "z/lte"],
        ["x/mon/lte", "y/mon/lte", "z/lte"]
      ),
      // One folder, spelled in two ways.
      (["/a/lte/1.csv", "/a/b/../lte/1.csv"], ["lte", "lte"], []),
      ([], [], []),
    ] as [([String], [String], [String])])
  func names(paths: [String], expected: [String], toldApart: [String]) {
    let families = TraceFamilies(of: paths)
    #expect(paths.map { families[$0] } == expected && families.toldApart == toldApart)
  }

  @Test("where each folder is a family, those of one name are called by more, whatever their files are called")
  func folders() {
    let paths = ["may/drive/1.csv", "june/drive/2.csv", "june/walk/1.csv", "june/walk/2.csv"]
    let families = TraceFamilies(of: paths, isEachFolderApart: true)
    #expect(paths.map { families[$0] } == ["may/drive", "june/drive", "walk", "walk"])
  }

  @Test("recordings of one name in two folders count each, in runs, comparisons and sweeps, and a note says so")
  func recordings() throws {
    let day = { (rate: Int) in
      (1...4).map { (number: Int) in "duration_s,bandwidth_bps,latency_ms\n40,\(rate + 10_000 * number),50\n" }
    }
    var files: [String: String] = [:]
    for (number, text) in day(900_000).enumerated() { files["days/mon/lte/\(number).csv"] = text }
    for (number, text) in day(2_000_000).enumerated() { files["days/tue/lte/\(number).csv"] = text }
    let folder = try CommandFolder(files)
    let inputs = ["--traces", folder.path("days"), "--video", folder.path("movie.json")]
    let note = "mon/lte and tue/lte hold files of one name: each is a family of its own"
    let comparison = folder.perform(["compare", "bba-0", "bola"] + inputs)
    #expect(comparison.code == 0 && comparison.diagnostics.contains(note), "\(comparison)")
    #expect(comparison.output.contains("8 recordings") || comparison.output.contains("8 traces in 8 recordings"))
    let byTrace = folder.perform(["run", "-q", "--policy", "bba-0", "--by", "trace", "--format", "csv"] + inputs).output
    #expect(byTrace.contains("mon/lte/1.csv") && byTrace.contains("tue/lte/1.csv"), "\(byTrace)")
    let sweep = folder.perform(
      ["sweep", "-q", "--policy", "bba-0", "bola", "--shard-size", "6", "-o", folder.path("sweep")] + inputs)
    #expect(sweep.code == 0 && sweep.output.contains("95 % interval"), "\(sweep)")
  }
}
