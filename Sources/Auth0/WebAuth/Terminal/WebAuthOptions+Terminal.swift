import OpenID
import LoginBrowsers

extension WebAuthOptions {
    /// What a device login asks for, checks, or can do without. Everything else could change who logs in, or how.
    private static let carried: Set<String> = ["scope", "audience", "organization", "max_age", "state", "ui_locales"]

    /// The terminal that this login is shown in: the one that was asked for or, where nothing here opens pages, the one
    /// that the person is looking at.
    ///
    /// - Returns: `nil` for a login in a browser.
    var terminal: Terminal? {
        switch window {
        case .terminal(let terminal): return terminal
        case .browser where isEphemeral: return nil
        case .browser:
            // Whoever asked for the way back through a scheme of their own asked for a browser.
            if case .customScheme = defaultRedirect { return nil }
            guard !SystemBrowser.isAvailable else { return nil }
            let terminal = Terminal.standardError
            return terminal.isInteractive ? terminal : nil
        case .ofProgram, .custom: return nil
        }
    }

    /// Refuses what a device login cannot carry: it would be another login than the one that was asked for.
    ///
    /// - Throws: `AuthorizationError.Code.browserUnavailable`.
    func checkForTerminal() throws(AuthorizationError) {
        var surplus = parameters.map(\.name).filter { !Self.carried.contains($0) }
        if authorizeURL != nil { surplus.append("an authorize URL") }
        guard !surplus.isEmpty else { return }
        throw AuthorizationError(
            .browserUnavailable,
            "a login in a terminal cannot carry \(surplus.joined(separator: ", ")): leave that out, or log in where a "
                + "browser is (a display, or BROWSER)")
    }
}
