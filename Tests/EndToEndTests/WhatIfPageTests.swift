import Foundation
import Testing

/// The page of a search, on which a reader chooses a setting.
@Suite(
  "A page on which settings are chosen", .enabled("needs make charts") { ReportTests.library != nil },
  .enabled("needs make browser") { Browser.executable != nil })
struct WhatIfPageTests {
  /// What the page says of the setting that is chosen.
  private struct Choice {
    var values: [String]
    var numbers: [String]
    var notes: [String]
    var texts: [String: String]

    init(_ browser: Browser) throws {
      let seen = try #require(
        try browser.evaluate(
          """
          ({
            values: [...document.querySelectorAll("#choice select:not([name=player])")].map(({ value }) => value),
            numbers: [...document.querySelectorAll("#what-if-numbers dd:not(.quiet)")].map((node) => node.textContent),
            notes: [...document.querySelectorAll("#what-if-numbers .quiet")].map((node) => node.textContent),
            texts: Object.fromEntries(["limits", "money", "code", "command"]
              .map((name) => [name, document.getElementById("what-if-" + name).textContent])
              .concat([["address", new URLSearchParams(location.hash.slice(1)).get("setting") ?? ""]])
              .concat([["members", [...new URLSearchParams(location.hash.slice(1)).keys()].join()]])),
          })
          """) as? [String: Any])
      values = try #require(seen["values"] as? [String])
      numbers = try #require(seen["numbers"] as? [String])
      notes = try #require(seen["notes"] as? [String])
      texts = try #require(seen["texts"] as? [String: String])
    }
  }

  @Test("what it says of a setting is what tune and run say of it, whether keys, lists or the address chose it")
  func sameNumbers() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appendingPathComponent("tune.html")
    let search = try Program.run(
      [
        "tune", "--policy", "auto", "--viewer", "leave(60s)", "--min", "5,10s", "--max", "20,40s", "--goal",
        "bytes_wasted_per_h", "--constraint", "bytes_wasted_per_h<=700MB/h", "--held-out", "0", "--code", "hls.js",
        "shaka", "-q", "--traces", "Traces/recorded/lumos-4g", "--format", "json", "--export", "html=\(page.path)",
      ], environment: ["ABRLAB_CHARTS": try #require(ReportTests.library)])
    try #require(search.status == 0 || search.status == 2, "\(search.diagnostics)")
    let document = try JSONSerialization.jsonObject(with: Data(search.output.utf8)) as? [String: Any] ?? [:]
    let settings = try #require(document["settings"] as? [[String: Any]])
    func wasted(_ min: Double, _ max: Double) -> Double {
      let own = settings.first { $0["parameters"] as? [String: Double] == ["growth.min": min, "growth.max": max] }
      return (own?["values"] as? [String: Any])?["bytes_wasted_per_h"] as? Double ?? .nan
    }
    func text(_ bytes: Double) -> String { String(format: "%.2f MB/h", bytes / 1e6) }
    let browser = try Browser()
    defer { browser.close() }

    // The address chooses.
    let address = try #require(
      URL(string: "\(page.absoluteString)#setting=growth.min%3D5s+growth.max%3D40s&price=0.02"))
    try browser.open(address, width: 1440, isDark: false)
    var seen = try Choice(browser)
    #expect(seen.values == ["5s", "40s"] && seen.numbers.first == text(wasted(5, 40)))
    #expect(
      seen.notes.first
        == String(format: "%+.2f MB/h against the current setting", (wasted(5, 40) - wasted(30, 30)) / 1e6))
    #expect(seen.texts["limits"] == "Misses bytes_wasted_per_h <= 700MB/h.")
    #expect(seen.texts["code"]?.contains("maxBufferLength: 5,") == true)
    #expect(
      seen.texts["code"]?.contains("// This setting misses a constraint of the search: bytes_wasted_per_h") == true)
    // A million hours at $0.02 for each of 10^9 bytes.
    let whole = { (value: Double) in
      value.formatted(.number.locale(Locale(identifier: "en_US")).precision(.fractionLength(0)))
    }
    let (cost, more) = (whole(wasted(5, 40) / 1e6 * 20), whole((wasted(5, 40) - wasted(30, 30)) / 1e6 * 20))
    #expect(
      seen.texts["money"]
        == "Wasted bytes cost $\(cost) a month, $\(more) more than with the current setting.")

    // An address that comes later does, too; what may not be is passed over, and a heading is no choice.
    for (hash, shown) in [
      ("setting=growth.min%3D10s+growth.max%3D40s&hours=1000&price=-4", ["10s", "40s"]), ("what-if", ["10s", "40s"]),
      ("setting=growth.min%3D5s+growth.max%3D40s&hours=many", ["5s", "40s"]),
    ] {
      _ = try browser.evaluate("location.hash = '\(hash)'; new Promise((done) => setTimeout(done, 50))")
      seen = try Choice(browser)
      #expect(seen.values == shown, "\(hash)")
      let bytes = wasted(shown[0] == "5s" ? 5 : 10, 40)
      let sum = hash.contains("many") ? whole(bytes / 1e6 * 10) : String(format: "%.2f", bytes / 1e9 * 10)
      #expect(seen.texts["money"]?.hasPrefix("Wasted bytes cost $\(sum) a month") == true, "\(hash) \(seen.texts)")
    }

    // So do keys on the map, to the next setting that was played, and lists.
    let press = { (key: String) in
      _ = try browser.evaluate(
        """
        (() => {
          const map = document.getElementById("chart-heat-map");
          map.focus();
          document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "\(key)" }));
        })()
        """)
    }
    try press("ArrowUp")
    try press("ArrowLeft")
    seen = try Choice(browser)
    #expect(seen.values == ["10s", "20s"] && seen.numbers.first == text(wasted(10, 20)))
    #expect(seen.texts["address"] == "growth.min=10s growth.max=20s" && seen.texts["members"] == "setting")
    _ = try browser.evaluate(
      """
      (() => {
        const { elements } = document.getElementById("choice");
        elements.p0.value = "5s";
        elements.player.selectedIndex = 1;
        elements.p0.dispatchEvent(new Event("change", { bubbles: true }));
      })()
      """)
    seen = try Choice(browser)
    #expect(seen.values == ["5s", "20s"] && seen.texts["code"]?.contains("bufferingGoal: 20,") == true)
    let command = try #require(seen.texts["command"])
    let numbers = seen.numbers
    #expect(seen.texts["code"]?.contains("misses a constraint") == false)
    // What was not played has no numbers.
    _ = try browser.evaluate(
      """
      (() => {
        const { elements } = document.getElementById("choice");
        elements.p1.value = "30s";
        elements.p1.dispatchEvent(new Event("change", { bubbles: true }));
      })()
      """)
    #expect(try Choice(browser).numbers.isEmpty)
    #expect(browser.console.isEmpty, "\(browser.console)")

    // Its command gives its numbers.
    let run = try Program.shell(
      "$abrlab \(command.dropFirst("abrlab ".count)) -q --format json 2>/dev/null")
    let played = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let pooled = (played?["policies"] as? [[String: Any]])?.first?["pooled"] as? [String: Any]
    #expect(pooled?["bytes_wasted_per_h"] as? Double == wasted(5, 20), "\(seen.texts) \(run.diagnostics)")
    // Startup, stalls and bitrate are there, whatever the goals are.
    let others = [
      ("startup_s", 1, "%.3f s"), ("rebuffer_ratio", 100, "%.3f %%"), ("mean_bitrate_bps", 1e-6, "%.3f Mbit/s"),
    ]
    #expect(
      numbers.dropFirst() == others.map { String(format: $2, (pooled?[$0] as? Double ?? .nan) * $1) }[...])
  }
}
