import Auth0
import Glibc

/// `authcli`: logs a user in at a terminal, and keeps the session.
@main
struct AuthCLI {
    /// The commands, in the order of the help text.
    static let commands: [any Command.Type] = [
        Login.self, Device.self, Signup.self, Status.self, WhoAmI.self, Token.self, Logout.self, Passkeys.self,
        Completion.self, Manual.self,
    ]

    /// The version of the package.
    static let version = "0.2.0"

    static func main() async {
        // No socket gets the number of a closed output, which would send a token to a server.
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }
        let interruption = Interruption()
        let words = Array(CommandLine.arguments.dropFirst())
        let output = UserOutput(.standardError, isPlain: words.contains("--no-color"))
        let command = Task {
            try await run(words, output)
            try Self.deliver()
        }
        interruption.cancels(command)
        do {
            try await command.value
        } catch {
            let failure = interruption.hasHappened ? .cancelled(with: error) : Failure(error)
            if words.contains("--json") {
                output.writeLine(failure.json)
            } else {
                output.fail(failure.message)
            }
            exit(failure.status.rawValue)
        }
    }

    /// Checks that the output was written: a script must not mistake a missing result for an empty one.
    private static func deliver() throws(Failure) {
        guard fflush(nil) == 0 else {
            let advice = "\(String(cString: strerror(errno))): write it to another place"
            throw Failure(status: .store, message: "the result could not be written: \(advice)")
        }
    }

    /// Checks that no argument was changed: Swift replaces octets that are not UTF-8.
    private static func checkEncoding() throws(Failure) {
        for index in CommandLine.arguments.indices.dropFirst() {
            guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else {
                continue
            }
            throw .usage("argument \(index) is not UTF-8: enter it in a terminal that uses UTF-8")
        }
    }

    private static func run(_ words: [String], _ output: UserOutput) async throws {
        try checkEncoding()
        let isHelp = words.first == "help"
        let arguments = try Arguments(isHelp ? ["--help"] + words.dropFirst() : words, of: commands)
        if arguments.has("--version") { return print("authcli \(version)") }
        guard let command = arguments.command else {
            guard arguments.has("--help") else {
                throw Failure.usage("the command is missing; authcli --help lists them")
            }
            return print(Help.overview)
        }
        if arguments.has("--help") { return print(Help.text(of: command)) }
        let parsed = try command.init(arguments)
        if let printed = parsed as? any PrintedCommand { return print(printed.text) }
        try await parsed.run(Context(arguments, output))
    }
}
