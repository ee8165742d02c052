import Auth0
import Glibc

/// The command `token`, which prints the access token for another program.
struct Token: Command {
    static let name = "token"
    static let summary = "print the access token, for a script; renews it when it has to"

    init(_ arguments: Arguments) throws(Failure) {}

    func run(_ context: Context) async throws {
        let credentials = try await context.sessions.credentials()
        if isatty(STDOUT_FILENO) == 1 {
            context.talk.say("Whoever reads this line can act for you until it expires; clear the screen")
        }
        print(credentials.accessToken)
    }
}
