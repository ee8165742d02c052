import Synchronization

/// Orders the two calls of a user agent: the end of a session, on another thread, may come before the agent was
/// started.
///
/// An agent that was told to finish before it was told to start would start all the same, and its page would stay open.
final class OrderedAgent: Sendable {
    private enum State {
        case new, started, finished
    }

    private let agent: any UserAgent
    private let state = Mutex(State.new)

    init(_ agent: any UserAgent) { self.agent = agent }

    /// Starts the agent, unless the session has ended.
    func start() {
        let isFirst = state.withLock { state in
            guard case .new = state else { return false }
            state = .started
            return true
        }
        if isFirst { agent.start() }
    }

    /// Tells the agent to finish, if it was started; otherwise it will not be.
    func finish(with result: Result<Void, AuthorizationError>) {
        let isStarted = state.withLock { state in
            defer { state = .finished }
            return if case .started = state { true } else { false }
        }
        if isStarted { agent.finish(with: result) }
    }
}
