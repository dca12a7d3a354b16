import ABRStatistics
import ABRTestSupport
import Foundation
import Testing

@Suite struct TraceClusterTests {
  @Test(
    "names with a known sign share a cluster, all others are clusters of their own",
    arguments: [
      ("BB16_p02.csv", "BB16"), ("trace8Vfe__17.csv", "trace8Vfe"), ("drive.part3.json", "drive"),
      ("drive-window12", "drive"), ("drive_p02.jsonl", "drive"), ("ATT-LTE-driving.down", "ATT-LTE-driving"),
      ("ATT-LTE-driving.up.csv", "ATT-LTE-driving"), ("orange-4G-up.csv", "orange-4G"),
      ("11_1_cellular.csv", "11_1"), ("car-driving-trace-1_TMobile.csv", "car-driving-trace-1"),
      ("ride_wifi_p01.csv", "ride"),
      ("trace_1000770_http---edition.cnn.com-.csv", "trace_1000770"), ("trace_55_http---a.com", "trace_55"),
      ("client.1529470544.reno.laptop_3.M.F100.wlan3.M3.csv", "client.1529470544"),
      ("210515_1336-50Mbps-wifi_2.4GHz-weak-ed_4s-Pensieve.csv", "210515_1336"),
      ("report.2010-09-29_1622CEST.csv", "report.2010-09-29"),
      // No signs.
      ("trace0000.csv", "trace0000"), ("trace_101.csv", "trace_101"), ("report_bus_0002.csv", "report_bus_0002"),
      ("driving_B_2019.12.16_07.22.43.csv", "driving_B_2019.12.16_07.22.43"),
      ("wifi_cafe_231115-152113.csv", "wifi_cafe_231115-152113"), ("5g_trace_100_walking.csv", "5g_trace_100_walking"),
      ("p01.csv", "p01"), ("__3", "__3"), ("_wifi.csv", "_wifi"), (".hidden", ".hidden"), ("", ""),
      ("map2.csv", "map2"), ("TMobile-UMTS", "TMobile-UMTS"),
    ])
  func rule(file: String, cluster: String) {
    #expect(TraceCluster.name(of: file, family: "f") == "f/\(cluster)")
    #expect(TraceCluster.name(of: "some/folder/\(file)", family: "f") == "f/\(cluster)" || file.isEmpty)
  }

  @Test("the examples of the page share the recording that it names")
  func page() throws {
    let page = try String(
      contentsOfFile: "\(SharedData.package)/Sources/ABRStatistics/ABRStatistics.docc/Statistics.md", encoding: .utf8)
    let section = try #require(page.components(separatedBy: "### What counts as one recording").last)
    let table = section.components(separatedBy: "### ")[0].split(separator: "\n").filter { $0.hasPrefix("| at the ") }
    for row in table {
      let cells = row.split(separator: "|").map { $0.matches(of: /`([^`]+)`/).map { String($0.1) } }
      let cluster = try #require(cells[3].first)
      for file in cells[2] { #expect(TraceCluster.name(of: file, family: "f") == "f/\(cluster)") }
    }
    #expect(table.count == 6)
  }

  @Test("traces of two folders never share a cluster")
  func families() {
    #expect(TraceCluster.name(of: "a_p1.csv", family: "x") != TraceCluster.name(of: "a_p2.csv", family: "y"))
  }

  @Test(
    "the recorded corpus has the clusters that its manifest has, or coarser ones",
    .enabled(if: SharedData.corpus != nil, "skipped: set ABRLAB_CORPUS to the folder of recorded traces"))
  func corpus() throws {
    struct Manifest: Decodable {
      struct Trace: Decodable {
        let dataset: String
        let path: String
        let group: String
        let split: String
      }
      let traces: [Trace]
    }
    let file = try #require(SharedData.corpus) + "/manifest.json"
    let traces = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: URL(fileURLWithPath: file))).traces
      .filter { $0.split == "open" }
    #expect(traces.count > 3000)
    var clusters: [String: Set<String>] = [:]
    for trace in traces {
      clusters["\(trace.dataset)|\(trace.group)", default: []].insert(
        TraceCluster.name(of: trace.path, family: trace.dataset))
    }
    #expect(clusters.filter { $0.value.count > 1 }.isEmpty)
    #expect(Set(clusters.values.flatMap(\.self)).count < clusters.count)
  }
}
