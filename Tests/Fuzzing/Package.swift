// swift-tools-version: 6.2
// Fuzzing: a package of its own, because every module is compiled with libFuzzer's instrumentation for it.

import PackageDescription

let package = Package(
    name: "fuzzing",
    dependencies: [.package(name: "auth0-streams", path: "../..")],
    targets: [
        .executableTarget(
            name: "Fuzz", dependencies: [.product(name: "Auth0", package: "auth0-streams")], packageAccess: false,
            swiftSettings: house)
    ],
    swiftLanguageModes: [.v6]
)

/// As the package above, and compiled as if it were part of it, to reach what is `package` there.
var house: [SwiftSetting] {
    // SwiftPM names that package after its folder.
    let folder = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? ""
    let packageName = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .unsafeFlags(["-package-name", packageName]),
    ]
}
