import Auth0
import Glibc

/// `authcli`: logs a person in at a terminal, and keeps them logged in.
@main
struct AuthCLI {
    /// What it can do, in the order of the help.
    static let commands: [any Command.Type] = [
        Login.self, Device.self, Signup.self, WhoAmI.self, Token.self, Logout.self, Passkeys.self,
    ]

    static func main() async {
        var talk = Talk(.standardError)
        do {
            try await run(Array(CommandLine.arguments.dropFirst()), &talk)
        } catch {
            let failure = Failure(error)
            talk.fail(failure.message)
            exit(failure.status.rawValue)
        }
    }

    private static func run(_ words: [String], _ talk: inout Talk) async throws {
        guard let name = words.first else { throw Failure.usage("say what to do; authcli --help lists the commands") }
        if ["--help", "-h", "help"].contains(name) { return print(Help.overview) }
        guard let command = commands.first(where: { $0.name == name }) else {
            throw Failure.usage("there is no command \(name); authcli --help lists them")
        }
        let arguments = try Arguments(words.dropFirst(), of: command)
        if arguments.has("--no-color") { talk = talk.withoutColours() }
        if arguments.has("--help") { return print(Help.text(of: command)) }
        try await command.init(arguments).run(Context(arguments, talk))
    }
}
