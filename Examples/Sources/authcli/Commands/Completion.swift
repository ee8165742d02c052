/// The command `completion`, which prints the completion of the command line for a shell.
struct Completion: PrintedCommand {
    static let name = "completion"
    static let summary = "print the completion of authcli for bash, zsh or fish"
    static let operands = ["bash|zsh|fish"]

    private static let shells: [String: @Sendable () -> String] = ["bash": bash, "zsh": zsh, "fish": fish]
    private let script: @Sendable () -> String

    init(_ arguments: Arguments) throws(Failure) {
        guard let script = arguments.operands.first.flatMap({ Self.shells[$0] }) else {
            throw .usage("completion takes bash, zsh or fish")
        }
        self.script = script
    }

    var text: String { script() }

    /// The alternatives of a command's first operand, such as `list|add|remove`.
    private static func alternatives(of command: any Command.Type) -> [String] {
        guard let first = command.operands.first, first.contains("|") else { return [] }
        return first.split(separator: "|").map(String.init)
    }

    @Sendable private static func bash() -> String {
        let cases = AuthCLI.commands.map { command in
            let words = alternatives(of: command) + (command.options + Option.ofEveryCommand).map(\.name)
            return "    \(command.name)) words='\(words.joined(separator: " "))' ;;"
        }
        return """
            # bash completion for authcli
            _authcli() {
                local words='\((AuthCLI.commands.map { $0.name } + ["--help", "--version"]).joined(separator: " "))'
                ((COMP_CWORD == 1)) || case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                help|-*) ;;  # a command follows
                *) words='' ;;
                esac
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}")
            }
            complete -F _authcli authcli
            """
    }

    @Sendable private static func zsh() -> String {
        let commands = AuthCLI.commands.map { "        \(quoted("\($0.name):\($0.summary)"))" }
        let cases = AuthCLI.commands.map { command in
            let options = (command.options + Option.ofEveryCommand).map { option in
                quoted("\(option.name)[\(option.summary)]" + (option.value.map { ":\($0):" } ?? ""))
            }
            let operands = alternatives(of: command)
            let first = operands.isEmpty ? [] : [quoted("1:word:(\(operands.joined(separator: " ")))")]
            return "    \(command.name)) _arguments \((options + first).joined(separator: " ")) ;;"
        }
        return """
            #compdef authcli
            _authcli() {
                local -a commands=(
            \(commands.joined(separator: "\n"))
                )
                if ((CURRENT == 2)); then
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                ((CURRENT--))
                case $command in
            \(cases.joined(separator: "\n"))
                esac
            }
            if [ "$funcstack[1]" = _authcli ]; then _authcli "$@"; else compdef _authcli authcli; fi
            """
    }

    @Sendable private static func fish() -> String {
        var lines = ["# fish completion for authcli", "complete -c authcli -f"]
        for command in AuthCLI.commands {
            let seen = "__fish_seen_subcommand_from \(command.name)"
            lines.append(
                "complete -c authcli -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))")
            let words = alternatives(of: command)
            if !words.isEmpty { lines.append("complete -c authcli -n '\(seen)' -a '\(words.joined(separator: " "))'") }
            for option in command.options + Option.ofEveryCommand {
                let value = option.value == nil ? "" : " -r"
                lines.append(
                    "complete -c authcli -n '\(seen)' -l \(option.name.dropFirst(2))\(value) -d \(quoted(option.summary))"
                )
            }
        }
        return lines.joined(separator: "\n")
    }

    /// A text as one word of a shell.
    private static func quoted(_ text: String) -> String {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: #"'\''"#))'"
    }
}
