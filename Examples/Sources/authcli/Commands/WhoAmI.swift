import Auth0

/// The command `whoami`, which prints the current profile of the logged-in user.
struct WhoAmI: Command {
    static let name = "whoami"
    static let summary = "print the profile of the logged-in user"
    static let options = [ResultWriter.option]

    private struct Profile: Encodable {
        let id: String
        let name: String?
        let email: String?
    }

    private let result: ResultWriter

    init(_ arguments: Arguments) throws(Failure) { result = ResultWriter(arguments) }

    func run(_ context: Context) async throws {
        let credentials = try await context.sessions.credentials()
        let user = try await context.authentication.userInfo(withAccessToken: credentials.accessToken).start()
        let rows = [("id", user.sub), ("name", user.name), ("email", user.email)]
        try result.write(
            Profile(id: user.sub, name: user.name, email: user.email),
            rows: rows.compactMap { name, value in value.map { [name, $0] } })
    }
}
