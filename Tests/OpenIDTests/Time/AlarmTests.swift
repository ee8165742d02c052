import OpenID
import Streams
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct AlarmTests {
    private final class Tracked: Sendable {}

    @Test func `calls an action once, and not after it was cancelled`() async {
        let cancelled = Mutex(0)
        let (rings, ring) = AsyncStream<Void>.makeStream()

        let first = Alarm.system.after(.milliseconds(1)) { cancelled.withLock { $0 += 1 } }
        first.cancel()
        let second = Alarm.system.after(.milliseconds(2)) { ring.yield() }
        for await _ in rings { break }

        #expect(cancelled.withLock { $0 } == 0)
        second.cancel()
    }

    @Test func `releases its action when it is cancelled`() {
        weak var tracked: Tracked?
        let waiting: any Cancellable
        do {
            let object = Tracked()
            tracked = object
            waiting = Alarm.system.after(.seconds(3_600)) { _ = object }
        }
        #expect(tracked != nil)

        waiting.cancel()

        #expect(tracked == nil)
    }
}
