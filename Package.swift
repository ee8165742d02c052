// swift-tools-version: 6.2
// The map of the house: `Sources/<room>` holds one target a room, a room imports only what its line names
// (`Tests/ArchitectureTests` runs the same table against the sources), and there is no package dependency.

import PackageDescription

let package = Package(
    name: "auth0-streams",
    products: [
        .library(name: "Auth0", targets: ["Auth0", "HTTP"]),
        .library(name: "Auth0WebView", targets: ["Auth0WebView"]),
        .library(name: "Streams", targets: ["Streams"]),
        .library(name: "StreamsFoundation", targets: ["StreamsFoundation"]),
        .library(name: "StreamsFoundationNetworking", targets: ["StreamsFoundationNetworking"]),
        .library(name: "StreamsTesting", targets: ["StreamsTesting"]),
        .library(name: "HTTPURLSession", targets: ["HTTPURLSession"]),
        .library(name: "OpenID", targets: ["OpenID"]),
        .library(name: "JOSE", targets: ["JOSE"]),
        .library(name: "WebAuthn", targets: ["WebAuthn", "Keychain"]),
        .library(name: "QRCode", targets: ["QRCode"]),
        .library(name: "TenantEmulator", targets: ["TenantEmulator"]),
        .executable(name: "tenant-emulator", targets: ["tenant-emulator"]),
    ],
    targets: [
        // System libraries, found by pkg-config.
        .system("CCurl", "libcurl", apt: "libcurl4-openssl-dev"),
        .system("COpenSSL", "openssl", apt: "libssl-dev"),
        .system("CMicroHTTPD", "libmicrohttpd", apt: "libmicrohttpd-dev"),
        .system("CCBOR", "libcbor", apt: "libcbor-dev"),

        // What is not linked: calls of the system, and a library that is looked for when it is needed.
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CWebKitGTK"),

        // Values over time.
        .room("Streams"),
        .room("StreamsFoundation", ["Streams"]),
        .room("StreamsFoundationNetworking", ["Streams"]),
        .room("StreamsTesting", ["Streams"]),

        // From bytes to answers.
        .room("Encodings"),
        .room("HTTP", ["Encodings"]),
        .room("HTTPTesting", ["HTTP"]),
        .room("Threads", ["CLinux"]),
        .room("Programs", ["CLinux"]),
        .room("Loopback", ["Threads", "CLinux"]),
        .room("UserAgents", ["HTTP", "Programs", "Threads", "CLinux"]),
        .room("ProcessTesting", ["Programs", "Threads", "CLinux"]),
        .room("HTTPCurl", ["HTTP", "Threads", "CCurl", "CLinux"]),
        .room("HTTPURLSession", ["HTTP"]),
        .room("Pipeline", ["HTTP", "Streams", "Encodings"]),

        // People.
        .room("QRCode"),
        .room("Terminals", ["QRCode", "Pipeline", "CLinux"]),

        // Keys and signatures.
        .room("Cryptography", ["COpenSSL"]),
        .room("JOSE", ["Cryptography", "Encodings"]),
        .room("Keychain", ["Cryptography", "Encodings", "CLinux"]),

        // Passkeys.
        .room("WebAuthn", ["Keychain", "Cryptography", "Encodings", "Threads"]),

        // Any OpenID provider.
        .room(
            "OpenID",
            [
                "Pipeline", "HTTP", "HTTPCurl", "Streams", "JOSE", "Cryptography", "Encodings", "Keychain", "Threads",
                "Loopback", "UserAgents", "QRCode", "Terminals",
            ]),
        .room("OpenIDTesting", ["OpenID", "Streams"]),

        // What people import.
        .room(
            "Auth0",
            [
                "OpenID", "WebAuthn", "UserAgents", "Keychain", "Pipeline", "HTTP", "HTTPCurl", "Streams", "JOSE",
                "Encodings", "QRCode", "Terminals",
            ]),

        .room("Auth0WebView", ["Auth0", "UserAgents", "Keychain", "Threads", "CLinux", "CWebKitGTK"]),

        // A tenant on loopback.
        .room("TenantEmulator", ["JOSE", "QRCode", "Cryptography", "Encodings", "CMicroHTTPD", "CCBOR"]),
        .program("tenant-emulator", ["TenantEmulator"]),

        // Stories.
        .program("Demo", ["Auth0", "Streams", "TenantEmulator"], path: "Sources/Examples/Demo"),
        .program("FirstCallback", ["Auth0"], path: "Sources/Examples/FirstCallback"),
        .program("FirstAsync", ["Auth0"], path: "Sources/Examples/FirstAsync"),
        .program("ProtectedEndpoint", ["Auth0"], path: "Sources/Examples/ProtectedEndpoint"),
        .program("Passkeys", ["Auth0"], path: "Sources/Examples/Passkeys"),
        .program("FirstPublisher", ["Auth0", "Streams"], path: "Sources/Examples/FirstPublisher"),
        .program("DesktopLogin", ["Auth0"], path: "Sources/Examples/DesktopLogin"),
        .program("AnyProvider", ["OpenID"], path: "Sources/Examples/AnyProvider"),
        .program("TerminalLogin", ["Auth0"], path: "Sources/Examples/TerminalLogin"),
        .program(
            "Invitation", ["Auth0", "JOSE", "Streams", "StreamsFoundation"], path: "Sources/Examples/Invitation"),
        .program("ManualFlow", ["Auth0", "OpenID"], path: "Sources/Examples/ManualFlow"),
        .program("SessionsOf2017", ["Auth0"], path: "Sources/Examples/SessionsOf2017"),
        .program("authcli", ["Auth0"], path: "Sources/Examples/authcli"),

        // Tests mirror the rooms.
        .tests("Encodings"),
        .tests("Streams", ["StreamsTesting"]),
        .tests("StreamsFoundation", ["Streams", "StreamsTesting"]),
        .tests("StreamsFoundationNetworking", ["Streams", "StreamsFoundation", "StreamsTesting", "CLinux"]),
        .tests("HTTP"),
        .tests("HTTPCurl", ["HTTP", "Programs", "Threads", "CLinux", "ProcessTesting"]),
        .tests("UserAgents", ["HTTP", "ProcessTesting"]),
        .tests("Loopback", ["CLinux", "Cryptography", "Encodings", "ProcessTesting"]),
        .tests("HTTPURLSession", ["HTTP", "HTTPCurl", "CLinux"]),
        .tests("Cryptography"),
        .tests("QRCode", ["ProcessTesting"]),
        .tests("Terminals", ["QRCode", "ProcessTesting"]),
        .tests("JOSE", ["Cryptography", "Encodings"]),
        .tests("Keychain", ["Cryptography", "ProcessTesting"]),
        .tests("WebAuthn", ["Keychain", "Cryptography", "Encodings", "ProcessTesting"]),
        .tests("Pipeline", ["HTTP", "HTTPTesting", "Streams", "Encodings"]),
        .tests(
            "OpenID",
            [
                "HTTP", "HTTPTesting", "HTTPCurl", "JOSE", "Cryptography", "Encodings", "Pipeline", "Streams",
                "Keychain", "QRCode",
            ]),
        .tests(
            "Auth0",
            [
                "Encodings", "HTTP", "HTTPTesting", "Keychain", "OpenID", "OpenIDTesting", "Pipeline", "Streams",
                "TenantEmulator",
            ]),
        .tests("TenantEmulator", ["JOSE", "QRCode", "Encodings", "Cryptography", "ProcessTesting"]),
        .tests(
            "Auth0WebView",
            ["Auth0", "UserAgents", "CWebKitGTK", "TenantEmulator", "WebDriver", "ProcessTesting"]),
        .testSupport("WebDriver", ["HTTP", "HTTPCurl", "Encodings", "Programs", "Threads"]),
        .program("Screenshots", ["Auth0", "Streams", "WebDriver", "TenantEmulator"], path: "Tests/Screenshots"),
        .tests(
            "Browser",
            of: [
                "Auth0", "OpenID", "JOSE", "WebDriver", "TenantEmulator", "HTTP", "HTTPCurl", "Cryptography",
                "Encodings", "ProcessTesting",
            ]),
        .tests(
            "Provider",
            of: ["OpenID", "OpenIDTesting", "Cryptography", "ProcessTesting", "TenantEmulator", "WebDriver"]),
        .tests("Architecture", of: ["ProcessTesting"]),
        .tests(
            "EndToEnd",
            of: [
                "Auth0", "OpenID", "OpenIDTesting", "JOSE", "Cryptography", "Encodings", "Keychain", "HTTP",
                "HTTPTesting", "HTTPCurl", "HTTPURLSession", "Pipeline", "ProcessTesting", "Streams",
                "StreamsFoundation", "TenantEmulator",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

extension Target {
    /// How every Swift target of the house is compiled.
    ///
    /// A static member: a stored global below `package` would be read before it has its value, and be empty.
    static let house: [SwiftSetting] = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]

    /// A library target in `Sources/<name>`.
    static func room(_ name: String, _ rooms: [Target.Dependency] = []) -> Target {
        .target(name: name, dependencies: rooms, swiftSettings: house)
    }

    /// An executable target.
    static func program(_ name: String, _ rooms: [Target.Dependency], path: String? = nil) -> Target {
        .executableTarget(name: name, dependencies: rooms, path: path, swiftSettings: house)
    }

    /// The tests of a room, in `Tests/<room>Tests`.
    static func tests(_ room: String, _ others: [Target.Dependency] = []) -> Target {
        tests(room, of: [.byName(name: room)] + others)
    }

    /// Tests that cross rooms.
    static func tests(_ name: String, of rooms: [Target.Dependency]) -> Target {
        .testTarget(name: "\(name)Tests", dependencies: rooms, swiftSettings: house)
    }

    /// What the tests of several rooms stand on, in `Tests/<name>`.
    static func testSupport(_ name: String, _ rooms: [Target.Dependency]) -> Target {
        .target(name: name, dependencies: rooms, path: "Tests/\(name)", swiftSettings: house)
    }

    /// A library of the system, with a module map and the shims for what Swift cannot call.
    static func system(_ name: String, _ pkgConfig: String, apt package: String) -> Target {
        .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
    }
}
