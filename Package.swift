// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target of ours: Swift 6 language mode with complete concurrency checking, and every use of
/// an unsafe construct must be marked as such.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .strictMemorySafety()]

let package = Package(
  name: "abrlab",
  products: [
    .library(name: "ABRDeterminism", targets: ["ABRDeterminism"]),
    .library(name: "ABRMedia", targets: ["ABRMedia"]),
    .library(name: "ABRNetwork", targets: ["ABRNetwork"]),
    .library(name: "ABRPlayback", targets: ["ABRPlayback"]),
    .library(name: "ABRPolicies", targets: ["ABRPolicies"]),
    .library(name: "ABRExperiments", targets: ["ABRExperiments"]),
    .library(name: "ABRReports", targets: ["ABRReports"]),
    .executable(name: "abrlab", targets: ["abrlab"]),
  ],
  targets: [
    // Doors to Debian's libraries: no logic of ours.
    .target(name: "CNuma", linkerSettings: [.linkedLibrary("numa")]),
    .target(name: "CTOML"),
    .target(name: "CCommandLine"),

    // The house, lower floors first. A lower module never imports an upper one.
    .target(name: "ABRDeterminism", swiftSettings: strict),
    .target(name: "ABRInput", swiftSettings: strict),
    .target(name: "ABRMedia", dependencies: ["ABRDeterminism", "ABRInput"], swiftSettings: strict),
    .target(
      name: "ABRNetwork", dependencies: ["ABRDeterminism", "ABRInput"],
      resources: [.embedInCode("Resources/model_fits.json")],
      swiftSettings: strict),
    .target(
      name: "ABRPlayback", dependencies: ["ABRMedia", "ABRNetwork", "ABRDeterminism", "ABRInput"],
      swiftSettings: strict),
    .target(name: "ABRPolicies", dependencies: ["ABRDeterminism", "ABRPlayback"], swiftSettings: strict),
    .target(
      name: "ABRExperiments", dependencies: ["ABRPolicies", "ABRDeterminism", "ABRInput", "CNuma", "CTOML"],
      resources: [.embedInCode("Scenarios/Data")],
      swiftSettings: strict),
    .target(
      name: "ABRReports", dependencies: ["ABRExperiments"],
      resources: [.embedInCode("HTML/Page"), .embedInCode("Schemas/Data")],
      swiftSettings: strict),
    .executableTarget(name: "abrlab", dependencies: ["ABRReports", "CCommandLine"], swiftSettings: strict),

    .target(name: "ABRTestSupport", path: "Tests/ABRTestSupport", swiftSettings: strict),
    .testTarget(name: "ABRDeterminismTests", dependencies: ["ABRDeterminism"], swiftSettings: strict),
    .testTarget(
      name: "ABRInputTests", dependencies: ["ABRInput", "ABRDeterminism", "ABRTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ABRMediaTests", dependencies: ["ABRMedia", "ABRDeterminism", "ABRTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ABRNetworkTests", dependencies: ["ABRNetwork", "ABRDeterminism", "ABRTestSupport"], swiftSettings: strict),
    .testTarget(name: "ABRPlaybackTests", dependencies: ["ABRPlayback", "ABRTestSupport"], swiftSettings: strict),
    .testTarget(name: "ABRPoliciesTests", dependencies: ["ABRPolicies", "ABRTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ABRExperimentsTests", dependencies: ["ABRExperiments", "ABRTestSupport"],
      exclude: ["Statistics/Fixtures", "Traces/Fixtures"], swiftSettings: strict),
    .testTarget(name: "ABRReportsTests", dependencies: ["ABRReports"], swiftSettings: strict),
    .testTarget(name: "EndToEndTests", dependencies: ["abrlab"], swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)
