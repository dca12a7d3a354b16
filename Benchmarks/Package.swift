// swift-tools-version: 6.2
import PackageDescription

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
      name: "ABRLabBenchmarks",
      dependencies: [
        .product(name: "ABRDeterminism", package: "abrlab"),
        .product(name: "ABRMedia", package: "abrlab"),
        .product(name: "ABRNetwork", package: "abrlab"),
        .product(name: "ABRPlayback", package: "abrlab"),
        .product(name: "ABRPolicies", package: "abrlab"),
        "CAllocationCounter",
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .strictMemorySafety()]),
    .executableTarget(
      name: "StatisticsStudy",
      dependencies: [
        .product(name: "ABRDeterminism", package: "abrlab"),
        .product(name: "ABRMedia", package: "abrlab"),
        .product(name: "ABRNetwork", package: "abrlab"),
        .product(name: "ABRPlayback", package: "abrlab"),
        .product(name: "ABRPolicies", package: "abrlab"),
        .product(name: "ABRExperiments", package: "abrlab"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .strictMemorySafety()]),
    .executableTarget(
      name: "TuningStudy",
      dependencies: [
        .product(name: "ABRDeterminism", package: "abrlab"),
        .product(name: "ABRMedia", package: "abrlab"),
        .product(name: "ABRNetwork", package: "abrlab"),
        .product(name: "ABRPlayback", package: "abrlab"),
        .product(name: "ABRPolicies", package: "abrlab"),
        .product(name: "ABRExperiments", package: "abrlab"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .strictMemorySafety()]),
  ]
)
