/// The scenarios that come with the lab.
package enum ScenarioLibrary {
  private static let texts: [(id: String, bytes: [UInt8])] = [
    ("S01", PackageResources.S01_toml),
    ("S02", PackageResources.S02_toml),
    ("S03", PackageResources.S03_toml),
    ("S04", PackageResources.S04_toml),
    ("S05", PackageResources.S05_toml),
    ("S06", PackageResources.S06_toml),
    ("S07", PackageResources.S07_toml),
    ("S08", PackageResources.S08_toml),
    ("S09", PackageResources.S09_toml),
    ("S10", PackageResources.S10_toml),
    ("S11", PackageResources.S11_toml),
    ("S12", PackageResources.S12_toml),
    ("S13", PackageResources.S13_toml),
    ("S14", PackageResources.S14_toml),
    ("S15", PackageResources.S15_toml),
    ("S16", PackageResources.S16_toml),
    ("S17", PackageResources.S17_toml),
    ("S18", PackageResources.S18_toml),
    ("S19", PackageResources.S19_toml),
    ("S20", PackageResources.S20_toml),
    ("S21", PackageResources.S21_toml),
    ("S22", PackageResources.S22_toml),
    ("S23", PackageResources.S23_toml),
    ("S24", PackageResources.S24_toml),
    ("S25", PackageResources.S25_toml),
    ("S26", PackageResources.S26_toml),
    ("S27", PackageResources.S27_toml),
    ("S28", PackageResources.S28_toml),
    ("S29", PackageResources.S29_toml),
    ("S30", PackageResources.S30_toml),
    ("S31", PackageResources.S31_toml),
    ("S32", PackageResources.S32_toml),
    ("S33", PackageResources.S33_toml),
    ("S34", PackageResources.S34_toml),
    ("S35", PackageResources.S35_toml),
    ("S36", PackageResources.S36_toml),
    ("S37", PackageResources.S37_toml),
    ("S38", PackageResources.S38_toml),
    ("S39", PackageResources.S39_toml),
    ("S40", PackageResources.S40_toml),
    ("S41", PackageResources.S41_toml),
    ("S42", PackageResources.S42_toml),
    ("S43", PackageResources.S43_toml),
    ("S44", PackageResources.S44_toml),
    ("S45", PackageResources.S45_toml),
    ("S46", PackageResources.S46_toml),
    ("S47", PackageResources.S47_toml),
    ("S48", PackageResources.S48_toml),
    ("S49", PackageResources.S49_toml),
    ("S50", PackageResources.S50_toml),
    ("S51", PackageResources.S51_toml),
    ("S52", PackageResources.S52_toml),
    ("S53", PackageResources.S53_toml),
    ("S54", PackageResources.S54_toml),
    ("S55", PackageResources.S55_toml),
    ("S56", PackageResources.S56_toml),
    ("S57", PackageResources.S57_toml),
    ("S58", PackageResources.S58_toml),
    ("S59", PackageResources.S59_toml),
    ("S60", PackageResources.S60_toml),
    ("S61", PackageResources.S61_toml),
  ]

  /// Their ids, in order.
  package static var ids: [String] { texts.map(\.id) }

  /// The TOML of a scenario; `nil` when there is none of that id. Upper and lower case are the same.
  package static func text(of id: String) -> [UInt8]? { texts.first { $0.id == id.uppercased() }?.bytes }

  /// A scenario; `nil` when there is none of that id. Upper and lower case are the same.
  ///
  /// - Throws: never for the files that come with the lab, as tests make sure of.
  /// - Complexity: O(*segments* of its variants): each variant is made ready once, to see that it can be.
  package static func scenario(_ id: String) throws -> Scenario? {
    guard let (id, bytes) = texts.first(where: { $0.id == id.uppercased() }) else { return nil }
    return try ScenarioFile.scenario(parsing: bytes, file: "\(id).toml")
  }

  /// Whether a text begins like a variant of a scenario of the library, `S02/gate`, and is no file of the user's own.
  package static func isVariant(_ text: String) -> Bool {
    guard let slash = text.firstIndex(of: "/") else { return false }
    return self.text(of: String(text[..<slash])) != nil
  }

  /// The features of the SDKs that scenarios exercise.
  ///
  /// - Throws: never for the file that comes with the lab.
  package static func features() throws -> [MechanismFeature] {
    try MechanismFeature.list(parsing: PackageResources.features_toml, file: "features.toml")
  }
}
