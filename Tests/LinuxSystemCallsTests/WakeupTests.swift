import Glibc
import LinuxSystemCalls
import Testing

/// The event that wakes a thread from a wait.
@Suite struct WakeupTests {
    @Test func `a signal does not end a wait before the event`() async {
        // In a process of its own, to which the handler of the signal belongs.
        await #expect(processExitsWith: .success) {
            guard let event = Wakeup() else { _exit(1) }
            _exit(receiveSignals(10_000, then: { event.ring() }) && event.isRung(within: 600_000) ? 0 : 2)
        }
    }

    @Test func `signals do not extend a wait over its limit`() async {
        await #expect(processExitsWith: .success) {
            // Ends a wait that each signal restarts.
            alarm(60)
            guard let event = Wakeup() else { _exit(1) }
            _exit(receiveSignals(.max) && !event.isRung(within: 20) ? 0 : 2)
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

/// Sends signals to this thread from another one, which then calls a closure; returns whether it was started.
private func receiveSignals(_ count: Int, then end: @escaping @Sendable () -> Void = {}) -> Bool {
    signal(SIGUSR1) { _ in }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    let receiver = pthread_self()
    return BackgroundThread.start(named: "test-signals") {
        for _ in 0..<count { pthread_kill(receiver, SIGUSR1) }
        end()
    }
}
