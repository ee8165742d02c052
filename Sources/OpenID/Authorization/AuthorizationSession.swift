import Dispatch
package import HTTPMessages
import LoginBrowsers
import RequestPipeline
package import Streams
import Synchronization

/// One login or logout in a browser: from the callback listener to the authorization response.
///
/// It ends exactly once, with the first of these: the response, the user's closing the page, a failure, the timeout, or
/// `cancel()`; ``LoginState`` decides. At the end the port, the page, the timer and the entry among the
/// ``Transactions`` are released; afterwards the completion handler is called, on a queue where it may block.
package final class AuthorizationSession: Transaction, Cancellable {
    package struct Outcome: Sendable {
        /// The authorization response; `nil` when any redirect to the redirect URI, or the end of the page, sufficed.
        package let response: AuthorizationResponse?
        /// The redirect URI, with the port that the listener took.
        package let redirectURI: String
    }

    package struct Plan: Sendable {
        package typealias Preparation =
            @Sendable (
                _ redirectURI: String, _ completion: @escaping @Sendable (Result<HTTPURL, any Error>) -> Void
            ) -> any Cancellable
        package typealias AgentMaker =
            @Sendable (HTTPURL, @escaping @Sendable (Result<Void, AuthorizationError>) -> Void) -> any UserAgent

        package var redirect: RedirectURI
        /// The expected authorization response; `nil` when any redirect to the redirect URI suffices.
        package var expectation: AuthorizationResponse.Expectation?
        package var options: SessionOptions
        /// Whether another process, which the desktop starts for the application's own scheme, forwards the response;
        /// otherwise this process calls `resume(with:)`.
        package var takesHandover = false
        /// Whether the user agent is a program, whose arguments every user of the machine can read: it is started with
        /// the address of a page that redirects one browser of this user to the login page.
        package var startsProgram = false
        /// Makes the address of the page; asynchronous, because a pushed authorization request needs the network.
        package var prepare: Preparation
        /// Makes the user agent that shows the page.
        package var agent: AgentMaker
        /// An addition to the name of the user agent in the log.
        package var agentRemark = ""

        package init(
            redirect: RedirectURI, expectation: AuthorizationResponse.Expectation?, options: SessionOptions = .init(),
            prepare: @escaping Preparation, agent: @escaping AgentMaker
        ) {
            (self.redirect, self.expectation, self.options) = (redirect, expectation, options)
            (self.prepare, self.agent) = (prepare, agent)
        }
    }

    package typealias Completion = @Sendable (Result<Outcome, AuthorizationError>) -> Void

    private let plan: Plan
    private let login: LoginSession<Outcome, AuthorizationError>
    /// The results of opening the listener.
    private struct Opened {
        var redirectURI = ""
        /// The page that a program is started with, and its address.
        var start: (page: StartPage, address: HTTPURL)?
    }

    /// Set before the page is prepared, and not changed afterwards.
    private let opened = Mutex(Opened())
    private var redirectURI: String { opened.withLock { $0.redirectURI } }
    /// The work of the end, while the listener sends its page.
    private let end = Mutex<(@Sendable () -> Void)?>(nil)

    package var allowsOthers: Bool { plan.options.allowsOthers }

    private init(_ plan: Plan, _ completion: @escaping Completion) {
        self.plan = plan
        login = LoginSession(plan.options, completion: completion)
    }

    /// Begins a session; the returned handle cancels it.
    ///
    /// The completion is called exactly once, never from inside this call.
    package static func begin(
        _ plan: Plan, among transactions: Transactions = .ofProcess, completion: @escaping Completion
    ) -> any Cancellable {
        let session = AuthorizationSession(plan, completion)
        let begins = session.login.begin(session, among: transactions, alreadyActive: .alreadyActive) {
            [weak session] in
            .unanswered(.timedOut, "the user did not come back from the login page in time", session)
        }
        if begins { session.listen() }
        return session
    }

    package func cancel() {
        login.end(.cancelled, .failure(.unanswered(.cancelled, "the login was cancelled", self)))
    }

    /// The redirect URI, and the list of the provider's settings that has to contain it; `nil` while nothing listens.
    fileprivate var allowance: (redirectURI: String, list: String)? {
        let redirectURI = redirectURI
        guard !redirectURI.isEmpty else { return nil }
        return (redirectURI, plan.expectation?.wantsCode == true ? "Allowed Callback URLs" : "Allowed Logout URLs")
    }
}

// The steps, in their order: listen, prepare, present, respond.
extension AuthorizationSession {
    private func listen() {
        do {
            let listening = try openListener()
            opened.withLock { $0 = listening }
            if !login.isOver { prepare(listening.redirectURI) }
        } catch {
            fail(AuthorizationError(.listenerUnavailable, "the callback listener cannot be opened", cause: error))
        }
    }

    /// Starts to wait for the response.
    private func openListener() throws -> Opened {
        let text = plan.redirect.text
        let occasion: CallbackListener.Occasion = plan.expectation?.wantsCode == true ? .login : .logout
        var configuration = CallbackListener.Configuration(path: nil, occasion: occasion)
        configuration.finalPages = try plan.options.completionPage?.pages()
        if plan.startsProgram {
            configuration.start = StartPage(token: try RandomText.make(), mark: try RandomText.make())
        }
        var (listener, handover): (CallbackListener?, HandoverListener?)
        if case .loopback(let host, let ports, let path) = plan.redirect.way {
            (configuration.host, configuration.path) = (host, path)
            listener = try callbackListener(configuration, at: ports)
        } else if plan.startsProgram {
            listener = try callbackListener(configuration)
        }
        if plan.takesHandover, let scheme = plan.redirect.customScheme {
            handover = try HandoverListener(scheme) { [weak self] address in self?.resume(with: address) ?? false }
        }
        login.reception.fill(
            ClosureCancellable { [listener, handover] in
                listener?.close()
                handover?.close()
            })
        let origin = listener?.origin ?? ""
        return Opened(
            redirectURI: text.isEmpty ? listener?.redirectURI ?? "" : text,
            start: try configuration.start.map { ($0, try HTTPURL(origin + $0.path)) })
    }

