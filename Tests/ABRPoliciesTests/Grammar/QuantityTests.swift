import Testing

@testable import ABRPolicies

@Suite("Quantities")
struct QuantityTests {
  @Test(
    "a duration is read in its unit",
    arguments: [
      ("8s", 8.0), ("500ms", 0.5), ("2min", 120), ("1.5h", 5400), ("0", 0), ("0.1s", 0.1), ("00030s", 30),
      ("1ms", 0.001),
    ])
  func duration(text: String, seconds: Double) throws {
    #expect(try Quantity.duration(text) == seconds)
  }

  @Test(
    "what is no duration is refused",
    arguments: [
      "", "8", "s", "-8s", "+8s", "8 s", " 8s", "8m", "8S", "1e3s", "0x10s", "nan", "inf", "infs", ".5s", "5.s",
      "1.2.3s",
      "1_000s", "8s ", "9h9", "９s", "400000h", "1111111111111111111111111111111111111111111s",
    ])
  func notADuration(text: String) {
    #expect(throws: QuantityError.self) { try Quantity.duration(text) }
  }

  @Test("a duration without a unit says that the unit is missing")
  func missingUnit() {
    let error = #expect(throws: QuantityError.self) { try Quantity.duration("25") }
    #expect(error?.description == "found 25 without a unit, expected a duration such as 8s, 500ms, 2min or 1h")
  }

  @Test(
    "a bitrate is read with decimal prefixes",
    arguments: [
      ("3M", 3_000_000), ("520k", 520_000), ("2.3M", 2_300_000), ("0", 0), ("800000bit/s", 800_000),
      ("1.1Mbps", 1_100_000),
      ("0.064Mbit/s", 64_000), ("5kb/s", 5_000), ("1G", 1_000_000_000), ("4.35M", 4_350_000),
    ])
  func bitrate(text: String, bitsPerSecond: Int) throws {
    #expect(try Quantity.bitrate(text) == bitsPerSecond)
  }

  @Test(
    "what is no bitrate is refused",
    arguments: ["", "M", "3MB", "-1M", "3 M", "1.5", "3m", "3Mbp", "9999999999G", "k3", "3", "800000"])
  func notABitrate(text: String) {
    #expect(throws: QuantityError.self) { try Quantity.bitrate(text) }
  }

  @Test(
    "a size is read with decimal and binary prefixes",
    arguments: [
      ("50MB", 50_000_000), ("1.5kB", 1500), ("64MiB", 67_108_864), ("0", 0), ("1400B", 1400), ("1GiB", 1 << 30),
      ("1TB", 1_000_000_000_000), ("1TiB", 1 << 40),
    ])
  func bytes(text: String, bytes: Int) throws {
    #expect(try Quantity.bytes(text) == bytes)
  }

  @Test("what is no size is refused", arguments: ["", "50M", "50mb", "0.5B", "MB", "-1MB", "99999999GB", "1400"])
  func notASize(text: String) {
    #expect(throws: QuantityError.self) { try Quantity.bytes(text) }
  }

  @Test(
    "a bitrate or a size without a unit says what was meant",
    arguments: [
      ("3", "3M", "3MB"), ("0.5", "0.5M", "0.5MB"), ("500", "500bit/s", "500MB"), ("1400", "1.4k", "1.4kB"),
      ("800000", "800k", "800kB"), ("2500000", "2.5M", "2.5MB"),
    ])
  func bareAmount(text: String, bitrate: String, size: String) throws {
    let rate = #expect(throws: QuantityError.self) { try Quantity.bitrate(text) }
    #expect(
      rate?.description
        == "found \(text) without a unit; did you mean \(bitrate)? Expected a bitrate such as 3M, 520k or 1400bit/s")
    let bytes = #expect(throws: QuantityError.self) { try Quantity.bytes(text) }
    #expect(bytes?.description.hasPrefix("found \(text) without a unit; did you mean \(size)?") ?? false)
    #expect(throws: Never.self) { try (Quantity.bitrate(bitrate), Quantity.bytes(size)) }
  }

  @Test(
    "a share is a percentage or a number up to one",
    arguments: [("75%", 0.75), ("0.75", 0.75), ("0%", 0), ("100%", 1), ("1", 1)])
  func share(text: String, share: Double) throws {
    #expect(try Quantity.share(text) == share)
  }

  @Test("what is no share is refused", arguments: ["", "75", "101%", "%", "0.5%%", "-1%", "half"])
  func notAShare(text: String) {
    #expect(throws: QuantityError.self) { try Quantity.share(text) }
  }

  @Test(
    "a whole number must lie in its range", arguments: ["", "1.5", "-1", "11", "x", "+3", "99999999999999999999", " 3"])
  func notAnInteger(text: String) {
    #expect(throws: QuantityError.self) { try Quantity.integer(text, in: 0...10) }
  }

  @Test("a whole number may be negative where the range is")
  func integers() throws {
    for (text, upper) in [("18446744073709551615", "0 to \(Int.max)"), ("-1", "0 or more"), ("x", "0 or more")] {
      let error = #expect(throws: QuantityError.self) { try Quantity.integer(text, in: 0...Int.max) }
      #expect(error?.allowed == "a whole number, \(upper)")
    }
    #expect(try Quantity.integer("-3", in: -5...5) == -3)
    #expect(try Quantity.integer("7", in: 0...Int.max) == 7)
  }

  @Test("a picture size has two sides")
  func resolution() throws {
    let size = try Quantity.resolution("1280x720")
    #expect(size.width == 1280 && size.height == 720)
  }

  @Test(
    "what is no picture size is refused",
    arguments: ["", "1280", "x720", "1280x", "1280x720x3", "0x720", "1280X720", "-1x2", "9999999x1"])
  func notAResolution(text: String) {
    #expect(throws: QuantityError.self) { try Quantity.resolution(text) }
  }

  @Test("every number of a random literal is read back", arguments: 0..<200)
  func roundTrip(seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
    state = (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9
    let value = Int(state >> 40)
    #expect(try Quantity.bitrate("\(value)k") == value * 1000, "seed \(seed)")
    #expect(try Quantity.duration("\(value)ms") == Double(value) / 1000, "seed \(seed)")
    #expect(try Quantity.bytes("\(value).5kB") == value * 1000 + 500, "seed \(seed)")
  }
}
