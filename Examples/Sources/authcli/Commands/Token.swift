import Auth0
import FoundationEssentials
import Glibc

/// The command `token`, which prints the access token for another program.
struct Token: Command {
    static let name = "token"
    static let summary = "print the access token for a script, renewed if it has expired"
    static let options = [ResultWriter.option]

    private struct AccessToken: Encodable {
        let token: String
        let type: String
        let expires: Date
        let scope: String?
    }

    private let result: ResultWriter

    init(_ arguments: Arguments) throws(Failure) { result = ResultWriter(arguments) }

    func run(_ context: Context) async throws {
        let credentials = try await context.sessions.credentials()
        if isatty(STDOUT_FILENO) == 1 {
            context.output.writeLine("This token gives access to your account until it expires: clear the screen")
        }
        let token = AccessToken(
            token: credentials.accessToken, type: credentials.tokenType, expires: credentials.expiresIn,
            scope: credentials.scope)
        try result.write(token, rows: [[credentials.accessToken]], isWhole: true)
    }
}
