import Glibc
import LinuxSystemCalls
import Testing

/// The event that wakes a thread from a wait.
@Suite struct WakeupTests {
    @Test func `a signal does not end a wait before the event`() async {
        // In a process of its own, to which the handler of the signal belongs.
        await #expect(processExitsWith: .success) {
            signal(SIGUSR1) { _ in }
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGUSR1)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            guard let event = Wakeup() else { _exit(1) }
            let waiting = pthread_self()
            let isStarted = BackgroundThread.start(named: "test-signals") {
                for _ in 0..<10_000 { pthread_kill(waiting, SIGUSR1) }
                event.ring()
            }
            _exit(isStarted && event.isRung(within: 600_000) ? 0 : 2)
        }
    }

    @Test func `a wait without the event ends at its limit`() throws {
        let event = try #require(Wakeup())

        #expect(!event.isRung(within: 1))
        #expect(Wakeup.firstReadable(of: [-1, event.descriptor], within: 0) == nil)
        event.ring()
        #expect(Wakeup.firstReadable(of: [-1, event.descriptor]) == 1)
    }
}
