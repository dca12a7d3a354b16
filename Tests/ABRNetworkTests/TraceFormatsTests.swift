import ABRInput
import ABRTestSupport
import Foundation
import Testing

@testable import ABRNetwork

/// What every reader must withstand, whatever its format.
@Suite struct TraceFormatsTests {
  static let samples: [String: String] = [
    "native": "duration_s,bandwidth_bps,latency_ms\n1.001,1727000,\n0.5,0,80\n2.5e0,1000000,1.5\n",
    "sabre": """
    [{"duration_ms": 1013, "bandwidth_kbps": 1285, "latency_ms": 100},
     {"duration_ms": 8, "bandwidth_kbps": 0, "latency_ms": 100, "x": ["\\u00e9", null, true]}]
    """,
    "pensieve": "0.0\t4.03768755221\n0.549999952316\t4.79283060109\n0.879999876022\t0\n",
    "norway": "1289406399 549692 59.85 10.78 248069 1008\n1289406400 550772 59.85  10.78 191698 0999\n",
    "oboe": "15.0 3168.6\n474.0 3168.6\n514.0 3183.2\n905.0 3183.2\n",
    "mahimahi": "0\n71\n73\n110\n330\n",
    "gnettrack": """
    Timestamp,Speed,DL_bitrate,State
    2018.01.27_13.58.29,0,13577,D
    2018.01.27_13.58.30,0,-,D
    2018.01.27_13.58.30,0,12224,D
    2018.01.27_13.58.40,0,10109,D
    """,
    "nyu-mets": "Value,Unit\n0.57,Mbits/sec\n400,Kbits/sec,,\n12,bits/sec\n",
    "nyu-mets-multi": "9.41,4,0,-91,-19,1,0,2100\n3.21,4,0,-91,-19,1,0,2100\n",
    "lumos5g": "run_num,seq_num,Throughput\n1,1.0,78\n1,2.0,2147483647.0\n1,3.0,110\n",
    "5gophers": "protocol,num_tcp_conn,seq_num,radio_type,throughput_mbps\nTCP,8,1,4G,92.1\nTCP,8,2,4G,150\n",
    "starlink": """
    timestamp_start_dl,timestamp_end_dl,download,upload
    2024-04-19 16:23:00.001039872,2024-04-19 16:23:01.001035008,17.5,1
    2024-04-19 16:23:01.001035008,2024-04-19 16:23:02.001338112,18.2,1
    """,
    "lumos": "chunk_size,app_throughput,delivery_time\n29,401,0.072\n653,7024,0.093\n601,4058,0.148\n",
    "sbu": "1,1516808\n2,3667470\n3,6193696\n",
    "twitch":
      "// steps\nconst PROFILE = [\n  {\n    speed: 1200,\n    duration: 30\n  },\n  {speed: 800, duration: 0.5,},\n];",
    "genet": #"{"timestamps": [0, 1.5, 2], "bandwidths": [1, 2, 0.5], "link_rtt": 80, "name": "x"}"#,
    "devtools": #"[{"download": 50000, "latency": 100, "duration": 5}, {"offline": true, "duration": 0.5}]"#,
    "webpagetest":
      "; connections\n[DSL]\nlabel=\"DSL (1.5 Mbps)\"\nbwIn=1500000\nbwOut=384000\nlatency=50\nplr=0\n[Native]\nbwIn=0\n",
    "iperf":
      "[ ID] Interval           Transfer     Bitrate\n[  5]   0.00-1.00   sec  1.19 MBytes  10.0 Mbits/sec    0   80 KBytes\n"
      + "[  5]   1.00-2.00   sec   610 KBytes   500 Kbits/sec    0   80 KBytes\n[  5]   0.00-2.00   sec  1.2 MBytes  5 Mbits/sec  receiver\n",
    "tc":
      "tc qdisc add dev eth0 root netem rate 5mbit delay 20ms\nsleep 2\ntc qdisc change dev eth0 root netem rate 64kbps\nsleep 1.5\n",
    "table": "time,rate\n0,1000\n1.5,2000\n2,500\n",
  ].merging(LogSamples.all) { own, _ in own }

