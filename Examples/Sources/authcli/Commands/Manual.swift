/// The command `manual`, which prints the manual page.
struct Manual: PrintedCommand {
    static let name = "manual"
    static let summary = "print the manual page, for man -l -"

    init(_ arguments: Arguments) throws(Failure) {}

    var text: String {
        let commands = AuthCLI.commands.map { command in
            ".TP\n.B \(Self.escaped(Help.usage(command)))\n\(Self.escaped(command.summary))"
                + command.options.map { option in
                    "\n.RS\n.TP\n.B \(Self.escaped(Help.usage(option)))\n\(Self.escaped(option.summary))\n.RE"
                }.joined()
        }
        let options = (Option.ofEveryCommand + Option.ofProgram).map {
            ".TP\n.B \(Self.escaped(Help.usage($0)))\n\(Self.escaped($0.summary))"
        }
        let statuses = ExitStatus.rows.map { ".TP\n.B \($0.0)\n\(Self.escaped($0.1))" }
        let quote = "\\(dq"
        return """
            .TH AUTHCLI 1 2026-11-24 "auth0-streams \(AuthCLI.version)"
            .SH NAME
            authcli \\- log in at a terminal, and stay logged in
            .SH SYNOPSIS
            .B authcli
            .I command
            [options]
            .SH COMMANDS
            \(commands.joined(separator: "\n"))
            .SH OPTIONS OF EVERY COMMAND
            \(options.joined(separator: "\n"))
            .SH EXAMPLES
            .TP
            .B authcli login \\-\\-organization acme
            log in to an organization, in the browser
            .TP
            .B curl \\-H \(quote)Authorization: Bearer $(authcli token)\(quote) https://api.example.com
            call an API
            .TP
            .B authcli status \\-\\-json
            find out in a script whether a user is logged in: the exit status is 77 if not
            .SH EXIT STATUS
            \(statuses.joined(separator: "\n"))
            .SH ENVIRONMENT
            .TP
            .B AUTH0_DOMAIN, AUTH0_CLIENT_ID
            the tenant and the application
            .TP
            .B BROWSER
            the browser of a login
            .TP
            .B SSL_CERT_FILE, SSL_CERT_DIR, CURL_CA_BUNDLE
            the certificate authorities, in place of those of the system
            .TP
            .B HTTPS_PROXY, ALL_PROXY, NO_PROXY
            the proxy, and the hosts that are reached without it
            .TP
            .B NO_COLOR
            no colors and no animation
            .SH FILES
            .TP
            .I ~/.local/state/authcli
            the session, encrypted; in $XDG_STATE_HOME if it is set
            """
    }

    /// A text without characters that mean something in a manual page.
    private static func escaped(_ text: String) -> String {
        let characters = text.map { character in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            default: String(character)
            }
        }.joined()
        return characters.hasPrefix(".") || characters.hasPrefix("'") ? "\\&\(characters)" : characters
    }
}
