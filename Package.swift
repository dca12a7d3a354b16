// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target of ours: Swift 6 language mode with complete concurrency checking, and every use of
/// an unsafe construct must be marked as such.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .strictMemorySafety()]

/// Of tests that play no sessions with rules of their own. In release what they test is optimised; they need not be,
/// and compile in half the time. Nobody waits for their interface, so it is not made apart.
let tests: [SwiftSetting] =
  strict + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))]

/// What each module stands on, lower modules first. A target names every module under it and not the next one alone:
/// after a change of a lower module a build would otherwise leave out those above that have its code specialised in
/// them.
let media: [Target.Dependency] = ["ABRInput"]
let playback: [Target.Dependency] = media + ["ABRMedia", "ABRNetwork"]
let policies: [Target.Dependency] = playback + ["ABRPlayback"]
let players: [Target.Dependency] = policies + ["ABRPolicies"]
let playerCode: [Target.Dependency] = players + ["ABRPlayers"]
let sessions: [Target.Dependency] = playerCode + ["ABRPlayerCode"]
let runs: [Target.Dependency] = sessions + ["ABRSessions", "ABRParallel", "ABRStatistics"]
let sweeps: [Target.Dependency] = runs + ["ABRRuns"]
let comparison: [Target.Dependency] = runs + ["ABRRuns"]
let tuning: [Target.Dependency] = comparison + ["ABRComparison"]
let reports: [Target.Dependency] = tuning + ["ABRSweeps", "ABRTuning"]
let commands: [Target.Dependency] = reports + ["ABRReports"]
let program: [Target.Dependency] = commands + ["ABRCommands"]

