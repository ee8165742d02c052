import FoundationEssentials
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

    /// Prepares a login.
    ///
    /// - Throws: The reason why the options contradict each other, or cannot be sent with this grant.
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

extension WebAuthError {
    /// Converts the error of a login in a terminal.
    init(device error: any Error) {
        guard let refusal = error as? AuthenticationError else {
            self.init(beginning: error)
            return
        }
        if refusal.isCancelled {
            self = .userCancelled
        } else if let cause = refusal.cause as? IDTokenError {
            self = Self.idTokenValidationFailed.because(of: cause)
        } else if refusal.code == "expired_token" {
            self = Self.timedOut.because(of: refusal)
        } else if refusal.cause == nil {
            self = Self.authenticationFailed.because(of: refusal)
        } else {
            self = Self.other.because(of: refusal)
        }
    }
}
