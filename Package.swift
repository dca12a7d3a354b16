// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target of ours: Swift 6 language mode with complete concurrency checking, and every use of
/// an unsafe construct must be marked as such.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .strictMemorySafety()]

/// What each floor of the house stands on, lower floors first. A target names every floor under it and not the next one alone: after a change of
/// a lower floor a build would otherwise leave out those above that have its code specialised in them.
let media: [Target.Dependency] = ["ABRDeterminism", "ABRInput"]
let playback: [Target.Dependency] = media + ["ABRMedia", "ABRNetwork"]
let policies: [Target.Dependency] = playback + ["ABRPlayback"]
let experiments: [Target.Dependency] = policies + ["ABRPolicies"]
let reports: [Target.Dependency] = experiments + ["ABRExperiments"]
let program: [Target.Dependency] = reports + ["ABRReports"]

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

    // A lower module never imports an upper one.
    .target(name: "ABRDeterminism", swiftSettings: strict),
    .target(name: "ABRInput", swiftSettings: strict),
    .target(name: "ABRMedia", dependencies: media, swiftSettings: strict),
    .target(
      name: "ABRNetwork", dependencies: media,
      resources: [.embedInCode("Resources/model_fits.json")],
      swiftSettings: strict),
    .target(name: "ABRPlayback", dependencies: playback, swiftSettings: strict),
    .target(name: "ABRPolicies", dependencies: policies, swiftSettings: strict),
    .target(
      name: "ABRExperiments", dependencies: experiments + ["CNuma", "CTOML"],
      resources: [.embedInCode("Scenarios/Data")],
      swiftSettings: strict),
    .target(
      name: "ABRReports", dependencies: reports,
      resources: [.embedInCode("HTML/Page"), .embedInCode("Schemas/Data")],
      swiftSettings: strict),
    .executableTarget(name: "abrlab", dependencies: program + ["CCommandLine"], swiftSettings: strict),

    .target(name: "ABRTestSupport", path: "Tests/ABRTestSupport", swiftSettings: strict),
    .testTarget(name: "ABRDeterminismTests", dependencies: ["ABRDeterminism"], swiftSettings: strict),
    .testTarget(
      name: "ABRInputTests", dependencies: ["ABRInput", "ABRDeterminism", "ABRTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ABRMediaTests", dependencies: media + ["ABRMedia", "ABRTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ABRNetworkTests", dependencies: media + ["ABRNetwork", "ABRTestSupport"], swiftSettings: strict),
    .testTarget(name: "ABRPlaybackTests", dependencies: policies + ["ABRTestSupport"], swiftSettings: strict),
    .testTarget(name: "ABRPoliciesTests", dependencies: experiments + ["ABRTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ABRExperimentsTests", dependencies: reports + ["ABRTestSupport"],
      exclude: ["Statistics/Fixtures", "Traces/Fixtures"], swiftSettings: strict),
    .testTarget(name: "ABRReportsTests", dependencies: program, swiftSettings: strict),
    .testTarget(name: "EndToEndTests", dependencies: program + ["abrlab"], swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)

// `make check MODULE=ABRPlayback` builds that module, what it stands on and its own tests, and nothing above it.
if let modules = Context.environment["ABRLAB_MODULES"] {
  var wanted = Set(modules.split(separator: " ").flatMap { [String($0), "\($0)Tests"] })
  func names(_ target: Target) -> [String] {
    target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
  }
  // Lower floors stand first in the list, so that going through it from its end finds all that is needed.
  for target in package.targets.reversed() where wanted.contains(target.name) { wanted.formUnion(names(target)) }
  package.targets.removeAll { !wanted.contains($0.name) }
  package.products.removeAll()
}
