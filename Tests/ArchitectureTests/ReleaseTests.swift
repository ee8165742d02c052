import Foundation
import Testing

/// The version of the newest section of the changes, which several files name.
@Suite struct ReleaseTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }

    @Test func `every file that names the version names that of the newest section of the changes`() throws {
        let headings = try text("CHANGELOG.md").matches(of: /(?m)^## (.+)$/).map { String($0.1) }
        let newest = try #require(headings.first)
        let release = try #require(newest.wholeMatch(of: /(\d+\.\d+\.\d+) \((unreleased|\d{4}-\d\d-\d\d)\)/))
        let version = release.1
        let manual = try text("Examples/Sources/authcli/Commands/Manual.swift")
        let page = try #require(
            manual.firstMatch(of: /\.TH AUTHCLI 1 (\d{4}-\d\d-\d\d) "auth0-streams \\\(AuthCLI\.version\)"/))

        #expect(release.2 == "unreleased" || release.2 == page.1)
        let places = [
            ("README.md", "from: \"\(version)\""),
            ("CONTRIBUTING.md", "`git tag -s \(version) "),
            ("SECURITY.md", "0.2.0 is the first version with a tag"),
            ("CHANGELOG.md", "\nThe first state for which this list was written; it has no tag."),
            ("Documentation/Site/Tutorial/notes-1-Package.swift", "from: \"\(version)\""),
            ("Sources/Auth0/Clients/Telemetry.swift", "static let version = \"\(version)\""),
            ("Examples/Sources/authcli/AuthCLI.swift", "static let version = \"\(version)\""),
            ("Sources/tenant-emulator/Arguments.swift", "static let version = \"\(version)\""),
            ("Sources/Support/SecretStoreDoctor/StoreDoctor+Help.swift", "static let version = \"\(version)\""),
            ("Sources/Auth0Testing/Documentation.docc/Auth0Testing.md", "from: \"\(version)\""),
        ]
        for (path, line) in places { #expect(try text(path).contains(line), "\(path) lacks \(line)") }
    }
}
