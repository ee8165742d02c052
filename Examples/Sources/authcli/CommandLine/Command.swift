/// Something that a person can ask for. Each command is one file of `Commands`.
protocol Command: Sendable {
    /// What the person types.
    static var name: String { get }
    /// What it does, in a line.
    static var summary: String { get }
    /// What else it takes, for `--help`.
    static var options: [Option] { get }
    /// The names of what it takes without dashes.
    static var operands: [String] { get }

    /// Reads the arguments.
    ///
    /// - Throws: What is wrong with them.
    init(_ arguments: Arguments) throws(Failure)

    /// Does it.
    func run(_ context: Context) async throws
}

extension Command {
    static var options: [Option] { [] }
    static var operands: [String] { [] }
}

/// An option of a command.
struct Option: Sendable {
    /// With its dashes.
    let name: String
    /// What its value is called; `nil` for one without a value.
    let value: String?
    /// What it does, in a line.
    let summary: String

    init(_ name: String, _ value: String? = nil, _ summary: String) {
        (self.name, self.value, self.summary) = (name, value, summary)
    }

    /// What every command takes.
    static let ofEveryCommand = [
        Option("--domain", "HOST", "the tenant; else AUTH0_DOMAIN, or Auth0.plist beside the program"),
        Option("--client-id", "ID", "the application; else AUTH0_CLIENT_ID, or Auth0.plist"),
        Option("--no-color", nil, "no colours and nothing that moves; NO_COLOR does the same"),
        Option("--help", nil, "this text"),
    ]
}
