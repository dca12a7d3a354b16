import Foundation

/// A session of a real player over a shaped link, as `shared/players` records it: when each request left and when its
/// bytes came, at the player's network interface.
struct PlayerRecording: Decodable {
  /// One request; times are seconds since the play request.
  struct Request: Decodable {
    let kind: String
    let requested: Double
    /// When the last packet came; `nil` of a transfer that was given up.
    let lastByte: Double?
    /// Without the header of the response.
    let bytes: Int
    /// When the player gave the transfer up.
    let cutAt: Double?
    /// What the link still delivered then.
    let bytesAfterCut: Int

    init(from decoder: any Decoder) throws {
      var columns = try decoder.unkeyedContainer()
      kind = try columns.decode(String.self)
      _ = try columns.decodeIfPresent(Int.self)
      _ = try columns.decodeIfPresent(Int.self)
      requested = try columns.decode(Double.self)
      _ = try columns.decodeIfPresent(Double.self)
      lastByte = try columns.decodeIfPresent(Double.self)
      bytes = try columns.decode(Int.self)
      _ = try columns.decode(Int.self)
      _ = try columns.decode(Int.self)
      cutAt = try columns.decodeIfPresent(Double.self)
      bytesAfterCut = try columns.decode(Int.self)
    }

    /// When the player had done with it.
    var end: Double { lastByte ?? cutAt ?? .infinity }
    var isMedia: Bool { kind == "video" || kind == "audio" }
  }

  enum CodingKeys: String, CodingKey {
    case trace, requests
    case roundTrip = "rtt_ms"
    case congestionControl = "congestion_control"
  }

  let trace: String
  /// Milliseconds.
  let roundTrip: Double
  let congestionControl: String
  let requests: [Request]

  /// All sessions that were recorded.
  static func all(in folder: String) throws -> [PlayerRecording] {
    struct File: Decodable { let sessions: [PlayerRecording] }
    return try ["gstreamer", "hlsjs", "vhs", "vlcrate"].flatMap { name in
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).json"))
      return try JSONDecoder().decode(File.self, from: data).sessions
    }
  }

  /// Rows of the links by their names: seconds and bits per second.
  static func links(in folder: String) throws -> [String: [[Double]]] {
    struct Trace: Decodable { let rows: [[Double]] }
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/traces.json"))
    return try JSONDecoder().decode([String: Trace].self, from: data).mapValues(\.rows)
  }
}
