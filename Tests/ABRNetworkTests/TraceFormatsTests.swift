import ABRInput
import ABRTestSupport
import Testing

@testable import ABRNetwork

/// What every reader must withstand, whatever its format.
@Suite struct TraceFormatsTests {
  private static let samples: [String: String] = [
    "native": "duration_s,bandwidth_bps,latency_ms\n1.001,1727000,\n0.5,0,80\n2.5e0,1000000,1.5\n",
    "sabre": """
    [{"duration_ms": 1013, "bandwidth_kbps": 1285, "latency_ms": 100},
     {"duration_ms": 8, "bandwidth_kbps": 0, "latency_ms": 100, "x": ["\\u00e9", null, true]}]
    """,
    "pensieve": "0.0\t4.03768755221\n0.549999952316\t4.79283060109\n0.879999876022\t0\n",
  ]

  private func sample(_ format: any TraceFormat.Type) throws -> [UInt8] {
    Array(try #require(Self.samples[format.name], "no sample of \(format.name)").utf8)
  }

  @Test("names are unique, lower case and found again")
  func names() {
    #expect(Set(TraceFormats.names).count == TraceFormats.all.count)
    #expect(TraceFormats.names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" } })
    #expect(TraceFormats.all.allSatisfy { TraceFormats.named($0.name)?.name == $0.name && !$0.summary.isEmpty })
    #expect(TraceFormats.named("csv") == nil)
  }

  @Test("a file's format is found by its content, whatever its name", arguments: TraceFormats.names)
  func detection(name: String) throws {
    let format = try #require(TraceFormats.named(name))
    let bytes = try sample(format)
    #expect(TraceFormats.detect(bytes, fileName: "x.csv")?.name == name)
    #expect(TraceFormats.detect([0xef, 0xbb, 0xbf] + bytes, fileName: "x")?.name == name)
    #expect(
      try format.read([0xef, 0xbb, 0xbf] + bytes, name: "t", file: "t") == format.read(bytes, name: "t", file: "t"))
  }

  @Test("a file cut at any byte is read or refused with its name, and nothing worse", arguments: TraceFormats.names)
  func truncation(name: String) throws {
    let format = try #require(TraceFormats.named(name))
    let bytes = try sample(format)
    let rows = try format.read(bytes, name: "t", file: "the file").rows
    for length in 0..<bytes.count {
      do {
        let trace = try format.read(Array(bytes[..<length]), name: "t", file: "the file")
        #expect(trace.rows.count <= rows.count, "cut at \(length)")
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
    for place in bytes.indices {
      for byte in strange {
        var changed = bytes
        changed[place] = byte
        do {
          _ = try format.read(changed, name: "t", file: "the file")
        } catch {
          #expect(error.description.hasPrefix("the file"), "byte \(byte) at \(place): \(error)")
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
      #expect(throws: TraceError.self, "seed \(seed)") { try format.read(bytes, name: "t", file: "t") }
    }
  }

  @Test(
    "one line of 100 MB is refused with a short message", arguments: TraceFormats.names,
    [(UInt8(ascii: "1"), 100), (UInt8(ascii: "["), 1), (UInt8(ascii: " "), 1), (UInt8(ascii: ","), 1), (0, 1)])
  func longLine(name: String, line: (byte: UInt8, megabytes: Int)) throws {
    let format = try #require(TraceFormats.named(name))
    let start = name == "sabre" ? "[" : name == "native" ? "duration_s,bandwidth_bps,latency_ms\n" : "0 1\n"
    let bytes = Array(start.utf8) + [UInt8](repeating: line.byte, count: line.megabytes * 1_000_000)
    let error = #expect(throws: TraceError.self) { try format.read(bytes, name: "t", file: "t") }
    #expect(try #require(error).description.utf8.count < 300)
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
    #expect(error?.description == "\(path): not a trace in any known format (native, sabre, pensieve)")
  }
}
