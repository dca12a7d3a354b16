import Foundation
import Testing

/// Sweeps, as the program plays them: whatever happens on the way, the result digest is the same.
@Suite("Sweeps", .timeLimit(.minutes(20)))
struct SweepTests {
  private static let inputs = ["--traces", "traces", "--video", "movie.json", "--policy", "bola", "fixed:0"]

  private static func sweep(
    _ place: RunTests.Place, _ words: [String], environment: [String: String] = [:]
  ) throws -> Program.Result {
    try Program.run(["sweep"] + words + ["--progress", "none"], environment: environment, folder: place.folder)
  }

  /// The digest that the program printed.
  private static func digest(_ result: Program.Result) -> String? {
    guard result.status == 0 else { return nil }
    return result.output.split(separator: "\n").last { $0.contains("result digest ") }?.suffix(64).description
  }

  private static func shards(_ place: RunTests.Place, _ folder: String, ending: String = ".json") throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: place.folder.appendingPathComponent("\(folder)/shards").path)
    return names.filter { $0.hasSuffix(ending) }.sorted()
  }

  @Test("the digest is the same for any size of shards and number of jobs, and sums are those of a run")
  func sizes() throws {
    let place = try RunTests.Place()
    var digests: Set<String?> = []
    var outputs: Set<String> = []
    for (size, jobs) in [("1", "1"), ("70", "2"), ("1000000", "1"), ("31", "3")] {
      let result = try Self.sweep(
        place, Self.inputs + ["--seeds", "1..40", "--shard-size", size, "--jobs", jobs, "-o", "s\(size)"])
      digests.insert(Self.digest(result))
      // All but how many shards there are: intervals and sentences, too.
      outputs.insert(result.output.split(separator: "\n").dropLast().joined(separator: "\n"))
      #expect(result.status == 0, "\(result)")
    }
    #expect(digests.count == 1 && !digests.contains(nil) && outputs.count == 1, "\(digests) \(outputs)")
    #expect(try Self.shards(place, "s70").count == 6 && Self.shards(place, "s1000000").count == 1)

    let one = try Self.sweep(
      place,
      Self.inputs + ["--seed", "7", "-o", "one", "--format", "json", "-q"]
        + ["--export", "html=one.html", "json=one.json"], environment: ["SOURCE_DATE_EPOCH": "0"])
    let page = try Program.run(
      ["report", "one.json", "-o", "again.html"], environment: ["SOURCE_DATE_EPOCH": "0"], folder: place.folder)
    #expect(try page.status == 0 && place.text("one.html") == place.text("again.html"), "\(page)")
    let paper = try Self.sweep(place, ["-o", "one", "--merge", "--format", "latex", "-q"])
    #expect(
      paper.status == 0 && paper.output.ranges(of: "\\begin{tabular}").count == 2
        && paper.output.contains("\n% Intervals of values are of 95 %"), "\(paper)")
    let shard = try #require(try Self.shards(place, "one").first)
    for file in ["one/plan.json", "one/../one/plan.json", "one/shards/\(shard)"] {
      let refused = try Self.sweep(place, ["-o", "one", "--merge", "--export", "json=\(file)"])
      #expect(refused.status == 64 && refused.diagnostics.contains("would overwrite what --output reads"), "\(refused)")
    }
    let status = try Self.sweep(place, ["-o", "one", "--status", "--export", "html=status.html"])
    #expect(status.status == 64 && status.diagnostics.contains("--merge"), "\(status)")
    let run = try place.run(Self.inputs + ["--seed", "7", "--format", "json", "-q"])
    let (swept, played) = (try RunTests.json(one.output), try RunTests.json(run.output))
    let pairs = zip(
      try #require(swept["policies"] as? [[String: Any]]), try #require(played["policies"] as? [[String: Any]]))
    for (left, right) in pairs {
      let (left, right) = (left["pooled"] as? [String: Any] ?? [:], right["pooled"] as? [String: Any] ?? [:])
      #expect(Set(left.keys) == Set(right.keys))
      for (name, value) in left {
        let allowed = name.contains("_p50") || name.contains("_p95") ? 0.002 : 1e-9
        let (value, exact) = (value as? Double ?? -1, right[name] as? Double ?? -1)
        #expect(abs(value - exact) <= allowed * max(1e-3, abs(exact)), "\(name): \(value), \(exact)")
      }
    }
  }

  @Test(
    "feeds, whose viewers are drawn from the seed, are swept, too",
    arguments: [["--items", "3", "--viewer", "feed(short-video)", "--preload", "none", "network-balance"]])
  func feeds(options: [String]) throws {
    let place = try RunTests.Place()
    let digests = try ["1", "20", "1000"].map { size in
      Self.digest(
        try Self.sweep(
          place, Self.inputs + options + ["--seeds", "1..5", "--shard-size", size, "-o", "s\(size)"]))
    }
    #expect(Set(digests).count == 1 && digests[0] != nil, "\(digests)")
  }

  @Test("the folder that recordings lie in changes no digest")
  func folders() throws {
    let place = try RunTests.Place()
    let first = try Self.sweep(place, Self.inputs + ["--seeds", "1..3", "-o", "a"])
    let copied = try Program.shell(
      """
      cd '\(place.folder.path)' && cp -R traces elsewhere \
        && $abrlab sweep \(Self.inputs.map { $0 == "traces" ? "elsewhere" : $0 }.joined(separator: " ")) --seeds 1..3 -o b
      """)
    #expect(Self.digest(copied) == Self.digest(first) && Self.digest(first) != nil, "\(copied)")
  }

  @Test("a sweep of more shards than can be looked at is refused before its plan is written")
  func tooManyShards() throws {
    let place = try RunTests.Place()
    let result = try Self.sweep(place, Self.inputs + ["--seeds", "1..1000000000", "--shard-size", "1", "-o", "s"])
    #expect(result.status == 64 && result.diagnostics.contains("expected at most 100000: a larger --shard-size"))
    #expect(!FileManager.default.fileExists(atPath: place.folder.appendingPathComponent("s/plan.json").path))
  }

  @Test("workers that are killed, and damaged, cut and foreign shards, change nothing")
  func faults() throws {
    let place = try RunTests.Place()
    let words = Self.inputs + ["--seeds", "1..3000", "--shard-size", "600"]
    let good = try #require(Self.digest(try Self.sweep(place, words + ["-o", "good", "-j", "2"])))
    let count = try Self.shards(place, "good").count
    #expect(count == 30)
    // Killed when some shards are there, several times.
    let killed = try Program.shell(
      """
      cd '\(place.folder.path)'
      for part in 3 9 15; do
        $abrlab sweep \(words.joined(separator: " ")) -o s -j 1 -q > /dev/null & 
        until (( $(ls s/shards 2>/dev/null | wc -l) >= part )) || ! kill -0 $! 2>/dev/null; do :; done
        kill -9 $!; wait $!; ls s/shards | wc -l
      done
      """)
    let before = try Self.shards(place, "s")
    #expect(before.count >= 15, "\(killed)")
    let resumed = try Self.sweep(place, ["-o", "s"])
    #expect(Self.digest(resumed) == good && resumed.diagnostics.contains("are there already"), "\(resumed)")

    let shards = place.folder.appendingPathComponent("s/shards")
    let names = try Self.shards(place, "s")
    func url(_ index: Int) -> URL { shards.appendingPathComponent(names[index]) }
    let whole = try Data(contentsOf: url(0))
    try whole.prefix(whole.count / 2).write(to: url(0))
    try FileManager.default.removeItem(at: url(1))
    try FileManager.default.copyItem(at: url(2), to: url(1))
    try Data().write(to: url(3))
    try FileManager.default.copyItem(at: url(4), to: shards.appendingPathComponent("copy.json"))
    let status = try Self.sweep(place, ["-o", "s", "--status", "--format", "csv"])
    #expect(status.output.contains("\n30,27,3,") && status.status == 0, "\(status)")
    let refused = try Self.sweep(place, ["-o", "s", "--merge"])
    #expect(refused.status == 5 && refused.diagnostics.contains("3 of 30 shards are missing: "), "\(refused)")
    let partial = try Self.sweep(place, ["-o", "s", "--merge", "--allow-partial"])
    #expect(partial.status == 0 && partial.output.contains("in 27 of 30 shards: no result digest"), "\(partial)")
    let mended = try Self.sweep(place, ["-o", "s"])
    #expect(Self.digest(mended) == good && mended.diagnostics.contains("is played again"), "\(mended)")
  }

  @Test("a disk that is full ends the sweep with an error, and it goes on later")
  func fullDisk() throws {
    let place = try RunTests.Place()
    let words = Self.inputs + ["--seeds", "1..20", "--shard-size", "30", "-o", "s"]
    let planned = try Self.sweep(place, words + ["--engine", "slurm"])
    #expect(planned.status == 0 && planned.output.contains("sbatch "), "\(planned)")
    let full = try Program.shell(
      "cd '\(place.folder.path)'; trap '' XFSZ; ulimit -f 0; $abrlab sweep -o s -q | cat; exit ${PIPESTATUS[0]}")
    #expect(full.status == 1 && full.output.contains("cannot be written: File too large"), "\(full)")
    #expect(full.output.contains("0 of 6 shards are done; the same command goes on from there"), "\(full)")
    #expect(try Self.shards(place, "s", ending: "").isEmpty)
    #expect(Self.digest(try Self.sweep(place, ["-o", "s"])) != nil)
  }

  @Test("tasks of an array play each a shard, twice the same, and their files name the array")
  func tasks() throws {
    let place = try RunTests.Place()
    let words = Self.inputs + ["--seeds", "1..20", "--shard-size", "50"]
    let good = Self.digest(try Self.sweep(place, words + ["-o", "good"]))
    for engine in ["slurm", "k8s"] {
      let folder = "of-\(engine)"
      let planned = try Self.sweep(place, words + ["-o", folder, "--engine", engine])
      #expect(planned.status == 0 && planned.output.contains("--merge"), "\(planned)")
      let job = try place.text("\(folder)/sweep.\(engine == "slurm" ? "slurm" : "yaml")")
      #expect(job.contains(engine == "slurm" ? "--array=0-2" : "completions: 3"), "\(job)")
      for task in ["2", "0", "1", "2"] {
        let name = engine == "slurm" ? "SLURM_ARRAY_TASK_ID" : "JOB_COMPLETION_INDEX"
        let result = try Self.sweep(place, ["-o", folder, "--shard", "task"], environment: [name: task])
        #expect(result.status == 0 && result.output.isEmpty, "\(result)")
      }
      #expect(Self.digest(try Self.sweep(place, ["-o", folder, "--merge"])) == good && good != nil)
    }
  }

  @Test("the script for Slurm names a folder of any name in one word, and its tasks play in it")
  func slurmFolder() throws {
    let place = try RunTests.Place()
    let folder = "of two words; $HOME 'and' %a"
    let planned = try Self.sweep(place, Self.inputs + ["-o", folder, "--engine", "slurm"])
    #expect(planned.status == 0, "\(planned)")
    let script = try place.text("\(folder)/sweep.slurm")
    let output = try #require(script.firstMatch(of: /#SBATCH --output=(.*)/)).1
    // As a shell takes words apart, which Slurm does, and with %% for a sign of per cent.
    let words = try Program.shell("printf '<%s>' \(output)").output
    let path = place.folder.resolvingSymlinksInPath().path + "/\(folder.replacing("%", with: "%%"))/sweep-%a.log"
    #expect(words == "<\(path)>", "\(script)")
    let task = try Program.shell(
      "cd /; PATH=$(dirname $abrlab):$PATH SLURM_ARRAY_TASK_ID=0 bash \"$1\"".replacing(
        "\"$1\"", with: "\"$(cat <<'END'\n\(place.folder.path)/\(folder)/sweep.slurm\nEND\n)\""))
    #expect(task.status == 0, "\(task.output)")
    #expect(try Self.shards(place, folder).count == 1)
  }

  @Test("a program is found from any folder")
  func programs() throws {
    let place = try RunTests.Place()
    let program = place.folder.appendingPathComponent("policy.py")
    try FileManager.default.copyItem(
      at: Program.checkout.appendingPathComponent("Examples/Policies/bba0.py"), to: program)
    let planned = try Self.sweep(
      place,
      ["--traces", "traces", "--video", "movie.json", "--policy", "exec(policy.py)", "bba-0", "-o", "s"]
        + ["--engine", "slurm"])
    #expect(planned.status == 0, "\(planned)")
    let played = try Program.run(
      ["sweep", "-o", place.folder.appendingPathComponent("s").path, "--progress", "none", "--format", "csv"],
      folder: URL(fileURLWithPath: "/"))
    #expect(played.status == 0 && played.output.contains("exec:/"), "\(played)")
    let rows = played.output.split(separator: "\n").map { $0.split(separator: ",").dropFirst(3) }
    #expect(rows.count == 3 && rows[1] == rows[2], "\(played)")
  }

  @Test("a trace that changes fails its shards and no others; mended, the sweep goes on")
  func changedTrace() throws {
    let place = try RunTests.Place()
    let words = Self.inputs + ["--seeds", "1..4", "--shard-size", "8", "-o", "s"]
    _ = try Self.sweep(place, words + ["--engine", "slurm"])
    let file = place.folder.appendingPathComponent("traces/slow/b.csv")
    let old = try place.text("traces/slow/b.csv")
    try (old + "5,200000,50\n").write(to: file, atomically: true, encoding: .utf8)
    let failed = try Self.sweep(place, ["-o", "s"])
    #expect(failed.status == 64 && failed.diagnostics.contains("1 of 3 shards failed: 2"), "\(failed)")
    let status = try Self.sweep(place, ["-o", "s", "--status"])
    #expect(status.output.contains("b.csv has changed since it was planned"), "\(status)")
    try old.write(to: file, atomically: true, encoding: .utf8)
    #expect(Self.digest(try Self.sweep(place, ["-o", "s"])) != nil)
    #expect(try Self.shards(place, "s", ending: ".failed").isEmpty)
  }

  @Test(
    "what cannot be swept is refused with what would do",
    arguments: [
      (["--policy", "bola"], "'abrlab sweep' needs --output"),
      (["-o", "new"], "needs --policy, or a folder in which a sweep began"),
      (["-o", "new", "--status"], "new: there is no plan.json"),
      (
        Self.inputs + ["-o", "new", "--seeds", "5..1"],
        "--seeds: found 5..1, whose last seed is below its first; write 1..5"
      ),
      (Self.inputs + ["-o", "new", "--seeds", "1..100000000000"], "expected seeds of at most 17179869184"),
      (Self.inputs + ["-o", "new", "--seeds", "1..x"], "--seeds: found 1..x, expected FIRST..LAST such as 1..1000"),
      (Self.inputs + ["-o", "new", "--seeds", "1..5", "--trace-start", "begin"], "nothing depends on a seed"),
      (Self.inputs + ["-o", "new", "--seeds", "1..5", "--seed", "1"], "--seeds and --seed cannot be used together"),
      (Self.inputs + ["-o", "new", "--qoe", "quality=bitrate,stall=8"], "a sweep adds up no others"),
      (Self.inputs + ["-o", "new", "--qoe", "foo"], "--qoe: found foo, expected lin, log, hd or mpc: a sweep adds up"),
      (Self.inputs + ["-o", "old"], "old holds another sweep: --seeds 1..2 there, none here"),
      (Self.inputs + ["-o", "old", "--seeds", "1..2", "--shard-size", "3"], "in shards of another size"),
      (["-o", "old", "--shard", "9"], "--shard: found 9, expected 0 to 0, or the name of a shard"),
      (["-o", "old", "--shard", "task"], "SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX is not set"),
      (["-o", "old", "--policy", "auto", "--merge"], "--policy cannot be used here"),
      (["-o", "old", "--merge", "--status"], "--status and --merge cannot be used together"),
    ])
  func refusals(words: [String], message: String) throws {
    let place = try RunTests.Place()
    _ = try Self.sweep(place, Self.inputs + ["--seeds", "1..2", "-o", "old", "--engine", "slurm"])
    let result = try Self.sweep(place, words)
    #expect([5, 64].contains(result.status) && result.diagnostics.contains(message), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: place.folder.appendingPathComponent("new").path))
  }
}
