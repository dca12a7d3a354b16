/// A kind of network that ``TraceGenerator`` imitates.
///
/// Bandwidths follow models fitted to sets of recordings. The recordings of those in ``all`` carry no latency, so that
/// each has a typical round trip of such networks instead: a stated assumption, not a measurement.
public struct TraceProfile: Sendable {
  /// The name to ask for it by.
  public let name: String
  /// What it imitates, in one line.
  public let summary: String
  /// The set of recordings that the model was fitted to.
  public let dataset: String
  /// Round trips in seconds: one value, or a range from which one is drawn at every reassignment;
  /// `nil` where none is known.
  let latency: ClosedRange<Double>?
  /// Share of all time, measured in the recordings, in which nothing at all was carried.
  let zeroShare: Double
  /// Rare long outages: the share of outages that are such, and their length in seconds; the others are shortened so
  /// that the mean length stays the fitted one.
  let longOutages: (share: Double, length: ClosedRange<Double>)?
  /// Seconds between the moments at which the level is drawn anew whatever it was, on a grid that all traces share.
  let reassignment: Double?
  /// The model of a profile that is not among ``all``.
  private(set) var own: RegimeModel?

  /// Every profile.
  public static let all: [TraceProfile] = [
    TraceProfile(
      name: "3g-commute", summary: "3G (HSDPA) on a commute: about 1 Mbit/s, long outages in tunnels and dead spots",
      dataset: "norway_hsdpa_3g", latency: 0.1...0.1, zeroShare: 0.0544,
      // One outage in ten of the recordings is longer than 20 s, and single ones last minutes.
      longOutages: (0.03, 30...120), reassignment: nil),
    // Not `ghent_4g`: it has a quarter of the traces, hardly an outage and so little variation that no ladder feels it.
    TraceProfile(
      name: "4g", summary: "LTE while walking and driving: about 35 Mbit/s, deep but short dips",
      dataset: "lumos_4g", latency: 0.05...0.05, zeroShare: 0.0096, longOutages: nil, reassignment: nil),
    TraceProfile(
      name: "5g-mmwave", summary: "millimetre-wave 5G while walking and driving: half a gigabit or next to nothing",
      dataset: "lumos_5g", latency: 0.03...0.03, zeroShare: 0.0252, longOutages: nil, reassignment: nil),
    TraceProfile(
      name: "fixed", summary: "fixed broadband: steady, from 1 to 16 Mbit/s from line to line",
      dataset: "fcc18", latency: 0.02...0.02, zeroShare: 0.0059, longOutages: nil, reassignment: nil),
    TraceProfile(
      name: "wifi", summary: "Wi-Fi in homes and cafés: about 17 Mbit/s, restless from second to second",
      dataset: "solis_wifi", latency: 0.02...0.02, zeroShare: 0.0135, longOutages: nil, reassignment: nil),
    TraceProfile(
      name: "leo", summary: "satellites in low orbit: about 200 Mbit/s, a new path every 15 s",
      dataset: "starlink_autobahn", latency: 0.035...0.065, zeroShare: 0.0092, longOutages: nil, reassignment: 15),
  ]

  /// What its traces are called in tables, and their folder: generated, first of all.
  public var family: String { "generated-\(name)" }

  /// The profile of a name, `nil` for an unknown one.
  public static func named(_ name: String) -> TraceProfile? { all.first { $0.name == name } }

  /// The fitted model.
  var model: RegimeModel {
    guard let model = own ?? Self.fitted[dataset] else { preconditionFailure("no model is fitted to \(dataset)") }
    return model
  }

  /// The models that come with the lab by the name of the set of recordings.
  private static let fitted: [String: RegimeModel] = {
    do throws(TraceError) {
      let profiles = try profiles(parsing: PackageResources.model_fits_json, file: "model_fits.json")
      return Dictionary(uniqueKeysWithValues: profiles.map { ($0.name, $0.model) })
    } catch {
      preconditionFailure("\(error)")
    }
  }()
}

extension TraceProfile {
  /// A profile of a file of models.
  init(name: String, model: RegimeModel, zeroShare: Double, latency: Double?) {
    self.init(
      name: name, summary: "as \(name)", dataset: name, latency: latency.map { $0...$0 }, zeroShare: zeroShare,
      longOutages: nil, reassignment: nil, own: model)
  }
}
