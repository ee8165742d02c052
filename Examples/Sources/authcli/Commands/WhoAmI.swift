import Auth0
import OpenID

/// The command `whoami`, which prints the current profile of the logged-in user.
struct WhoAmI: Command {
    static let name = "whoami"
    static let summary = "print who is logged in; renews the session when it has to"

    init(_ arguments: Arguments) throws(Failure) {}

    func run(_ context: Context) async throws {
        let credentials = try await context.sessions.credentials()
        let profile = try await context.authentication.userInfo(withAccessToken: credentials.accessToken).start()
        let rows = [("id", profile.sub), ("name", profile.name), ("email", profile.email)]
        let known = rows.compactMap { name, value in value.map { (name, Terminal.escaped($0)) } }
        for (name, value) in known { print("\(name)\t\(value)") }
    }
}
