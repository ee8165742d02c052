// swift-tools-version: 6.2
// A package whose targets have the names that packages have: SwiftPM refuses a graph in which two declare the same.
// `make lint` builds it with ours as its dependency.

import PackageDescription

let common = [
    "HTTP", "WebAuthn", "Keychain", "QRCode", "Pipeline", "Threads", "Programs", "Terminals", "Encodings",
    "Cryptography", "Loopback", "UserAgents", "Passkeys", "Invitation", "Demo", "HTTPTypes",
]
let systems = ["CCurl", "COpenSSL", "CLinux"]

let package = Package(
    name: "common-names",
    dependencies: [.package(name: "auth0-streams", path: "../../..")],
    targets: common.map { .target(name: $0) } + systems.map { .systemLibrary(name: $0) } + [
        .executableTarget(
            name: "App",
            dependencies: [.product(name: "Auth0", package: "auth0-streams")]
                + (common + systems).map { .target(name: $0) })
    ],
    swiftLanguageModes: [.v6]
)
