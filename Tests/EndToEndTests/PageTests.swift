import Foundation
import Testing

/// What a browser shows of the pages of `report`, `check` and `tune`.
@Suite(
  "Pages in a browser", .serialized, .enabled("needs make charts") { ReportTests.library != nil },
  .enabled("needs make browser") { Browser.executable != nil })
struct PageTests {
  private static let bundled = ["--traces", "Traces/generated/generated-3g-commute", "Traces/recorded/lumos5g-4g"]
  private static let video = ["--video", "Traces/video/hls-authoring.json"]
  private static let policies = ["auto", "bola", "throughput"]

  /// Runs the program in the checkout with the library of charts.
  private static func run(_ words: [String]) throws -> Program.Result {
    try Program.run(words, environment: ["ABRLAB_CHARTS": try #require(ReportTests.library)])
  }

  /// A folder with all pages.
  private static func pages() throws -> URL {
    let folder = try ReportTests.place()
    func check(_ words: [String], _ status: Int32 = 0) throws {
      let result = try run(words)
      try #require(result.status == status, "\(words) \(result.diagnostics)")
    }
    for name in ["single", "feed"] {
      try check(["report", "\(folder.path)/\(name).json", "-o", "\(folder.path)/\(name).html"])
    }
    let eight = ["auto", "throughput", "bba-0", "bola", "dynamic", "apsara-trend", "robust-mpc", "bola-e"]
    try check(
      ["run", "--traces", "Traces/recorded", "-q", "--export", "html=\(folder.path)/eight.html", "--policy"] + eight
        + video)
    try check(
      ["run", "-q", "--export", "html=\(folder.path)/twenty.html", "--buffer", "static(15s)", "static(60s)"]
        + ["--viewer", "leave(60s)", "leave(20s)", "--policy"] + eight.prefix(5) + Self.bundled + video)
    try check(
      [
        "run", "--traces", "Traces/recorded/lumos5g-4g/4g_trace_driving_50015_dr.csv", "-q", "--policy", "auto", "bola",
        "--export", "html=\(folder.path)/one.html",
      ] + video)
    try check(["baseline", "save", "\(folder.path)/base.json", "-q", "--policy", "auto", "bola"] + bundled + video)
    try check(
      [
        "check", "--baseline", "\(folder.path)/base.json", "-q", "--policy", "bola", "bba-0", "--gate",
        "rebuffer_ratio<=+0.10pp", "startup_s_p95<=+2%", "mean_bitrate_bps>=-1%", "bytes_wasted_per_h<=+1MB/h",
        "--export", "html=\(folder.path)/check.html", "json=\(folder.path)/check.json",
      ] + bundled + video, 2)
    let history = "\(folder.path)/history.jsonl"
    for commit in ["one", "two"] {
      try check(["history", "add", history, "\(folder.path)/check.json", "--commit", commit])
    }
    try check(["history", "show", history, "--export", "html=\(folder.path)/history.html"])
    try check(["report", "\(folder.path)/check.json", "-o", "\(folder.path)/saved.html"])
    let saved = [8, 60].map { "\(folder.path)/h\($0).json" }
    for (file, lengths) in zip(
      saved, ["maxBufferLength=8,maxMaxBufferLength=30", "maxBufferLength=60,maxMaxBufferLength=60"])
    {
      let player = "hls.js(\(lengths),abrBandWidthFactor=0.9,abrEwmaDefaultEstimate=500000,startLevel=-1)"
      try check(["run", "-q", "--player", player, "--export", "json=\(file)"] + bundled + video)
    }
    try check(["report", "-o", "\(folder.path)/players.html"] + saved)
    try check(
      ["compare", "auto", "bba-0", "-q", "--export", "html=\(folder.path)/compare.html", "--viewer", "leave(120s)"]
        + bundled + video)
    try check(
      [
        "sweep", "--policy", "auto", "bba-0", "bola", "throughput", "--seeds", "1..3", "-q", "-o",
        "\(folder.path)/sweep", "--export", "html=\(folder.path)/sweep.html",
      ] + bundled + video)
    try check(
      [
        "explain", "Traces/recorded/lumos5g-4g/4g_trace_driving_50015_dr.csv", "--policy", "bola", "--against", "auto",
        "-q",
        "--export", "html=\(folder.path)/session.html",
      ] + video)
    try check(
      [
        "tune", "--policy", "auto", "--viewer", "leave(5min)", "--min", "2..40s", "--max", "6..90s", "--buffer",
        // A name longer than a phone is wide.
        "growth(min=30s,max=90s,basis=position)", "--goal",
        "bytes_wasted_per_h", "--constraint", "rebuffer_ratio<=+0.05pp", "-q", "--traces", "Traces/recorded",
        "--export",
        "html=\(folder.path)/tune.html",
      ] + video)
    return folder
  }

  /// How often each picture that is on the page is drawn, what lies beyond the edge or below the first screen, and what
  /// a keyboard or a screen reader cannot reach.
  private static let look = """
    (() => {
    const name = (node) => [node.ariaLabel, node.labels?.[0]?.textContent, node.textContent]
      .find((text) => text?.trim());
    const controls = [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex='0']")]
      .filter((node) => node.checkVisibility());
    const reached = (node) => { node.focus({ preventScroll: true }); return document.activeElement === node; };
    const labels = [...document.querySelectorAll("#numbers dt")].map((label) => label.textContent);
    const answer = ["#headline", "#verdict p", "#numbers > div"].map((part) => document.querySelector(part));
    return {
      width: innerWidth, needed: document.documentElement.scrollWidth,
      empty: [...document.querySelectorAll(".chart")].filter((chart) => chart.offsetParent !== null
        && !chart.querySelector(".empty") && !chart.querySelector("[role=graphics-symbol]")
        && !chart.querySelector("svg [aria-roledescription$=mark]")).map((chart) => chart.id),
      broken: [...document.querySelectorAll(".chart svg")].filter((svg) => svg.outerHTML.includes("NaN")).length,
      drawn: document.querySelectorAll(".chart svg").length,
      alike: labels.length - new Set(labels).size, theme: document.getElementById("theme").textContent,
      below: answer.filter((part) => part && part.getBoundingClientRect().bottom + scrollY > innerHeight).length,
      unnamed: [...controls, ...document.querySelectorAll("[role=img]")].filter((node) => !name(node))
        .map((node) => node.outerHTML.slice(0, 99)),
      unreached: controls.filter((node) => !reached(node)).map((node) => node.outerHTML.slice(0, 99)),
    };
    })()
    """

  /// Numbers with a unit in the first screen's sentences and big numbers that no table has, and points of pictures that
  /// the table below them does not have.
  private static let alike = """
    (() => {
    const numbers = (text) => [...text.matchAll(/-?\\d+(?:\\.\\d+)?/g)].map(([number]) => Number(number));
    const cells = (part) => [...part.querySelectorAll("tr:not([hidden]) td")].flatMap((cell) => numbers(cell.textContent));
    const has = (among, number) => among.some((other) => Math.abs(Math.abs(other) - Math.abs(number)) < 0.051);
    const all = cells(document);
    const said = [...document.querySelectorAll("#verdict p, #numbers dd:not(.quiet)")]
      .flatMap((part) => [...part.textContent.matchAll(/([\\d.]+) (?:MB\\/h|Mbit\\/s|%(?! of the difference))/g)]);
    // Curves have points that no table has.
    const drawn = [...document.querySelectorAll("[id=chart-quality], [id^=chart-interval], [id^=chart-history]")];
    const points = drawn.map((chart) => chart.closest("figure")).flatMap((figure) => {
      const own = cells(figure);
      return [...figure.querySelectorAll("[aria-roledescription=point]")].map((point) => point.ariaLabel ?? "")
        .filter((text) => text && !numbers(text).some((number) => has(own, number)));
    });
    const strange = said.filter(([, number]) => !has(all, Number(number))).map(([text]) => text);
    return { said: strange, count: said.length, points };
    })()
    """

  /// What the page says first is what its tables and pictures say.
  private static func checkAlike(_ browser: Browser, _ place: Comment, saysNumbers: Bool = true) throws {
    let seen = try #require(try browser.evaluate(alike) as? [String: Any], place)
    #expect((seen["said"] as? [String])?.isEmpty == true, "\(place) \(seen)")
    #expect((seen["points"] as? [String])?.isEmpty == true, "\(place) \(seen)")
    #expect((seen["count"] as? Int ?? 0 > 0) == saysNumbers, "\(place) \(seen)")
  }

  @Test(
    """
    at every width, in light and dark, pages answer on the first screen, draw every picture, never scroll sideways, have \
    names for all that can be reached, say nothing on the console, ask for nothing, and say the same in words, tables and \
    pictures
    """)
  func everyWidth() throws {
    let folder = try Self.pages()
    defer { try? FileManager.default.removeItem(at: folder) }
    let browser = try Browser()
    defer { browser.close() }
    for (name, pictures) in [
      ("eight", 10), ("twenty", 10), ("feed", 10), ("check", 10), ("tune", 10), ("history", 8), ("session", 4),
      ("saved", 0), ("players", 10),
      ("compare", 9), ("sweep", 3),
    ] {
      let page = folder.appendingPathComponent("\(name).html")
      #expect(try Data(contentsOf: page).count < 3_000_000, "\(name)")
      try browser.open(page, width: 1440, isDark: false)
      for (width, isDark) in [(1440, false), (1440, true), (768, true), (768, false), (390, false), (390, true)] {
        let place: Comment = "\(name) at \(width), \(isDark ? "dark" : "light")"
        try browser.look(width: width, isDark: isDark)
        let seen = try #require(try browser.evaluate(Self.look) as? [String: Any])
        let needed = try #require(seen["needed"] as? Int)
        #expect(needed <= width, place)
        let empty = try #require(seen["empty"] as? [String])
        #expect(empty.isEmpty && seen["broken"] as? Int == 0, "\(place) \(empty)")
        if name == "tune" {
          // The answer and the current setting each stand on a cell.
          let places = try #require(try browser.evaluate(Self.onCell) as? [Int])
          #expect(places == [1, 1], place)
        }
        let drawn = try #require(seen["drawn"] as? Int)
        #expect(drawn >= pictures, place)
        #expect(seen["alike"] as? Int == 0, place)
        #expect(seen["below"] as? Int == 0 && seen["theme"] as? String == (isDark ? "Light" : "Dark"), place)
        for key in ["unnamed", "unreached"] {
          #expect((seen[key] as? [String])?.isEmpty == true, "\(place) \(seen[key] ?? "")")
        }
        try browser.screenshot("\(name)-\(width)-\(isDark ? "dark" : "light")")
      }
      try Self.checkAlike(browser, "\(name)", saysNumbers: name != "saved")
      #expect(browser.console.isEmpty, "\(name): \(browser.console)")
      #expect(browser.requests.isEmpty, "\(name): \(browser.requests)")
    }
    try filters(browser, folder)
  }

  /// Chooses as a reader does, and says what the page shows then.
  private static func choosing(_ family: String, _ shown: [Int]) -> String {
    """
    (async () => {
      const form = document.getElementById("filters");
      form.elements.family.value = "\(family)";
      const shown = \(shown);
      for (const box of form.querySelectorAll("[name=configuration]")) box.checked = shown.includes(Number(box.value));
      form.dispatchEvent(new Event("change"));
      while (!document.documentElement.dataset.drawn) await new Promise((done) => setTimeout(done, 5));
      const text = (node) => node.textContent;
      const visible = (node) => node.offsetParent !== null;
      return {
        headline: text(document.getElementById("headline")),
        sentences: [...document.querySelectorAll("#verdict p")].map(text),
        numbers: [...document.querySelectorAll("#numbers dd:not(.quiet)")].map(text),
        rows: [...document.querySelectorAll("#summary ~ .scroll tbody tr")].filter(visible)
          .map((row) => [...row.cells].map(text)),
        best: [...document.querySelectorAll("#summary ~ .scroll tbody tr")].filter(visible)
          .map((row) => [...row.cells].filter((cell) => getComputedStyle(cell, "::after").content === '"*"'
            && getComputedStyle(cell, "::after").visibility === "visible").map((cell) => cell.cellIndex)),
        marks: [...document.querySelectorAll("#chart-quality [aria-roledescription=point]")]
          .map((mark) => mark.getAttribute("aria-label")),
        curves: document.querySelectorAll("#chart-cdf-rebuffer_s [aria-roledescription='line mark']").length,
        sessions: [...document.querySelectorAll("figure[data-role]")].filter(visible).map((figure) => text(figure.querySelector("h3"))),
        title: document.title, alike: document.getElementById("of-cdf-rebuffer_s")?.textContent ?? "",
        held: document.getElementById("of-map-mean_bitrate_bps")?.textContent ?? "",
        facts: ["fact-traces", "fact-sessions"].map((id) => document.getElementById(id)?.textContent ?? ""),
        nothing: visible(document.getElementById("nothing")), pictures: [...document.querySelectorAll("figure")].filter(visible).length,
      };
    })()
    """
  }

  /// The table of the page marks the values that the table of a run of just that marks: stalls and bitrate, which both
  /// show with the same digits.
  private static func checkBest(_ seen: [String: Any], run output: String) throws {
    let rows = try #require(seen["rows"] as? [[String]])
    let best = try #require(seen["best"] as? [[Int]])
    let lines = output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    for (row, marked) in zip(rows, best) {
      let line = try #require(lines.first { $0.first == row[0] })
      for place in [5, 10] {
        #expect(line.contains("\(row[place])*") == marked.contains(place), "\(row) \(marked) \(line)")
      }
    }
  }

  /// Where the answer stands on the map of a search, and whether there is a cell below it.
  private static let onCell = """
    (() => {
      const box = (node) => node.getBoundingClientRect();
      const svg = document.querySelector("#chart-heat-map svg");
      const cells = [...svg.querySelector(".mark-rect.role-mark").querySelectorAll("path")].map(box);
      const marks = [...svg.querySelectorAll(".mark-symbol.role-mark")].filter((group) => group.childElementCount === 1)
        .map((group) => box(group.firstElementChild));
      const middle = (mark) => [(mark.left + mark.right) / 2, (mark.top + mark.bottom) / 2];
      return marks.map((mark) => cells.filter((cell) => cell.left < middle(mark)[0] && middle(mark)[0] < cell.right
        && cell.top < middle(mark)[1] && middle(mark)[1] < cell.bottom).length);
    })()
    """

  /// What a run prints below its table: the heading of its page and the sentences, each once.
  private static func verdict(_ heading: String, _ sentences: [String]) -> String {
    let all = ["\(heading)."].filter { !sentences.contains($0) } + sentences
    return "\n\n" + all.joined(separator: "\n") + "\n"
  }

  /// Words, tables and pictures follow the filter, and say the same.
  private func filters(_ browser: Browser, _ folder: URL) throws {
    try browser.open(folder.appendingPathComponent("single.html"), width: 1280, isDark: false)
    for (family, shown) in [
      ("", [0, 1, 2]), ("", [1, 2]), ("lumos5g-4g", [0, 1, 2]), ("generated-3g-commute", [0, 2]), ("lumos5g-4g", [1]),
    ] {
      let place: Comment = "\(family) \(shown)"
      let seen = try #require(try browser.evaluate(Self.choosing(family, shown)) as? [String: Any], place)
      let names = shown.map { Self.policies[$0] }
      let rows = try #require(seen["rows"] as? [[String]])
      #expect(Set(rows.map { $0[0] }) == Set(names) && rows.count == names.count, place)
      // The sentences are those of a run of just that.
      let folders =
        family.isEmpty ? Self.bundled : ["--traces"] + Self.bundled.filter { $0.hasSuffix(family) }
      let run = try Self.run(
        ["run", "-q", "--viewer", "leave(120s)", "--policy"] + names + folders + Self.video)
      let sentences = try #require(seen["sentences"] as? [String])
      let heading = try #require(seen["headline"] as? String)
      if shown.count > 1 {
        let plain = family.isEmpty ? heading : heading.replacing(" over \(family)", with: "")
        #expect(run.output.hasSuffix(Self.verdict(plain, sentences)), "\(heading) \(sentences) \(run.output)")
      }
      try Self.checkBest(seen, run: run.output)
      // One number in prose, in the table and in the picture.
      let numbers = try #require(seen["numbers"] as? [String])
      #expect(numbers.count == 3, place)
      for (unit, noun, column) in [("MB/h", "waste", 9), ("%", "stalled time", 5)] {
        let number = try #require(numbers.first { $0.hasSuffix(" \(unit)") }, "\(numbers)")
        let value = try #require(Double(number.dropLast(unit.count + 1)))
        // Tables have a digit less of bytes an hour.
        #expect(rows.contains { Double($0[column]).map { abs($0 - value) < 0.051 } == true }, "\(number) \(rows)")
        let isRange = sentences.contains { sentence in
          sentence.hasPrefix("Unclear whether \(noun) differs: ")
            || ["No ", "Unclear "].contains(where: sentence.hasPrefix) && sentence.contains(" in \(noun): ")
        }
        #expect(isRange || sentences.contains { $0.contains(number) }, "\(number) \(sentences)")
      }
      let marks = try #require(seen["marks"] as? [String])
      #expect(marks.count == names.count, "\(marks)")
      for row in rows {
        let mark = try #require(marks.first { $0.contains("policy: \(row[0])") || $0.hasSuffix(row[0]) }, "\(marks)")
        let value = try #require(mark.firstMatch(of: #/stalled %: ([\d.e-]+)/#))
        let drawn = try #require(Double(value.1))
        let written = try #require(Double(row[5]))
        #expect(abs(drawn - written) < 0.0006, "\(mark) \(row)")
      }
      #expect(seen["curves"] as? Int == names.count, place)
      try Self.checkAlike(browser, place)
      // The line below the heading counts what is chosen.
      let facts = try #require(seen["facts"] as? [String])
      let count = rows.compactMap { Int($0[1]) }.reduce(0, +)
      #expect(facts[1] == "\(count) sessions" && facts[0].hasPrefix("\(count / names.count) traces of "), "\(facts)")
      #expect(facts[0].hasSuffix(family.isEmpty ? " of 2 families" : " of \(family)"), "\(facts)")
      // So do the title of the tab and the captions.
      let title = try #require(seen["title"] as? String)
      #expect(title.hasPrefix("\(heading) · ") && title.contains(" · \(facts[0]) · "), "\(title)")
      let alike = try #require(seen["alike"] as? String)
      #expect(Self.policies.allSatisfy { names.contains($0) || !alike.contains($0) }, "\(alike) \(names)")
      let held = try #require(seen["held"] as? String)
      #expect(held.contains("Hidden, but still") == !shown.contains(0), "\(held)")
      let sessions = try #require(seen["sessions"] as? [String])
      #expect(sessions.count <= 3 && sessions.allSatisfy { title in names.contains { title.hasSuffix($0) } }, place)
      #expect(seen["nothing"] as? Bool == false, place)
    }
    let none = try #require(try browser.evaluate(Self.choosing("", [])) as? [String: Any])
    #expect(none["nothing"] as? Bool == true && none["pictures"] as? Int == 0)
    #expect(none["headline"] as? String == "No configuration selected")
    // What a check says of its gates is of all traces and stays.
    try browser.open(folder.appendingPathComponent("check.html"), width: 390, isDark: true)
    let check = try #require(try browser.evaluate(Self.choosing("", [])) as? [String: Any])
    let isSeen = try browser.evaluate("document.getElementById('section-1').offsetParent !== null") as? Bool
    #expect(check["nothing"] as? Bool == true && (check["rows"] as? [[String]])?.isEmpty == true && isSeen == true)
    #expect((check["headline"] as? String)?.hasPrefix("FAIL ") == true)
    // The line below the heading is of what is chosen, and the verdict says that it is not.
    let family = try #require(try browser.evaluate(Self.choosing("lumos5g-4g", [0, 1, 2, 3])) as? [String: Any])
    #expect((family["facts"] as? [String])?.first == "12 traces of lumos5g-4g")
    #expect(
      (family["sentences"] as? [String])?.last?.hasSuffix("paired. (Filters below do not change this verdict.)") == true
    )
    // On a phone the configurations are behind a button.
    try browser.open(folder.appendingPathComponent("twenty.html"), width: 390, isDark: false)
    let press = """
      (() => {
        const isSeen = () => document.querySelector("#filters fieldset").checkVisibility();
        const before = isSeen();
        document.getElementById("filter").click();
        return [before, isSeen()];
      })()
      """
    #expect(try browser.evaluate(press) as? [Bool] == [false, true])
    #expect(try browser.evaluate(press) as? [Bool] == [true, false])
    // One recording gives no interval, and no warning of one.
    try browser.open(folder.appendingPathComponent("one.html"), width: 1280, isDark: false)
    #expect(browser.console.isEmpty, "\(browser.console)")
    // Of a feed the page says what a run says, and begins with what is waited.
    try browser.open(folder.appendingPathComponent("feed.html"), width: 1280, isDark: false)
    let feed = try #require(try browser.evaluate(Self.choosing("", [0, 1])) as? [String: Any])
    let run = try Self.run(
      [
        "run", "-q", "--policy", "auto", "--items", "8", "--viewer", "feed(short-video)", "--preload", "none",
        "network-balance(open=8s)", "--video", "Traces/video/short-form.json",
      ] + Self.bundled)
    let waits = try #require(feed["sentences"] as? [String])
    let heading = try #require(feed["headline"] as? String)
    #expect(run.output.hasSuffix(Self.verdict(heading, waits)), "\(heading) \(waits) \(run.output)")
    let first = try #require((feed["numbers"] as? [String])?.first)
    #expect(heading.contains(" waits ") && waits[0].contains("\(first) of the time"), "\(heading) \(waits)")
    try browser.open(folder.appendingPathComponent("single.html"), width: 1280, isDark: false)
    // Back again, and the other sessions on demand.
    let all = try #require(try browser.evaluate(Self.choosing("", [0, 1, 2])) as? [String: Any])
    #expect((all["sessions"] as? [String])?.count == 3)
    _ = try browser.evaluate("document.getElementById('more').click()")
    try browser.waitUntilDrawn()
    let more = try #require(try browser.evaluate(Self.choosing("", [0, 1, 2])) as? [String: Any])
    #expect((more["sessions"] as? [String])?.count == 9)
    #expect(browser.console.isEmpty, "\(browser.console)")
  }
}
