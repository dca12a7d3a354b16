// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "embedded-rule",
  dependencies: [.package(name: "abrlab", path: "../..")],
  targets: [
    .executableTarget(
      name: "EmbeddedRule",
      dependencies: ["ABRMedia", "ABRNetwork", "ABRPlayback", "ABRPolicies"].map {
        .product(name: $0, package: "abrlab")
      },
      swiftSettings: [.swiftLanguageMode(.v6), .strictMemorySafety()])
  ]
)
