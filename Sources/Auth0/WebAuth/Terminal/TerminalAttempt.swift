import FoundationEssentials
import LoginBrowsers
import OpenID
import RequestPipeline
import Streams

/// One login in a terminal, by a code that the user enters on another device.
struct TerminalAttempt: Sendable {
    private let webAuth: Auth0WebAuth
    private let terminal: TerminalOutput
    private let issuer: String
    private let maxAge: Int?

    private var authentication: Auth0Authentication { webAuth.authentication }
    private var options: WebAuthOptions { webAuth.options }

    /// Prepares a login; throws the reason why the options contradict each other, or cannot be sent with this grant.
    init(_ original: Auth0WebAuth, in terminal: TerminalOutput) throws {
        var webAuth = original
        webAuth.options = try original.options.withInvitation()
        try webAuth.options.checkForTerminal()
        issuer = try webAuth.options.issuer ?? webAuth.authentication.address.base.get().string
        maxAge = try webAuth.options.checkedMaxAge()
        (self.webAuth, self.terminal) = (webAuth, terminal)
        let sample = checked(authentication.codeExchange(withCode: "", codeVerifier: "", redirectURI: ""))
        if let problem = sample.problemOfChecks { throw WebAuthError.idTokenValidationFailed.because(of: problem) }
    }

    func begin(_ completion: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) -> any Cancellable {
        DeviceSession.begin(plan) { result in completion(result.mapError { WebAuthError(device: $0) }) }
    }

    private var plan: DeviceSession<Credentials>.Plan {
        DeviceSession.Plan(
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
                authentication.login(deviceAuthorization: authorization).modifyingRequests { checked($0) }
                    .timed(by: options.time, options.session.alarm).start { completion($0.mapError { $0 }) }
            })
    }

    /// Adds the validation of a login in a browser, without the nonce, which this grant does not have.
    private func checked(
        _ request: Request<Credentials, AuthenticationError>
    ) -> Request<Credentials, AuthenticationError> {
        request.validateClaims().withIssuer(issuer).withLeeway(options.leeway).withMaxAge(maxAge)
            .withOrganization(options["organization"]).withTrustedAudiences(options.trustedAudiences)
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
