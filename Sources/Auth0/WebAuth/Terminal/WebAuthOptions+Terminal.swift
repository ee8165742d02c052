import LoginBrowsers
import OpenID

extension WebAuthOptions {
    /// The parameters that a login with a device code sends, validates, or does not need. All others could change who
    /// logs in, or how.
    private static let carried: Set<String> = ["scope", "audience", "organization", "max_age", "state", "ui_locales"]

    /// The terminal that shows the login: the configured one or, when no browser can be opened, standard error if it is
    /// a terminal. `nil` for a login in a browser.
    var terminal: TerminalOutput? {
        switch window {
        case .terminal(let terminal): return terminal
        case .browser where isEphemeral: return nil
        case .browser:
            // A redirect URL of a custom scheme requires a browser.
            if case .customScheme = defaultRedirect { return nil }
            guard !SystemBrowser.isAvailable else { return nil }
            let terminal = TerminalOutput.standardError
            return terminal.isInteractive ? terminal : nil
        case .ofProgram, .custom: return nil
        }
    }

    /// Refuses parameters that a login with a device code cannot send: without them it would be a different login.
    ///
    /// - Throws: `AuthorizationError.Code.browserUnavailable`.
    func checkForTerminal() throws(AuthorizationError) {
        var surplus = parameters.map(\.name).filter { !Self.carried.contains($0) }
        if authorizeURL != nil { surplus.append("an authorize URL") }
        if signingKey != nil { surplus.append("a signed request") }
        guard !surplus.isEmpty else { return }
        throw AuthorizationError(
            .browserUnavailable,
            "a login in a terminal cannot carry \(surplus.joined(separator: ", ")): leave that out, or log in where a "
                + "browser is (a display, or BROWSER)")
    }
}
