// swift-tools-version: 6.2
// The benchmarks: a package of its own, so that what they need never reaches our users.

import PackageDescription

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "auth0-streams", path: "..")],
    targets: [
        // What Swift cannot do: allocator entry points, client requests to valgrind, libcurl's variadic calls.
        .target(name: "CProbe"),
        .target(name: "CTrust", linkerSettings: [.linkedLibrary("curl")]),
        .target(name: "CFloor", linkerSettings: [.linkedLibrary("curl")]),
        .target(name: "CSignature", linkerSettings: [.linkedLibrary("crypto")]),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("dl")]),

        // Measuring, and the server to measure against.
        .swift("Harness", ["CProbe"]),
        .swift("LocalServer", ["Harness"]),

        // The benchmarks. A cold start is a program of its own, which links what such a program would.
        .insider(
            "Bench",
            [
                "Harness", "LocalServer", "CFloor", "CProbe", "CSQLite", "CSignature", "CTrust", .sdk("Auth0"),
                .sdk("HTTPURLSession"), .sdk("JOSE"), .sdk("OpenID"), .sdk("Streams"), .sdk("StreamsFoundation"),
                .sdk("TenantEmulator"), .sdk("PostgresStore"), .sdk("SecretServiceStore"),
            ]),
        .program("ColdOurs", [.sdk("Auth0")]),
        .program("ColdURLSession", ["CTrust"]),
    ],
    swiftLanguageModes: [.v6]
)

extension Target {
    static let house: [SwiftSetting] = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]

    static func swift(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .target(name: name, dependencies: dependencies, swiftSettings: house)
    }

    static func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .executableTarget(name: name, dependencies: dependencies, swiftSettings: house)
    }

    /// A program that is compiled as if it were part of the package above, to measure what is `package` there.
    static func insider(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        // SwiftPM names that package after its folder.
        let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
        let packageName = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
        return .executableTarget(
            name: name, dependencies: dependencies, packageAccess: false,
            swiftSettings: house + [.unsafeFlags(["-package-name", packageName])])
    }
}

extension Target.Dependency {
    /// A product of the package above.
    static func sdk(_ product: String) -> Target.Dependency { .product(name: product, package: "auth0-streams") }
}
