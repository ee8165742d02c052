/// The texts of `--help`.
enum Help {
    /// The overview of all commands.
    static var overview: String {
        """
        authcli: log in at a terminal, and stay logged in

        \(table(AuthCLI.commands.map { (usage($0), $0.summary) }))

        authcli COMMAND --help lists the options of a command, authcli --version prints the version. Results go to standard
        output, messages to standard error; with --json the last line of a failure is JSON, too.

        \(ExitStatus.table)
        """
    }

    /// Returns the help text of one command.
    static func text(of command: any Command.Type) -> String {
        let options = (command.options + Option.ofEveryCommand).map { (usage($0), $0.summary) }
        return "authcli \(usage(command)): \(command.summary)\n\n\(table(options))"
    }

    /// A command with its operands.
    static func usage(_ command: any Command.Type) -> String {
        ([command.name] + command.operands.map { "[\($0)]" }).joined(separator: " ")
    }

    /// An option with the name of its value.
    static func usage(_ option: Option) -> String {
        [option.name, option.value].compactMap { $0 }.joined(separator: " ")
    }

    static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }
            .joined(separator: "\n")
    }
}
