import Foundation
import ProgramRunner
import Testing

/// The collection of the store, beside others, and items with the same attributes.
@Suite(.timeLimit(.minutes(30))) struct CollectionTests {
    private let session = KeyringSession()

    /// Runs commands beside a second collection without a password, `$other`; `item` runs another program.
    private func run(_ commands: String) async throws -> [String] {
        try await session.compile("duplicate-item")
        let folder = session.folder.path + "/data/keyrings"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "[keyring]\ndisplay-name=other\nctime=0\nmtime=0\nlock-on-idle=false\nlock-after=false\n"
            .write(toFile: folder + "/other.keyring", atomically: true, encoding: .utf8)
        return try await session.run(
            """
            \(KeyringSession.unlocking)
            item() { "$HOME/duplicate-item" "$@" 2>&1; }
            collections=/org/freedesktop/secrets/collection
            default=$(gdbus call --session --dest org.freedesktop.secrets --object-path /org/freedesktop/secrets \
                --method org.freedesktop.Secret.Service.ReadAlias default | grep -o "$collections/[a-z_0-9]*")
            \(commands)
            """)
    }

    @Test func `C31 an item of another collection is neither delivered nor changed, however new it is`() async throws {
        let output = try await run(
            """
            keyring write; item "$collections/other" "another user"; item count
            keyring read; keyring accounts; keyring write; item count; keyring read
            keyring remove; keyring read; keyring accounts; item count
            """)

        #expect(
            output == ["2", "a secret", "john", "2", "a secret", "true", "none", "1"], "an empty line is left out")
    }

    @Test func `C31 of items with the same attributes the newest counts, and the next write removes the others`()
        async throws
    {
        let output = try await run(
            """
            keyring write; item "$default" "newer"; item "$default" "newest"; item count
            keyring read; keyring accounts; keyring write; item count; keyring read
            """)

        #expect(output == ["3", "newest", "john", "1", "a secret"])
    }

    @Test func `C31 a removal removes all items with the same attributes`() async throws {
        let output = try await run(
            #"keyring write; item "$default" "newer"; keyring remove; item count; keyring read; keyring remove"#)

        #expect(output == ["true", "0", "none", "false"])
    }
}
