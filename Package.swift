// swift-tools-version: 6.2
// Products first, then what they stand on; the folders of `Sources` have the same order. A target imports only the
// targets that its line names (`Tests/ArchitectureTests` derives its import table from this file), and there is no
// package dependency. Only products have short names: SwiftPM refuses a graph in which two packages declare the same
// target.

import PackageDescription

let package = Package(
    name: "auth0-streams",
    products: [
        .library(name: "Auth0", targets: ["Auth0", "HTTPMessages", "LibcurlTransport", "SecretStorage"]),
        .library(name: "Auth0WebView", targets: ["Auth0WebView"]),
        .library(name: "OpenID", targets: ["OpenID", "HTTPMessages", "LibcurlTransport", "SecretStorage"]),
        .library(name: "JOSE", targets: ["JOSE"]),
        .library(name: "Streams", targets: ["Streams"]),
        .library(name: "StreamsExtras", targets: ["StreamsExtras"]),
        .library(name: "StreamsFoundation", targets: ["StreamsFoundation"]),
        .library(name: "StreamsFoundationNetworking", targets: ["StreamsFoundationNetworking"]),
        .library(name: "StreamsTesting", targets: ["StreamsTesting"]),
        .library(name: "HTTPURLSession", targets: ["HTTPURLSession"]),
        .library(name: "PasskeyAuthenticator", targets: ["PasskeyAuthenticator", "SecretStorage"]),
        .library(name: "PostgresStore", targets: ["PostgresStore", "SecretStorage"]),
        .library(name: "ReachFive", targets: ["ReachFive", "OpenID"]),
        .library(name: "SecretServiceStore", targets: ["SecretServiceStore", "SecretStorage"]),
        .library(name: "SimpleKeychain", targets: ["SimpleKeychain", "SecretStorage"]),
        .library(name: "TenantEmulator", targets: ["TenantEmulator"]),
        .library(name: "Auth0Testing", targets: ["Auth0Testing", "TenantEmulator", "HTTPMessages"]),
        .library(name: "UserPresencePAM", targets: ["UserPresencePAM", "PasskeyAuthenticator", "SecretStorage"]),
        .executable(name: "tenant-emulator", targets: ["tenant-emulator"]),
        .executable(name: "credentials-doctor", targets: ["credentials-doctor"]),
    ],
    targets: [
        // Products.
        .house(
            "Auth0",
            [
                "OpenID", "PasskeyAuthenticator", "SimpleKeychain", "LoginBrowsers", "SecretStorage", "RequestPipeline",
                "HTTPMessages", "LibcurlTransport", "Streams", "ByteEncodings", "LinuxSystemCalls",
            ]),
        .house(
            "Auth0WebView",
            ["Auth0", "LoginBrowsers", "SecretStorage", "LinuxSystemCalls", "CAuth0WebKitGTK", "LinuxCLibrary"]),
        .house(
            "OpenID",
            [
                "RequestPipeline", "HTTPMessages", "LibcurlTransport", "Streams", "StreamsExtras", "JOSE",
                "OpenSSLCryptography",
                "ByteEncodings", "SecretStorage", "LinuxSystemCalls", "LoginBrowsers", "PasskeyAuthenticator",
                "QRCodeSymbols", "CAuth0Linux", "LinuxCLibrary",
            ]),
        .house("JOSE", ["OpenSSLCryptography", "ByteEncodings"]),
        .house(
            "ReachFive",
            [
                "OpenID", "JOSE", "RequestPipeline", "HTTPMessages", "LibcurlTransport", "SecretStorage", "Streams",
                "ByteEncodings",
            ]),
        .house("SimpleKeychain", ["SecretStorage"]),
        .house(
            "TenantEmulator",
            [
                "JOSE", "QRCodeSymbols", "OpenSSLCryptography", "HTTPMessages", "LibcurlTransport", "ByteEncodings",
                "LinuxSystemCalls", "CAuth0MicroHTTPD", "LinuxCLibrary", "CAuth0OpenSSL",
            ]),
        .house(
            "Auth0Testing",
            [
                "Auth0", "TenantEmulator", "JOSE", "HTTPMessages", "LibcurlTransport", "ByteEncodings",
                "LinuxSystemCalls",
            ]),
        .program("tenant-emulator", ["TenantEmulator", "ByteEncodings", "LinuxSystemCalls", "LinuxCLibrary"]),
        .program("credentials-doctor", ["SecretStoreDoctor", "LinuxSystemCalls", "LinuxCLibrary"]),

        // Products with a system library of their own.
        .house(
            "PostgresStore", in: "Stores",
            [
                "SecretStorage", "OpenSSLCryptography", "ByteEncodings", "LinuxSystemCalls", "CAuth0Postgres",
                "LinuxCLibrary",
            ]),
        .house(
            "SecretServiceStore", in: "Stores",
            [
                "SecretStorage", "OpenSSLCryptography", "ByteEncodings", "LinuxSystemCalls", "CAuth0Secret",
                "LinuxCLibrary",
            ]),
        .house(
            "UserPresencePAM", in: "Stores",
            ["PasskeyAuthenticator", "SecretStorage", "LinuxSystemCalls", "CAuth0PAM", "LinuxCLibrary"]),

        // Publishers.
        .house("Streams", in: "Streams"),
        .house("StreamsExtras", in: "Streams", ["Streams"]),
        .house("StreamsFoundation", in: "Streams", ["Streams"]),
        .house("StreamsFoundationNetworking", in: "Streams", ["Streams"]),
        .house("StreamsTesting", in: "Streams", ["Streams"]),

        // Requests, from a description to a decoded response.
        .house("HTTPMessages", in: "Networking", ["LinuxCLibrary"]),
        .house(
            "LibcurlTransport", in: "Networking",
            ["HTTPMessages", "LinuxSystemCalls", "CAuth0Curl", "CAuth0Linux", "LinuxCLibrary"]),
        .house("HTTPURLSession", in: "Networking", ["HTTPMessages"]),
        .house(
            "RequestPipeline", in: "Networking",
            ["HTTPMessages", "Streams", "ByteEncodings", "LinuxSystemCalls", "LinuxCLibrary"]),

        // What several products stand on.
        .house("LinuxCLibrary", in: "Support"),
        .house("ByteEncodings", in: "Support"),
        .house("OpenSSLCryptography", in: "Support", ["CAuth0OpenSSL", "LinuxCLibrary"]),
        .house(
            "SecretStorage", in: "Support",
            ["OpenSSLCryptography", "ByteEncodings", "LinuxSystemCalls", "CAuth0Linux", "LinuxCLibrary"]),
        .house(
            "SecretStoreDoctor", in: "Support",
            [
                "SecretStorage", "SecretServiceStore", "PostgresStore", "OpenSSLCryptography", "ByteEncodings",
                "LinuxSystemCalls", "LinuxCLibrary",
            ]),
        .house("LinuxSystemCalls", in: "Support", ["CAuth0Linux", "LinuxCLibrary"]),
        .house(
            "LoginBrowsers", in: "Support",
            ["HTTPMessages", "LinuxSystemCalls", "OpenSSLCryptography", "CAuth0Linux", "LinuxCLibrary"]),
        .house("PasskeyAuthenticator", in: "Support", ["SecretStorage", "OpenSSLCryptography", "ByteEncodings"]),
        .house("QRCodeSymbols", in: "Support"),

        // System libraries. `CAuth0Linux` links nothing; `CAuth0WebKitGTK` and `CAuth0Secret` are looked for at their
        // first use.
        .system("CAuth0Curl", "libcurl", apt: "libcurl4-openssl-dev", yum: "libcurl-devel"),
        .system("CAuth0OpenSSL", "openssl", apt: "libssl-dev", yum: "openssl-devel"),
        .system("CAuth0MicroHTTPD", "libmicrohttpd", apt: "libmicrohttpd-dev", yum: "libmicrohttpd-devel"),
        .system("CAuth0Postgres", "libpq", apt: "libpq-dev", yum: "libpq-devel"),
        .system("CAuth0PAM", "pam", apt: "libpam0g-dev", yum: "pam-devel"),
        .systemLibrary(name: "CAuth0Linux", path: "Sources/CModules/CAuth0Linux"),
        .systemLibrary(name: "CAuth0Secret", path: "Sources/CModules/CAuth0Secret"),
        .systemLibrary(name: "CAuth0WebKitGTK", path: "Sources/CModules/CAuth0WebKitGTK"),

        // What tests share.
        .testSupport("TestEvents", ["LinuxSystemCalls"]),
        .testSupport("TransportDoubles", ["HTTPMessages", "RequestPipeline"]),
        .testSupport("OpenIDDoubles", ["OpenID", "Streams"]),
        .testSupport("RenewalSimulation", ["OpenID", "HTTPMessages", "OpenSSLCryptography", "SecretStorage"]),
        .testSupport("SecretStoreContract", ["SecretStorage", "TestEvents"]),
        .testSupport("ProgramRunner", ["LinuxSystemCalls", "CAuth0Linux"]),
        .testSupport("PostgresDatabases", ["PostgresStore", "SecretStorage", "LinuxSystemCalls", "ProgramRunner"]),
        .testSupport(
            "HTTPFaultServer", ["HTTPMessages", "LibcurlTransport", "LinuxSystemCalls", "CAuth0Linux", "TestEvents"]),
        .testSupport(
            "WebDriverClient", ["HTTPMessages", "LibcurlTransport", "ByteEncodings", "LinuxSystemCalls"]),
        .program(
            "EmulatorScreenshots", ["Auth0", "Streams", "WebDriverClient", "TenantEmulator"], path: "Tests/Screenshots"),

        .program(
            "RenewalProgram",
            [
                "Auth0", "HTTPMessages", "LibcurlTransport", "LinuxSystemCalls", "PostgresDatabases",
                "SecretServiceStore", "SecretStorage",
            ],
            path: "Tests/RenewalProgram"),

        .program("SimulationProgram", ["RenewalSimulation"], path: "Tests/SimulationProgram"),

        .program(
            "KeyringProgram", ["SecretServiceStore", "SecretStorage", "SecretStoreContract"],
            path: "Tests/KeyringProgram"),

        .program(
            "LockProgram", ["PostgresDatabases", "PostgresStore", "SecretStorage"], path: "Tests/LockProgram"),

        // Tests mirror the sources.
        .tests("ByteEncodings", ["TestEvents"]),
        .tests("LinuxSystemCalls", ["TestEvents"]),
        .tests("Streams", ["StreamsExtras", "StreamsTesting", "LinuxSystemCalls", "TestEvents"]),
        .tests("StreamsFoundation", ["Streams", "StreamsExtras", "StreamsTesting"]),
        .tests("StreamsFoundationNetworking", ["Streams", "StreamsFoundation", "StreamsTesting", "HTTPFaultServer"]),
        .tests("HTTPMessages", ["TestEvents"]),
        .tests(
            "LibcurlTransport",
            ["HTTPMessages", "HTTPFaultServer", "LinuxSystemCalls", "ProgramRunner", "TestEvents"]),
        .tests(
            "LoginBrowsers",
            [
                "HTTPMessages", "LinuxSystemCalls", "CAuth0Linux", "OpenSSLCryptography", "ByteEncodings",
                "ProgramRunner", "TestEvents",
            ]),
        .tests("HTTPURLSession", ["HTTPMessages", "HTTPFaultServer", "LibcurlTransport", "ProgramRunner"]),
        .tests("OpenSSLCryptography", ["TestEvents"]),
        .tests("QRCodeSymbols", ["ProgramRunner"]),
        .tests("JOSE", ["OpenSSLCryptography", "ByteEncodings", "TestEvents"]),
        .tests(
            "SecretStorage",
            [
                "OpenSSLCryptography", "LinuxSystemCalls", "CAuth0Linux", "ProgramRunner", "SecretStoreContract",
                "TestEvents",
            ]),
        .tests(
            "PostgresStore",
            [
                "SecretStorage", "LinuxSystemCalls", "PostgresDatabases", "ProgramRunner", "SecretStoreContract",
                "TestEvents",
            ]),
        .tests(
            "SecretStoreDoctor",
            [
                "SecretStorage", "PostgresStore", "OpenSSLCryptography", "PostgresDatabases", "ProgramRunner",
            ]),
        .tests("SecretServiceStore", ["SecretStorage", "OpenSSLCryptography", "ProgramRunner", "TenantEmulator"]),
        .tests("SimpleKeychain", ["SecretStorage", "ProgramRunner", "SecretStoreContract"]),
        .tests(
            "PasskeyAuthenticator",
            ["SecretStorage", "OpenSSLCryptography", "ByteEncodings", "ProgramRunner", "SecretStoreContract"]),
        .tests(
            "UserPresencePAM",
            [
                "PasskeyAuthenticator", "SecretStorage", "OpenSSLCryptography", "LinuxSystemCalls", "CAuth0PAM",
                "CAuth0Linux",
                "ProgramRunner", "TestEvents",
            ]),
        .tests("RequestPipeline", ["HTTPMessages", "TransportDoubles", "Streams", "ByteEncodings", "TestEvents"]),
        .tests(
            "OpenID",
            [
                "OpenIDDoubles", "HTTPMessages", "TransportDoubles", "LibcurlTransport", "JOSE", "OpenSSLCryptography",
                "ByteEncodings", "RequestPipeline", "RenewalSimulation", "Streams", "SecretStorage",
                "SecretStoreContract", "QRCodeSymbols", "ProgramRunner", "TestEvents",
            ]),
        .tests(
            "Auth0",
            [
                "ByteEncodings", "HTTPMessages", "TransportDoubles", "SecretStorage", "OpenID", "OpenIDDoubles", "JOSE",
                "LinuxSystemCalls", "PasskeyAuthenticator", "ProgramRunner", "RequestPipeline", "SimpleKeychain",
                "Streams",
            ]),
        .tests(
            "ReachFive",
            [
                "OpenID", "HTTPMessages", "LibcurlTransport", "SecretStorage", "Streams", "TenantEmulator",
                "TestEvents",
            ]),
        .tests("Auth0Testing", ["Auth0", "TenantEmulator", "HTTPMessages", "SecretStorage"]),
        .tests(
            "TenantEmulator",
            ["JOSE", "QRCodeSymbols", "ByteEncodings", "OpenSSLCryptography", "ProgramRunner", "TestEvents"]),
        .tests(
            "Auth0WebView",
            [
                "Auth0", "LoginBrowsers", "LinuxSystemCalls", "CAuth0WebKitGTK", "TenantEmulator", "WebDriverClient",
                "ProgramRunner", "TestEvents",
            ]),
        .tests(
            "Browser",
            of: [
                "Auth0", "OpenID", "ReachFive", "JOSE", "WebDriverClient", "TenantEmulator", "HTTPMessages",
                "LibcurlTransport",
                "OpenSSLCryptography", "ByteEncodings", "PostgresDatabases", "PostgresStore", "ProgramRunner",
            ]),
        .tests(
            "Provider",
            of: [
                "OpenID", "OpenIDDoubles", "JOSE", "HTTPMessages", "LibcurlTransport", "ByteEncodings",
                "OpenSSLCryptography", "ProgramRunner", "SecretStorage", "Streams", "TenantEmulator", "WebDriverClient",
            ]),
        .tests(
            "Credentials",
            of: [
                "Auth0", "OpenID", "OpenIDDoubles", "JOSE", "PasskeyAuthenticator", "SecretStorage", "HTTPMessages",
                "LibcurlTransport", "TransportDoubles", "PostgresDatabases", "ProgramRunner", "SecretStoreContract",
                "Streams", "TenantEmulator", "TestEvents",
            ]),
        .tests("Architecture", of: ["ProgramRunner"]),
        .tests(
            "EndToEnd",
            of: [
                "Auth0", "OpenID", "OpenIDDoubles", "JOSE", "OpenSSLCryptography", "ByteEncodings", "SecretStorage",
                "HTTPMessages", "TransportDoubles", "LibcurlTransport", "HTTPURLSession", "RequestPipeline",
                "LoginBrowsers", "PasskeyAuthenticator", "PostgresStore", "ProgramRunner", "QRCodeSymbols", "ReachFive",
                "SimpleKeychain", "Streams",
                "StreamsFoundation", "TenantEmulator", "TestEvents",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

extension Target {
    /// The compiler settings of every Swift target of the tests.
    ///
    /// A static member: a stored global below `package` would be read before it has its value, and be empty.
    static let settings: [SwiftSetting] = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]

    /// The settings of what is shipped: a public type also says whether it is `Sendable`. The compiler's option
    /// `-require-explicit-sendable` does nothing in Swift 6.3; the diagnostic group behind it works.
    static let shippedSettings = settings + [.treatWarning("ExplicitSendable", as: .error)]

    /// The settings of the tests. They are not optimised where the package is: the tests are of the optimised
    /// package, and optimising tests takes longer than optimising everything else. No product contains them.
    static let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

    /// A library target in `Sources/<name>`, or in `Sources/<family>/<name>`.
    static func house(_ name: String, in family: String? = nil, _ dependencies: [Target.Dependency] = []) -> Target {
        let path = ["Sources", family, name].compactMap { $0 }.joined(separator: "/")
        return .target(name: name, dependencies: dependencies, path: path, swiftSettings: shippedSettings)
    }

    /// An executable target.
    static func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
        .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: shippedSettings)
    }

    /// The tests of one target, in `Tests/<target>Tests`.
    static func tests(_ target: String, _ others: [Target.Dependency] = []) -> Target {
        tests(target, of: [.byName(name: target)] + others)
    }

    /// Tests of several targets together, in `Tests/<name>Tests`.
    static func tests(_ name: String, of targets: [Target.Dependency]) -> Target {
        .testTarget(name: "\(name)Tests", dependencies: targets, swiftSettings: testSettings)
    }

    /// A library that several test targets use, in `Tests/Support/<name>`.
    static func testSupport(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .target(name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: settings)
    }

    /// A library of the system: a module map, and shims for what Swift cannot call.
    static func system(_ name: String, _ pkgConfig: String, apt debian: String, yum fedora: String) -> Target {
        .systemLibrary(
            name: name, path: "Sources/CModules/\(name)", pkgConfig: pkgConfig,
            providers: [.apt([debian]), .yum([fedora])])
    }
}
