import Synchronization
import Testing

@testable import OpenID

/// The order of the calls of a user agent, when a session ends while its agent is about to start.
@Suite struct OrderedAgentTests {
    private final class Agent: UserAgent {
        let calls = Mutex<[String]>([])

        func start() { calls.withLock { $0.append("start") } }

        func finish(with result: Result<Void, AuthorizationError>) { calls.withLock { $0.append("finish") } }
    }

    private let agent = Agent()

    private var calls: [String] { agent.calls.withLock { $0 } }

    @Test func `an agent that was started finishes once`() {
        let ordered = OrderedAgent(agent)

        ordered.start()
        for _ in 0..<2 { ordered.finish(with: .success(())) }

        #expect(calls == ["start", "finish"])
    }

    @Test func `A15 an agent of a session that has ended does not start, and is not told to finish`() {
        let ordered = OrderedAgent(agent)

        ordered.finish(with: .failure(AuthorizationError(.cancelled, "")))
        ordered.start()

        #expect(calls.isEmpty)
    }
}
