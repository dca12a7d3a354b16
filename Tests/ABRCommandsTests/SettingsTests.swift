import ABRSessions
import ABRTestSupport
import Foundation
import Testing

@testable import ABRCommands

/// Every entry of the table of settings is an option, a key of a file, part of what results record, and a row of the
/// documentation.
@Suite("Settings")
struct SettingsTests {
  /// A value for each setting and what has to be given beside it; a flag has no value.
  static let samples: [String: (value: String?, beside: [String])] = [
    "player": ("shaka", []), "buffer": ("static(12s)", []), "min": ("10s", []), "max": ("40s", []),
    "playable": ("arriving", []), "max-buffer": ("12s", []), "back-buffer": ("30s", []), "initial": ("index(1)", []),
    "pace": ("after(segment=9ms)", []), "player-config": ("CONFIG", ["--player", "hls.js"]),
    "switch-mode": ("replace", []),
    "timeout": ("after(5s,first=10s,retries=1,delay=1s)", []), "rate": ("1.5", []), "device-lag": ("2ms..6ms", []),
    "viewer": ("leave(20s)", []), "normalise": (nil, []),
    "name": ("FAST=bola", []),
    "items": ("2", []), "session": ("SESSION", []), "preload": ("next-item", ["--items", "2"]),
    "cache": ("20MB", ["--items", "2"]), "trace-format": ("native", []), "columns": ("time:s,rate:kbit/s", ["TABLE"]),
    "log-format": ("%h %t %b %D", ["LOG"]),
    "trace-option": ("interval=ending", ["TABLE", "--columns", "time:s,rate:kbit/s"]), "strict": (nil, []),
    "trace-end": ("hold", []), "trace-start": ("random", []), "latency": ("30ms", []), "payload-fraction": ("0.9", []),
    "connections": ("h1", []), "setup-round-trips": ("1", []), "connection-per-request": (nil, []),
    "dns-lookup": ("10ms", []), "slow-start": (nil, []), "path-queue": ("10kB", []),
    "retransmission-timeouts": ("2min", []), "response-header": ("325B", []), "stream": ("dash", []),
    "startup-overhead": ("20kB", []), "expensive-network": (nil, []), "sizes": ("vbr(cov=0.3)", []),
    "bandwidth": ("average", []),
    "qoe": ("quality=bitrate,stall=4.3,switch=1", []), "model": ("sabre", []), "seed": ("7", []),
  ]

  /// What results say of how sessions were played.
  private func record(_ document: [String: Any]) throws -> NSDictionary {
    let policies = try #require(document["policies"] as? [[String: Any]])
    var record = try #require(document["inputs"] as? [String: Any])
    for key in ["name", "player", "policy", "buffer", "viewer", "preload"] {
      record["configuration \(key)"] = policies[0][key]
    }
    return record as NSDictionary
  }

  @Test("a setting is an option, a key of a file and recorded", arguments: Setting.all.map(\.key))
  func roundTrip(key: String) throws {
    let setting = try #require(Setting.named(key))
    let (value, beside) = try #require(Self.samples[key], "\(key) has no sample value: add one")
    #expect((value == nil) == (setting.values == .flag))
    let folder = try CommandFolder([
      "session.toml": "[[item]]\n[[item]]\n", "table/a.csv": "0,900\n1,2500\n2,400\n3,1800\n4,1800\n",
      "logs/a.log": "h [01/May/2024:10:00:00 +0000] 4000000 2000000\n",
      "team.js": "new Hls({ maxBufferLength: 12 });\n",
    ])
    let files = ["SESSION": "session.toml", "CONFIG": "team.js"]
    let text = value.map { files[$0].map(folder.path) ?? $0 }
    let other = ["TABLE": "table/a.csv", "LOG": "logs/a.log"]
    let traces = folder.path(beside.lazy.compactMap { other[$0] }.first ?? "links")
    let options = beside.filter { other[$0] == nil }
    let words = ["run", "--video", folder.path("movie.json"), "--policy", "bola", "--traces", traces] + options

    let given = try folder.document(words + ["--\(key)"] + (text.map { [$0] } ?? []))
    // The same from a file.
    let assignment = "\(key) = \(text.map { "\"\($0)\"" } ?? "true")\n"
    let file = try CommandFolder(["run.toml": assignment])
    let read = try folder.document(words + ["--config", file.path("run.toml")])
    #expect((given as NSDictionary).isEqual(to: read))

    let inputs = try #require(given["inputs"] as? [String: Any])
    let settings = try #require(inputs["settings"] as? [String: String])
    if setting.isRecorded { #expect(settings[key] == text ?? "true") }
    // Which files of a folder are traces shows in the list of traces alone; a table is no trace without its columns.
    guard !["strict", "columns", "log-format"].contains(key) else { return }
    #expect(try record(given) != record(folder.document(words)))
  }

  @Test("help lists every setting")
  func help() throws {
    let help = try CommandFolder().perform(["run", "--help"]).output
    for setting in Setting.all { #expect(help.contains("  --\(setting.key)"), "\(setting.key)") }
  }

  @Test("the page on settings has a row for each entry")
  func page() throws {
    let page = try String(
      contentsOfFile: "\(SharedData.package)/Sources/ABRSessions/ABRSessions.docc/Settings.md", encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
    let expected = Setting.all.map { setting in
      let option = OptionSpec(setting)
      let name = setting.values == .flag ? option.name : "\(option.name) \(option.valueName)"
      return "| `\(name)` | \(option.description.replacing("|", with: "\\|")) |"
    }
    #expect(rows == expected, "\(expected.joined(separator: "\n"))")
  }
}