  private func sample(_ format: any TraceFormat.Type) throws -> [UInt8] {
    Array(try #require(Self.samples[format.name], "no sample of \(format.name)").utf8)
  }

  /// Reads as ``TraceFormat/read(_:)``, with the columns of the table.
  private func read(
    _ format: any TraceFormat.Type, _ bytes: [UInt8], file: String = "t"
  ) throws(TraceError) -> [BandwidthTrace] {
    let columns = format == TableTrace.self ? "time:s,rate:kbit/s" : nil
    let options = try TraceOptions(parsing: LogSamples.options[format.name] ?? [], columns: columns)
    return try format.read(TraceInput(bytes: bytes, name: "t", file: file, options: options)).traces
  }

  @Test("names are unique, lower case and found again")
  func names() {
    #expect(Set(TraceFormats.names).count == TraceFormats.all.count)
    #expect(TraceFormats.names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0.isNumber || "-.".contains($0) } })
    #expect(TraceFormats.all.allSatisfy { TraceFormats.named($0.name)?.name == $0.name && !$0.summary.isEmpty })
    #expect(TraceFormats.named("csv") == nil)
  }

  @Test("a file's format is found by its content, whatever its name", arguments: TraceFormats.names)
  func detection(name: String) throws {
    let format = try #require(TraceFormats.named(name))
    let bytes = try sample(format)
    // Two formats have nothing by which they could be told.
    let found = [TableTrace.name, SBUTrace.name].contains(name) ? nil : name
    #expect(TraceFormats.detect(bytes, fileName: "x.csv")?.name == found)
    #expect(TraceFormats.detect([0xef, 0xbb, 0xbf] + bytes, fileName: "x")?.name == found)
    #expect(try read(format, [0xef, 0xbb, 0xbf] + bytes) == read(format, bytes))
    let crlf = String(decoding: bytes, as: UTF8.self).replacing("\n", with: "\r\n")
    #expect(try read(format, Array(crlf.utf8)) == read(format, bytes))
  }

  @Test("a file cut at any byte is read or refused with its name, and nothing worse", arguments: TraceFormats.names)
  func truncation(name: String) throws {
    let format = try #require(TraceFormats.named(name))
    let bytes = try sample(format)
    let rows = try read(format, bytes).flatMap(\.rows)
    for length in 0..<bytes.count {
      do {
        let traces = try read(format, Array(bytes[..<length]), file: "the file")
        #expect(traces.flatMap(\.rows).count <= rows.count, "cut at \(length)")
      } catch {
        #expect(error.description.hasPrefix("the file"), "cut at \(length): \(error)")
      }
    }
  }

  @Test(
    "a file with any byte changed is read or refused with its name, and nothing worse", arguments: TraceFormats.names)
  func mutation(name: String) throws {
    let format = try #require(TraceFormats.named(name))
    let bytes = try sample(format)
    let strange: [UInt8] = [
      0, 9, 10, 13, 32, 34, 43, 44, 45, 46, 47, 48, 57, 69, 91, 92, 93, 101, 123, 125, 127, 128, 255,
    ]
    for place in Seeds.places(of: bytes) {
      for byte in strange {
        var changed = bytes
        changed[place] = byte
        do {
          _ = try read(format, changed, file: "the file")
        } catch {
          #expect(error.description.hasPrefix("the file"), "byte \(byte) at \(place): \(error)")
          // What is wrong with a log or table as a whole has no line.
          guard case .malformed(_, let line, _, let field, _, let allowed) = error else { continue }
          #expect(
            line != nil || ["requests", "bandwidths", "rows", "DL_bitrate", "sections"].contains(field),
            "byte \(byte) at \(place): \(error)")
          #expect(!allowed.isEmpty, "byte \(byte) at \(place): \(error)")
        }
      }
    }
  }

  @Test("random bytes are refused", arguments: TraceFormats.names)
  func rubbish(name: String) throws {
    let format = try #require(TraceFormats.named(name))
    for seed in 0..<200 {
      var random = SeededRandom(seed: seed, path: "rubbish", name)
      let bytes = (0..<random.integer(below: 400)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(throws: TraceError.self, "seed \(seed)") { try read(format, bytes) }
    }
  }

  @Test(
    "one line of many megabytes is refused with a short message", arguments: TraceFormats.names,
    [
      (UInt8(ascii: "1"), Seeds.areAll ? 100 : 1), (UInt8(ascii: "["), 1), (UInt8(ascii: " "), 1),
      (UInt8(ascii: ","), 1), (0, 1),
    ])
  func longLine(name: String, line: (byte: UInt8, megabytes: Int)) throws {
    let format = try #require(TraceFormats.named(name))
    let junk = [UInt8](repeating: line.byte, count: line.megabytes * Seeds.rounds(of: 1_000_000))
    let starts = ["sabre": "[", "native": "duration_s,bandwidth_bps,latency_ms\n", "pensieve": "0 1\n"]
    if let start = starts[name] {
      let error = #expect(throws: TraceError.self) { try read(format, Array(start.utf8) + junk) }
      #expect(try #require(error).description.utf8.count < 300)
    }
    // Behind a whole file, some formats pass white space or more columns over.
    do {
      #expect(try read(format, sample(format) + junk.prefix(1_000_000)).flatMap(\.rows).count <= 4)
    } catch {
      #expect((error as? TraceError).map { $0.description.utf8.count < 400 } ?? false)
    }
  }

  @Test("100,000 open brackets are refused")
  func deepNesting() {
    let bytes = Array((String(repeating: "[{\"x\":", count: 100_000)).utf8)
    #expect(throws: TraceError.self) { try SabreTrace.read(bytes, name: "t", file: "t") }
  }

  @Test("a file of no known format is named with the formats there are")
  func unrecognised() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.bin", "hello")
    let error = #expect(throws: TraceError.self) { try TraceFile.load(path) }
    #expect(
      error?.description == "\(path): not a trace in any known format (\(TraceFormats.names.joined(separator: ", ")))")
  }

  @Test("the page of formats has a row for each")
  func page() throws {
    let page = try String(
      contentsOfFile: "\(SharedData.package)/Sources/ABRNetwork/ABRNetwork.docc/FormatsOfTraces.md", encoding: .utf8)
    for name in TraceFormats.names { #expect(page.contains("| `\(name)` |"), "\(name)") }
  }
}
