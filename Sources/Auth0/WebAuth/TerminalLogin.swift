import FoundationEssentials
import LoginBrowsers
public import OpenID
import RequestPipeline
import Streams

extension LoginAttempt {
    /// Begins the login in a terminal, by a code that the user enters on another device.
    ///
    /// - Throws: The reason why the options contradict each other, or cannot be sent with this grant.
    func begin(
        in terminal: TerminalOutput, _ completion: @escaping @Sendable (WebAuthResult<Credentials>) -> Void
    ) throws -> any Cancellable {
        try options.checkForTerminal()
        try checkExpectations(
            of: validating(authentication.codeExchange(withCode: "", codeVerifier: "", redirectURI: "")))
        let plan = DeviceSession<Credentials>.Plan(
            options: options.session,
            authorize: { completion in
                authentication.deviceAuthorization(
                    audience: options["audience"], scope: options["scope"] ?? defaultScope,
                    organization: options["organization"]
                ).begin { completion($0.mapError { $0 }) }
            },
            show: { authorization in
                webAuth.logger?.log(url: authorization.verificationURI.absoluteString, source: "Terminal")
                terminal.show(authorization, timeout: options.session.timeout)
            },
            wait: { authorization, completion in
                authentication.login(deviceAuthorization: authorization).modifyingRequests { validating($0) }
                    .timed(by: options.time, options.session.alarm).start { completion($0.mapError { $0 }) }
            })
        return DeviceSession.begin(plan) { result in completion(result.mapError { WebAuthError(device: $0) }) }
    }
}

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

/// A provider of logins without a browser: the user opens the page on a phone or another computer.
public struct WebAuthTerminalProvider: Sendable {
    /// The terminal that shows the address and the code; `nil` is standard error.
    let terminal: TerminalOutput?
}

extension WebAuthentication {
    /// Whether a page can be opened on this machine: by a program of `$BROWSER`, or by `xdg-open` and a display.
    public static var isBrowserAvailable: Bool { SystemBrowser.isAvailable }

    /// Returns a provider of logins by a code that the user enters on another device: the device authorization grant.
    ///
    /// An address, a code and a QR code are written to a terminal; nothing is read from it. The ID token is validated
    /// as after a login in a browser, without the nonce, which this grant does not have. Parameters that the grant
    /// cannot send, such as a connection, an invitation or a signed request, make the login fail with
    /// ``WebAuthError/browserUnavailable``. No parameter passes through a browser, with or without
    /// ``WebAuth/pushing()``. Modifiers of a page on this machine, such as the redirect URL, header fields,
    /// ``WebAuth/useEphemeralSession()`` and ``WebAuth/onClose(_:)``, have no effect, and logouts fail.
    ///
    /// The text is English unless `TerminalOutput.deviceText` of `import OpenID` returns another text. Showing it
    /// blocks a background thread of the SDK until the terminal accepts it.
    ///
    /// The application needs the grant type Device Code.
    ///
    /// - Parameter terminal: The terminal; `nil` is standard error as it is when the login starts, even if it is a
    ///   file.
    /// - Returns: A provider for ``WebAuth/provider(_:)``.
    /// - SeeAlso: [RFC 8628](https://www.rfc-editor.org/rfc/rfc8628)
    public static func terminalProvider(_ terminal: TerminalOutput? = nil) -> WebAuthTerminalProvider {
        WebAuthTerminalProvider(terminal: terminal)
    }
}