    /// Opens a listener at the first free port.
    private func callbackListener(
        _ configuration: CallbackListener.Configuration, at ports: [UInt16]
    ) throws -> CallbackListener {
        var configuration = configuration
        for port in ports {
            configuration.port = port
            do {
                return try callbackListener(configuration)
            } catch let error as LoopbackError where error.code == .portUnavailable && ports.count > 1 {}
        }
        throw LoopbackError(
            .portUnavailable,
            "other programs hold the ports \(ports.map(String.init).joined(separator: ", ")): set another redirect URL")
    }

    private func callbackListener(_ configuration: CallbackListener.Configuration) throws -> CallbackListener {
        try CallbackListener(configuration, answered: { [weak self] in self?.end.withLock { $0.take() }?() }) {
            [weak self] callback in self?.respond(to: callback) ?? .ignored
        }
    }

    private func prepare(_ redirectURI: String) {
        login.preparation.fill(
            plan.prepare(redirectURI) { [weak self] result in
                switch result {
                case .success(let address): self?.present(address)
                case .failure(let error as AuthorizationError): self?.fail(error)
                case .failure(let error):
                    self?.fail(AuthorizationError(.preparationFailed, "the login could not be started", cause: error))
                }
            })
    }

    private func present(_ address: HTTPURL) {
        guard login.prepared() else { return }
        let startPage = opened.withLock { $0.start }
        startPage?.page.redirect(to: address)
        let agent = plan.agent(startPage?.address ?? address) { [weak self] result in
            self?.closed(result)
        }
        guard !login.isOver else { return }
        plan.options.logger?.log(url: address.string, source: "\(agent)\(plan.agentRemark)")
        if let allowance {
            plan.options.logger?.log(url: allowance.redirectURI, source: "URL that the \(allowance.list) need")
        }
        // Another thread may end the session before the agent is started: then the agent must not open its page.
        let start = CompletionOnce<Void> { agent.start() }
        let dismiss = { @Sendable (result: Result<Outcome, AuthorizationError>) in
            if start.take() == nil { agent.finish(with: result.map { _ in () }) }
        }
        if login.presented(dismiss: dismiss) { start(()) }
    }

    /// Decides about a page that has closed, whose session may have ended.
    private func closed(_ result: Result<Void, AuthorizationError>) {
        switch result {
        // A login needs its response, which has arrived if the agent's `finish` was called.
        case .success where plan.expectation?.wantsCode == true: break
        case .success: login.end(.responded, .success(Outcome(response: nil, redirectURI: redirectURI)))
        // A user who closes the window may have seen the provider's error page.
        case .failure(let error) where error.code == .cancelled: fail(.unanswered(.cancelled, error.advice, self))
        case .failure(let error): fail(error)
        }
    }

    private func fail(_ error: AuthorizationError) { login.end(.failed, .failure(error)) }

    /// Decides about a request that the callback listener received.
    private func respond(to callback: Callback) -> CallbackListener.CallbackDecision {
        guard let outcome = outcome(of: callback.query), callback.isFromThisUser,
            let complete = login.decide(.responded, outcome)
        else { return .ignored }
        // Not before the page was sent: the completion handler may end the program.
        let work = { @Sendable [login, plan, redirectURI] in
            login.queue.async {
                plan.options.logger?.log(url: "\(redirectURI)?\(callback.query)", source: "Callback URL")
                complete()
            }
        }
        end.withLock { $0 = work }
        if case .failure = outcome { return .failed }
        return .completed
    }

    package func resume(with address: String) -> Bool {
        let redirectURI = redirectURI
        guard !redirectURI.isEmpty, let query = RedirectURI.response(in: address, to: redirectURI),
            let outcome = outcome(of: query), let complete = login.decide(.responded, outcome)
        else { return false }
        plan.options.logger?.log(url: address, source: "Callback URL")
        complete()
        return true
    }

    /// Returns the result of a query; `nil` when it is not the response to this session.
    private func outcome(of query: String) -> Result<Outcome, AuthorizationError>? {
        guard let expectation = plan.expectation else {
            return .success(Outcome(response: nil, redirectURI: redirectURI))
        }
        return AuthorizationResponse.validate(query, expecting: expectation)?
            .map { Outcome(response: $0, redirectURI: redirectURI) }
    }
}

extension AuthorizationError {
    /// Creates the error of a session that ended without a response.
    ///
    /// A provider that does not know the redirect URI shows its own error page and sends no response, so the error
    /// names the URI to allow.
    fileprivate static func unanswered(
        _ code: Code, _ text: String, _ session: AuthorizationSession?
    ) -> AuthorizationError {
        guard let (redirectURI, list) = session?.allowance else { return AuthorizationError(code, text) }
        return AuthorizationError(
            code,
            "\(text). If the browser shows an error page of the provider, check that the application's settings (\(list)) "
                + "contain \(redirectURI)")
    }
}
