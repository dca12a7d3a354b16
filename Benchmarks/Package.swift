// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .strictMemorySafety()]

/// What is measured.
let engine: [Target.Dependency] = [
  "ABRInput", "ABRMedia", "ABRNetwork", "ABRPlayback", "ABRPolicies",
].map { .product(name: $0, package: "abrlab") }

// A package of its own, so that benchmarks never burden the library and nobody builds them who does not want them.
let package = Package(
  name: "abrlab-benchmarks",
  products: [
    .executable(name: "abrlab-benchmarks", targets: ["ABRLabBenchmarks"])
  ],
  dependencies: [.package(name: "abrlab", path: "..")],
  targets: [
    .target(name: "CAllocationCounter"),
    .executableTarget(
      name: "ABRLabBenchmarks", dependencies: engine + ["CAllocationCounter"], swiftSettings: settings),
  ]
)
