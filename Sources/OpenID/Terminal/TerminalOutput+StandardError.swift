import CAuth0Linux
import LinuxCLibrary
import LinuxSystemCalls

extension TerminalOutput {
    /// The standard error of this process, with the properties that it has when this property is read.
    ///
    /// All terminals that this property returns write to the same file. Writing blocks until the file accepts the text.
    ///
    /// Colors are used on a terminal unless `NO_COLOR` is set or `TERM` is `dumb`, and UTF-8 when the locale supports
    /// it. An empty variable counts as unset. A set-user-ID program ignores its environment and uses plain ASCII.
    ///
    /// - SeeAlso: [no-color.org](https://no-color.org)
    public static var standardError: TerminalOutput {
        let environment = { @Sendable (name: String) in ProcessEnvironment[name] }
        let isTerminal = isatty(STDERR_FILENO) == 1
        let columns = Int(auth0_terminal_columns(STDERR_FILENO))
        return TerminalOutput(
            isInteractive: isTerminal, columns: columns > 0 ? columns : nil,
            usesColor: isTerminal && showsColor(environment), usesUTF8: showsUTF8(environment)
        ) { try? OpenFile.write(Array($0.utf8), to: STDERR_FILENO) }
    }

    /// Whether a terminal with this environment shows colors.
    static func showsColor(_ environment: (String) -> String?) -> Bool {
        guard (environment("NO_COLOR") ?? "").isEmpty, let kind = environment("TERM") else { return false }
        return !kind.isEmpty && kind != "dumb"
    }

    /// Whether the locale of this environment uses UTF-8: the first of the three variables that is set counts.
    static func showsUTF8(_ environment: (String) -> String?) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment($0) }.first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }
}
