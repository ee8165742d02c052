// swift-tools-version: 6.2
// The examples: a package of its own, as a program that uses the SDK would have. `make demo` runs the first.

import PackageDescription

let package = Package(
    name: "examples",
    dependencies: [.package(name: "auth0-streams", path: "..")],
    targets: [
        .example("Demo", ["Auth0", "Streams", "TenantEmulator"]),

        // One login in each of the three styles.
        .example("FirstCallback", ["Auth0"]),
        .example("FirstAsync", ["Auth0"]),
        .example("FirstPublisher", ["Auth0", "Streams"]),

        .example("SecondFactor", ["Auth0"]),

        // Logins in a browser, in a terminal, with a passkey, at another provider.
        .example("DesktopLogin", ["Auth0"]),
        .example("TerminalLogin", ["Auth0", "OpenID"]),
        .example("Invitation", ["Auth0", "JOSE", "Streams", "StreamsFoundation"]),
        .example("Passkeys", ["Auth0", "PasskeyAuthenticator"]),
        .example("AnyProvider", ["OpenID"]),
        .example("ReachFiveLogin", ["ReachFive"]),
        .example("ManualFlow", ["Auth0", "OpenID"]),

        // Sessions kept from start to start, a whole command-line tool, and a server that checks access tokens.
        .example("SessionsOf2017", ["Auth0"]),
        .example("authcli", ["Auth0", "OpenID", "PasskeyAuthenticator"]),
        .example("ProtectedEndpoint", ["Auth0"]),

        // Servers behind nginx that log users in and share their credentials.
        .example("WebServer", ["Auth0", "JOSE", "OpenID", "PostgresStore"], files: ["nginx.conf"]),
    ],
    swiftLanguageModes: [.v6]
)

extension Target {
    /// A program that depends on products of the SDK; `files` beside its sources are for its users.
    static func example(_ name: String, _ products: [String], files: [String] = []) -> Target {
        .executableTarget(
            name: name, dependencies: products.map { .product(name: $0, package: "auth0-streams") }, exclude: files,
            swiftSettings: [
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ])
    }
}
