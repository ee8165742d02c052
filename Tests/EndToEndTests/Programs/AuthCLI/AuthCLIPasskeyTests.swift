import ProgramRunner
import TenantEmulator
import Testing

@Suite(.timeLimit(.minutes(30))) struct AuthCLIPasskeyTests {
    @Test func `N9 adds, lists and removes passkeys`() async throws {
        let cli = try AuthCLI()
        let scopes = ["create", "read", "delete"].map { "\($0):me:authentication_methods" }.joined(separator: " ")
        try await cli.logIn(
            "jane@example.com",
            ["--audience", "\(cli.tenant.domain)/me/", "--scope", "openid offline_access \(scopes)"])

        let secrets = try cli.kept(".sealed").count
        let added = try await cli.run("passkeys", "add", "--unattended")
        let id = added.output.split(separator: "\n").first.map(String.init) ?? ""
        let listed = try await cli.run("passkeys", "list")
        let removed = try await cli.run("passkeys", "remove", "--", id)
        let empty = try await cli.run("passkeys", "list")

        #expect(added.status == 0 && added.errors == "Added a passkey\n")
        #expect(listed.output.hasPrefix("\(id)\t") && listed.output.split(separator: "\n").count == 1)
        #expect(removed.status == 0 && removed.errors == "Removed the passkey\n")
        #expect(empty.status == 0 && empty.output.isEmpty)
        #expect(try cli.kept(".sealed").count == secrets, "N9 the private key is still there")
    }

    @Test(arguments: [("n", 130, true), ("", 130, true), ("y", 0, false)])
    func `N9 a passkey is removed on a terminal only after a question`(
        answer: String, status: Int32, remains: Bool
    ) async throws {
        let cli = try AuthCLI()
        let scopes = ["create", "read", "delete"].map { "\($0):me:authentication_methods" }.joined(separator: " ")
        try await cli.logIn(
            "jane@example.com",
            ["--audience", "\(cli.tenant.domain)/me/", "--scope", "openid offline_access \(scopes)"])
        let id = try await cli.run("passkeys", "add", "--unattended").output.split(separator: "\n").first ?? ""

        let screen = try cli.onTerminal("passkeys", "remove", "--", String(id))
        _ = await screen.text(showing: "[y/N]")
        screen.type("\(answer)\n")
        let end = await screen.end()

        #expect(end.status == status && end.text.contains("Remove the passkey \(id) from the account?"))
        #expect(end.text.contains(remains ? "nothing was removed" : "Removed the passkey"))
        #expect(try await cli.run("passkeys", "list").output.isEmpty != remains)
    }

    @Test func `a token for another API is refused with the login command to use`() async throws {
        let cli = try AuthCLI()
        try await cli.logIn()

        let outcome = try await cli.run("passkeys", "list")

        #expect(outcome.status == 77)
        let command = "authcli login --audience \(cli.tenant.domain)/me/ "
        #expect(outcome.errors.hasPrefix("authcli: log in with the scopes of passkeys: \(command)"))
        #expect(!cli.tenant.journal.contains { $0.path.hasPrefix("/me/") })
    }
}