let package = Package(
  name: "abrlab",
  products: [
    // What a person embeds who wants the engine, a rule or a format. The other modules are the program's own.
    .library(name: "ABRInput", targets: ["ABRInput"]),
    .library(name: "ABRMedia", targets: ["ABRMedia"]),
    .library(name: "ABRNetwork", targets: ["ABRNetwork"]),
    .library(name: "ABRPlayback", targets: ["ABRPlayback"]),
    .library(name: "ABRPolicies", targets: ["ABRPolicies"]),
    .library(name: "ABRPlayers", targets: ["ABRPlayers"]),
    .executable(name: "abrlab", targets: ["abrlab"]),
  ],
  targets: [
    // Doors to Debian's libraries: no logic of ours.
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CNuma", linkerSettings: [.linkedLibrary("numa")]),
    .target(name: "CCompression", linkerSettings: [.linkedLibrary("z"), .linkedLibrary("zstd")]),
    .target(name: "CXML", linkerSettings: [.linkedLibrary("expat")]),
    .target(name: "CTOML"),
    .target(name: "COutOfMemory"),
    .target(name: "CJavaScriptCore", linkerSettings: [.linkedLibrary("dl")]),

    // A lower module never imports an upper one.
    .target(name: "ABRInput", dependencies: ["CCompression", "CCrypto", "CXML"], swiftSettings: strict),
    .target(name: "ABRStatistics", dependencies: media, swiftSettings: strict),
    .target(name: "ABRParallel", dependencies: ["CNuma"], swiftSettings: strict),
    .target(name: "ABRMedia", dependencies: media, swiftSettings: strict),
    .target(
      name: "ABRNetwork", dependencies: media,
      resources: [.embedInCode("Resources/model_fits.json")],
      swiftSettings: strict),
    .target(name: "ABRPlayback", dependencies: playback, swiftSettings: strict),
    .target(name: "ABRPolicies", dependencies: policies, swiftSettings: strict),
    .target(name: "ABRPlayers", dependencies: players, swiftSettings: strict),
    .target(
      name: "ABRPlayerCode", dependencies: playerCode + ["CJavaScriptCore"],
      resources: [.embedInCode("Browser"), .embedInCode("Adapters")],
      swiftSettings: strict),
    .target(name: "ABRSessions", dependencies: sessions + ["CTOML"], swiftSettings: strict),
    .target(name: "ABRRuns", dependencies: runs, swiftSettings: strict),
    .target(name: "ABRSweeps", dependencies: sweeps, swiftSettings: strict),
    .target(name: "ABRComparison", dependencies: comparison, swiftSettings: strict),
    .target(name: "ABRTuning", dependencies: tuning, swiftSettings: strict),
    .target(
      name: "ABRReports", dependencies: reports,
      resources: [.embedInCode("HTML/Page"), .embedInCode("Schemas/Data")],
      swiftSettings: strict),
    .target(name: "ABRCommands", dependencies: commands, swiftSettings: strict),
    .executableTarget(name: "abrlab", dependencies: program + ["COutOfMemory"], swiftSettings: strict),

    .target(name: "ABRTestSupport", path: "Tests/ABRTestSupport", swiftSettings: strict),
    .target(
      name: "ABRRunsTestSupport", dependencies: runs + ["ABRRuns"], path: "Tests/ABRRunsTestSupport",
      swiftSettings: strict),
    .testTarget(name: "ABRInputTests", dependencies: ["ABRInput", "ABRTestSupport"], swiftSettings: tests),
    .testTarget(
      name: "ABRStatisticsTests", dependencies: ["ABRInput", "ABRStatistics", "ABRTestSupport"], exclude: ["Fixtures"],
      swiftSettings: tests),
    .testTarget(
      name: "ABRParallelTests", dependencies: ["ABRParallel", "ABRTestSupport"], swiftSettings: tests),
    .testTarget(
      name: "ABRMediaTests", dependencies: media + ["ABRMedia", "ABRTestSupport"], swiftSettings: tests),
    .testTarget(
      name: "ABRNetworkTests", dependencies: media + ["ABRNetwork", "ABRTestSupport"], swiftSettings: tests),
    .testTarget(name: "ABRPlaybackTests", dependencies: policies + ["ABRTestSupport"], swiftSettings: strict),
    .testTarget(name: "ABRPoliciesTests", dependencies: players + ["ABRTestSupport"], swiftSettings: strict),
    .testTarget(name: "ABRPlayersTests", dependencies: playerCode + ["ABRTestSupport"], swiftSettings: tests),
    .testTarget(
      name: "ABRPlayerCodeTests", dependencies: playerCode + ["ABRPlayerCode", "ABRTestSupport"], exclude: ["Fixtures"],
      swiftSettings: tests),
    .testTarget(
      name: "ABRSessionsTests", dependencies: sessions + ["ABRSessions", "ABRTestSupport"], swiftSettings: tests),
    .testTarget(
      name: "ABRRunsTests", dependencies: runs + ["ABRRuns", "ABRRunsTestSupport", "ABRTestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "ABRScenariosTests", dependencies: runs + ["ABRRuns", "ABRTestSupport"], exclude: ["Scenarios"],
      swiftSettings: tests),
    .testTarget(
      name: "ABRSweepsTests", dependencies: sweeps + ["ABRRunsTestSupport", "ABRSweeps"], swiftSettings: tests),
    .testTarget(
      name: "ABRComparisonTests", dependencies: comparison + ["ABRComparison", "ABRRunsTestSupport", "ABRTestSupport"],
      exclude: ["TraceSets/Fixtures"], swiftSettings: tests),
    .testTarget(
      name: "ABRTuningTests", dependencies: tuning + ["ABRRunsTestSupport", "ABRTestSupport", "ABRTuning"],
      swiftSettings: tests),
    .testTarget(
      name: "ABRReportsTests", dependencies: commands + ["ABRRunsTestSupport", "ABRTestSupport"], swiftSettings: tests),
    .testTarget(
      name: "ABRCommandsTests", dependencies: program + ["ABRRunsTestSupport", "ABRTestSupport"], swiftSettings: tests),
    .testTarget(
      name: "EndToEndTests", dependencies: program + ["abrlab", "ABRTestSupport"], exclude: ["Faults", "Samples"],
      swiftSettings: tests),
  ],
  cxxLanguageStandard: .cxx17
)

// Studies of the lab's own statistics and search see what is `package`. Nobody builds them who does not ask for them.
if Context.environment["ABRLAB_STUDIES"] != nil {
  package.targets += [
    .target(
      name: "StudySupport", dependencies: tuning, path: "Benchmarks/Sources/StudySupport", swiftSettings: strict),
    .executableTarget(
      name: "StatisticsStudy", dependencies: tuning + ["StudySupport"], path: "Benchmarks/Sources/StatisticsStudy",
      swiftSettings: strict),
    .executableTarget(
      name: "PromiseStudy", dependencies: tuning + ["ABRTuning", "StudySupport"],
      path: "Benchmarks/Sources/PromiseStudy",
      swiftSettings: strict),
  ]
}

// The commands for other languages, as a library that carries the Swift runtime, which it shows to nobody. `make wheel`
// builds it with `--static-swift-stdlib`.
if Context.environment["ABRLAB_LIBRARY"] != nil {
  package.products.append(.library(name: "ABRLabC", type: .dynamic, targets: ["ABRLabC"]))
  package.targets.append(
    .target(
      name: "ABRLabC", dependencies: program, exclude: ["abrlab.h"], swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-static-stdlib", "-Xlinker", "--exclude-libs=ALL"])]))
}

// `make fuzz`: readers under random input, which reaches what is `package` and internal. Without it the same readers
// are tested with a few changes of each seed.
let fuzzed = tuning + ["ABRSweeps"]
if Context.environment["ABRLAB_FUZZING"] != nil {
  package.targets += [
    .target(name: "CHeapPeak", path: "Fuzzing/Sources/CHeapPeak"),
    .executableTarget(
      name: "Fuzzing", dependencies: fuzzed + ["CHeapPeak"], path: "Fuzzing/Sources/Fuzzing",
      exclude: ["PlaceTests.swift", "SeedTests.swift"], swiftSettings: strict),
  ]
} else {
  package.targets.append(
    .testTarget(
      name: "FuzzingTests", dependencies: fuzzed + ["ABRTestSupport"], path: "Fuzzing/Sources/Fuzzing",
      exclude: ["Fuzzing.swift"], swiftSettings: tests))
}

// `make test` leaves out in debug what runs in release only.
if let names = Context.environment["ABRLAB_WITHOUT"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { names.contains($0.name) }
}

// `make check MODULE=ABRPlayback` builds that module, what it stands on and its own tests, and nothing above it.
if let modules = Context.environment["ABRLAB_MODULES"] {
  var wanted = Set(modules.split(separator: " ").flatMap { [String($0), "\($0)Tests"] })
  func names(_ target: Target) -> [String] {
    target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
  }
  // Lower modules stand first in the list, so that going through it from its end finds all that is needed.
  for target in package.targets.reversed() where wanted.contains(target.name) { wanted.formUnion(names(target)) }
  package.targets.removeAll { !wanted.contains($0.name) }
  package.products.removeAll()
}
