import Dispatch
package import HTTPMessages
import LoginBrowsers
package import RequestPipeline
package import Streams
import Synchronization

/// One attempt to have a person do something in a browser and come back: from the listener to the answer.
///
/// It ends exactly once, by whatever comes first: the answer, the person's closing the page, a failure, the deadline, or
/// `cancel()`. With its end the port, the page, the timer and the place among the ``Transactions`` are given back, and
/// only then its completion is called, on a thread of its own kind that anybody may block.
package final class AuthorizationSession: Transaction, Cancellable {
    /// What comes back.
    package struct Outcome: Sendable {
        /// The answer; `nil` where only coming back was waited for.
        package let answer: AuthorizationResponse?
        /// The redirect URI, with the port that it came to have.
        package let redirectURI: String
    }

    /// What is to be done.
    package struct Plan: Sendable {
        package typealias Preparation =
            @Sendable (
                _ redirectURI: String, _ completion: @escaping @Sendable (Result<HTTPURL, any Error>) -> Void
            ) -> any Cancellable
        package typealias AgentMaker =
            @Sendable (HTTPURL, @escaping @Sendable (Result<Void, AuthorizationError>) -> Void) -> any UserAgent

        /// Where the browser comes back to.
        package var redirect: RedirectURI
        /// What it has to bring; `nil` where coming back is enough.
        package var expectation: AuthorizationResponse.Expectation?
        /// How long the person may take.
        package var timeout: Duration
        /// Whether others may be under way at the same time.
        package var allowsOthers: Bool
        /// Whether another process, which the desktop starts for a scheme of the application's own, hands the answer over;
        /// otherwise somebody in this process calls `resume(with:)`.
        package var takesHandover = false
        /// Makes the address to open, and may take its time, as a pushed request does.
        package var prepare: Preparation
        /// Makes what shows it.
        package var agent: AgentMaker
        /// Is told of addresses, for the log: what opens or has received them.
        package var logger: (any Logger)?

        /// Makes a plan.
        package init(
            redirect: RedirectURI, expectation: AuthorizationResponse.Expectation?, timeout: Duration,
            allowsOthers: Bool = false, prepare: @escaping Preparation, agent: @escaping AgentMaker
        ) {
            (self.redirect, self.expectation, self.timeout) = (redirect, expectation, timeout)
            (self.allowsOthers, self.prepare, self.agent) = (allowsOthers, prepare, agent)
        }
    }

    /// Is called with the end.
    package typealias Completion = @Sendable (Result<Outcome, AuthorizationError>) -> Void

    private struct State {
        var completion: Completion?
        var redirectURI = ""
        var stopListening: (@Sendable () -> Void)?
        var preparation: (any Cancellable)?
        /// What shows the page, once it was told to.
        var agent: (any UserAgent)?
        var deadline: Deadline?
    }

    private let plan: Plan
    private let transactions: Transactions
    private let state: Mutex<State>

    /// Where sessions end: a completion may block, and the listener's thread still has a page to deliver.
    private static let queue = DispatchQueue(label: "auth0.login", attributes: .concurrent)

    package var allowsOthers: Bool { plan.allowsOthers }

    private init(_ plan: Plan, _ transactions: Transactions, _ completion: @escaping Completion) {
        self.plan = plan
        self.transactions = transactions
        state = Mutex(State(completion: completion))
    }

    /// Begins an attempt.
    ///
    /// - Parameters:
    ///   - plan: What is to be done.
    ///   - transactions: Among which others.
    ///   - completion: Called exactly once, never from inside this call.
    /// - Returns: Cancels the attempt.
    package static func begin(
        _ plan: Plan, among transactions: Transactions = .ofProcess, completion: @escaping Completion
    ) -> any Cancellable {
        let session = AuthorizationSession(plan, transactions, completion)
        guard transactions.enter(session) else {
            session.end(.failure(.alreadyActive))
            return session
        }
        session.setTimer()
        session.listen()
        return session
    }

    private func setTimer() {
        let deadline = Deadline(after: plan.timeout, on: Self.queue) { [weak self] in
            self?.end(.failure(AuthorizationError(.timedOut, "nobody came back from the login page in time")))
        }
        state.withLock { $0.deadline = deadline }
        deadline.activate()
    }

    private func listen() {
        do {
            let (redirectURI, stop) = try openListener()
            let isOpen = state.withLock { state in
                guard state.completion != nil else { return false }
                state.stopListening = stop
                return true
            }
            if isOpen { prepare(redirectURI) } else { stop() }
        } catch {
            end(.failure(AuthorizationError(.listenerUnavailable, "the answer cannot be caught", cause: error)))
        }
    }

    /// Begins to wait for the answer.
    ///
    /// - Returns: The redirect URI, with its port, and what ends the wait.
    private func openListener() throws -> (redirectURI: String, stop: @Sendable () -> Void) {
        let text = plan.redirect.text
        let occasion: CallbackListener.Occasion = plan.expectation?.wantsCode == true ? .login : .logout
        if case .loopback(let host, let port, let path) = plan.redirect.way {
            let listener = try CallbackListener(.init(host: host, port: port, path: path, occasion: occasion)) {
                [weak self] callback in
                self?.judge(callback) ?? .ignored
            }
            return (text.isEmpty ? listener.redirectURI : text, { listener.close() })
        }
        guard plan.takesHandover, let scheme = plan.redirect.customScheme else { return (text, {}) }
        let listener = try HandoverListener(scheme) { [weak self] address in self?.resume(with: address) ?? false }
        return (text, { listener.close() })
    }

    private func prepare(_ redirectURI: String) {
        state.withLock { $0.redirectURI = redirectURI }
        let preparation = plan.prepare(redirectURI) { [weak self] result in
            switch result {
            case .success(let address): self?.open(address)
            case .failure(let error):
                let failure = error as? AuthorizationError
                self?.end(
                    .failure(
                        failure ?? AuthorizationError(.preparationFailed, "the login could not be begun", cause: error))
                )
            }
        }
        let isOver = state.withLock { state in
            state.preparation = preparation
            return state.completion == nil
        }
        if isOver { preparation.cancel() }
    }

    private func open(_ address: HTTPURL) {
        let agent = plan.agent(address) { [weak self] result in
            // Success is what the agent says after it was told to finish; the answer has come by then.
            if case .failure(let error) = result { self?.end(.failure(error)) }
        }
        guard state.withLock({ $0.completion != nil }) else { return }
        plan.logger?.log(url: address.string, source: "\(agent)")
        // Last of all: an agent that was told to finish before it was told to start would start all the same, and stay.
        let isOpen = state.withLock { state in
            guard state.completion != nil else { return false }
            state.agent = agent
            return true
        }
        if isOpen { agent.start() }
    }

    /// What the listener has caught.
    private func judge(_ callback: Callback) -> CallbackListener.CallbackDecision {
        guard let result = read(callback.query), callback.isFromThisUser else { return .ignored }
        Self.queue.async { [self] in
            plan.logger?.log(
                url: "\(state.withLock { $0.redirectURI })?\(callback.query)", source: "Callback URL")
            end(result)
        }
        if case .failure = result { return .failed }
        return .completed
    }

    /// What the system has handed to the program.
    package func resume(with address: String) -> Bool {
        let redirectURI = state.withLock { $0.completion == nil ? "" : $0.redirectURI }
        guard !redirectURI.isEmpty, let query = RedirectURI.answer(in: address, to: redirectURI),
            let result = read(query)
        else { return false }
        plan.logger?.log(url: address, source: "Callback URL")
        return end(result)
    }

    private func read(_ query: String) -> Result<Outcome, AuthorizationError>? {
        let redirectURI = state.withLock { $0.redirectURI }
        guard let expectation = plan.expectation else {
            return .success(Outcome(answer: nil, redirectURI: redirectURI))
        }
        guard case .answer(let result) = AuthorizationResponse.read(query, expecting: expectation) else { return nil }
        return result.map { Outcome(answer: $0, redirectURI: redirectURI) }
    }

    /// Gives the login up.
    package func cancel() {
        end(.failure(.cancelled))
    }

    /// Ends the attempt; whether this call did it.
    @discardableResult
    private func end(_ result: Result<Outcome, AuthorizationError>) -> Bool {
        let last = state.withLock { state in
            defer { state = State(redirectURI: state.redirectURI) }
            return state
        }
        guard let completion = last.completion else { return false }
        last.deadline?.cancel()
        last.stopListening?()
        last.preparation?.cancel()
        transactions.leave(self)
        Self.queue.async { [agent = last.agent] in
            agent?.finish(with: result.map { _ in () })
            completion(result)
        }
        return true
    }
}
