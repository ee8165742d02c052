// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "notes",
    dependencies: [
        .package(url: "https://github.com/auth0-streams/auth0-streams.git", from: "0.2.0")
    ],
    targets: [
        .executableTarget(
            name: "notes",
            dependencies: [.product(name: "Auth0", package: "auth0-streams")])
    ]
)
