import OpenIDDoubles
import Synchronization
import Testing

@testable import OpenID

/// The order of the calls of a user agent, when a session ends while its agent is about to start.
@Suite(.timeLimit(.minutes(30))) struct LoginSessionTests {
    private typealias Session = LoginSession<Int, AuthorizationError>

    private final class Owner: Transaction {
        let allowsOthers = false

        func resume(with address: String) -> Bool { false }

        func cancel() {}
    }

    /// Returns a session whose page is ready to be shown.
    private func preparedSession(_ completion: @escaping @Sendable (Session.Outcome) -> Void) -> Session {
        var options = SessionOptions()
        options.alarm = ManualAlarm().alarm
        let session = Session(options, completion: completion)
        let begins = session.begin(Owner(), among: Transactions(), alreadyActive: .alreadyActive) { .cancelled }
        #expect(begins)
        #expect(session.prepared())
        return session
    }

    @Test func `an agent that was started finishes once`() async {
        let calls = Mutex<[String]>([])
        let (ends, end) = AsyncStream<Void>.makeStream()
        let session = preparedSession { _ in end.finish() }

        let starts = session.presented(dismiss: { _ in calls.withLock { $0.append("finish") } })
        if starts { calls.withLock { $0.append("start") } }
        for _ in 0..<2 { session.end(.responded, .success(1)) }
        for await _ in ends {}

        #expect(calls.withLock { $0 } == ["start", "finish"])
    }

    @Test func `A15 an agent of a session that has ended does not start, and is not told to finish`() async {
        let calls = Mutex<[String]>([])
        let (ends, end) = AsyncStream<Void>.makeStream()
        let session = preparedSession { _ in end.finish() }

        session.end(.cancelled, .failure(.cancelled))
        let starts = session.presented(dismiss: { _ in calls.withLock { $0.append("finish") } })
        for await _ in ends {}

        #expect(!starts)
        #expect(calls.withLock { $0 }.isEmpty)
    }
}
