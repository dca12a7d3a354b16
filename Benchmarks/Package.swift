// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .strictMemorySafety()]

/// What is measured.
let engine: [Target.Dependency] = [
  "ABRDeterminism", "ABRMedia", "ABRNetwork", "ABRPlayback", "ABRPolicies",
].map { .product(name: $0, package: "abrlab") }

/// What is studied.
let lab = engine + [.product(name: "ABRExperiments", package: "abrlab")]

// A package of its own, so that benchmarks never burden the library and nobody builds them who does not want them.
let package = Package(
  name: "abrlab-benchmarks",
  products: [
    .executable(name: "abrlab-benchmarks", targets: ["ABRLabBenchmarks"]),
    .executable(name: "statistics-study", targets: ["StatisticsStudy"]),
    .executable(name: "tuning-study", targets: ["TuningStudy"]),
  ],
  dependencies: [.package(name: "abrlab", path: "..")],
  targets: [
    .target(name: "CAllocationCounter"),
    .executableTarget(
      name: "ABRLabBenchmarks", dependencies: engine + ["CAllocationCounter"], swiftSettings: settings),
    .target(name: "StudySupport", dependencies: lab, swiftSettings: settings),
    .executableTarget(name: "StatisticsStudy", dependencies: lab + ["StudySupport"], swiftSettings: settings),
    .executableTarget(name: "TuningStudy", dependencies: lab + ["StudySupport"], swiftSettings: settings),
  ]
)
