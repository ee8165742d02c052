/// A command. Each one is a file of `Commands`.
protocol Command: Sendable {
    /// The name on the command line.
    static var name: String { get }
    /// The summary, in one line.
    static var summary: String { get }
    /// The options, for `--help`.
    static var options: [Option] { get }
    /// The names of the operands.
    static var operands: [String] { get }

    /// Creates the command from its arguments.
    ///
    /// - Throws: A ``Failure`` if the arguments are invalid.
    init(_ arguments: Arguments) throws(Failure)

    /// Runs the command.
    func run(_ context: Context) async throws
}

/// A command that prints a text of the program itself, and needs no tenant.
protocol PrintedCommand: Command {
    /// The text.
    var text: String { get }
}

extension PrintedCommand {
    func run(_ context: Context) { print(text) }
}

extension Command {
    static var options: [Option] { [] }
    static var operands: [String] { [] }
}

/// An option of a command.
struct Option: Sendable {
    /// The name, with its dashes.
    let name: String
    /// The name of the value; `nil` for an option without a value.
    let value: String?
    /// The summary, in one line.
    let summary: String

    init(_ name: String, _ value: String? = nil, _ summary: String) {
        (self.name, self.value, self.summary) = (name, value, summary)
    }

    /// The options of the program without a command.
    static let ofProgram = [Option("--version", nil, "print the version")]

    /// The options that every command has.
    static let ofEveryCommand = [
        Option("--domain", "HOST", "the tenant; by default AUTH0_DOMAIN, or Auth0.plist beside the program"),
        Option("--client-id", "ID", "the application; by default AUTH0_CLIENT_ID, or Auth0.plist"),
        Option("--no-color", nil, "no colors and no animation, as with NO_COLOR"),
        Option("--help", nil, "print the options of this command"),
    ]
}
