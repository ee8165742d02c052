import Foundation
import OpenSSLCryptography
import ProgramRunner
import SecretStorage
import Testing

/// The program `credentials-doctor` with the keyring of the desktop.
@Suite struct KeyringDoctorTests {
    private let session = KeyringSession()
    private let name = SecretName(service: "tests", account: "john")
    private var files: FileStore { FileStore(directory: session.folder.path + "/files") }

    /// A function of the shell that prints the exit code after the lines of both outputs.
    private static let doctor = """
        doctor() { "\(URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path)"/credentials-doctor "$@" 2>&1; echo "ended with $?"; }
        """

    @Test func `lists the items of an application without their secrets, and verifies them`() async throws {
        try await session.compile("other-item")
        let output = try await session.run(
            """
            \(KeyringSession.unlocking)
            \(Self.doctor)
            keyring write
            doctor list --keyring tests; doctor verify --keyring tests; doctor list --keyring others
            "$HOME/other-item"
            doctor verify --keyring tests
            """)

        try #require(output.count == 7)
        #expect(output[0].hasPrefix("intact\t8\t20") && output[0].hasSuffix(#""tests" of "john""#))
        #expect(Array(output[1...2]) == ["ended with 0", "ended with 0"])
        // C27: an application without items, such as a wrong name, has no store.
        #expect(output[3].contains("there is no store of secrets") && output[3].contains("others"))
        #expect(output[4] == "ended with 69")
        #expect(output[5].hasPrefix("damaged\t0\t") && output[5].hasSuffix(#""tests" of "jane""#))
        #expect(output[6] == "ended with 1")
    }

    @Test func `moves files to the keyring, and back`() async throws {
        try await files.setSecret(SecretBytes("a secret".utf8), named: name)

        let output = try await session.run(
            """
            \(KeyringSession.unlocking)
            \(Self.doctor)
            doctor move --yes --directory "$HOME/files" --to-keyring tests; keyring read
            doctor move --yes --keyring tests --to-keyring tests
            doctor move --yes --keyring tests --to-keyring others; keyring read
            doctor move --yes --keyring others --to-directory "$HOME/files"
            """)

        let moved = #"moved "tests" of "john""#
        #expect(
            output.filter { !$0.hasPrefix("credentials-doctor") } == [
                moved, "ended with 0", "a secret", "ended with 64", moved, "ended with 0", "none", moved,
                "ended with 0",
            ])
        #expect(try await files.secret(named: name)?.withUnsafeBytes { Array($0) } == Array("a secret".utf8))
    }

    @Test func `S6 a locked or absent keyring ends with 69 and a remedy, and nothing is lost`() async throws {
        try await files.setSecret(SecretBytes("a secret".utf8), named: name)
        _ = try await session.run("\(KeyringSession.unlocking)\nkeyring write")

        let locked = try await session.run(
            """
            gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1
            \(Self.doctor)
            doctor list --keyring tests
            doctor move --yes --directory "$HOME/files" --to-keyring tests
            """)
        let absent = try await session.run(
            "\(Self.doctor)\ndoctor list --keyring tests", options: [session.config()])

        #expect(locked.filter { $0 == "ended with 69" }.count == 2)
        #expect(locked.filter { $0.contains("unlock the keyring") }.count >= 2)
        #expect(absent.last == "ended with 69")
        #expect(try await files.secret(named: name) != nil)
    }
}
