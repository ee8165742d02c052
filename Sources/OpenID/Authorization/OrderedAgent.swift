import Synchronization

/// Orders the two calls of a user agent: another thread may end a session before the agent was started.
///
/// Without this type, an agent that is finished before it is started would still open its page.
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

    /// Finishes the agent if it was started; otherwise prevents its start.
    func finish(with result: Result<Void, AuthorizationError>) {
        let isStarted = state.withLock { state in
            defer { state = .finished }
            return if case .started = state { true } else { false }
        }
        if isStarted { agent.finish(with: result) }
    }
}
