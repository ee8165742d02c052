import Streams
import StreamsTesting
import Testing

@Suite struct ManualSchedulerTests {
    private let scheduler = ManualScheduler()
    private let runs = Counter()

    @Test(arguments: [
        (Duration.seconds(1.5), 1_500_000_000), (.milliseconds(2), 2_000_000), (.nanoseconds(3), 3), (.zero, 0),
        (Duration(secondsComponent: 1, attosecondsComponent: 1_999_999_999), 1_000_000_001), (.seconds(-1), 0),
    ])
    func `advances by a duration, in whole nanoseconds and never backwards`(duration: Duration, nanoseconds: Int) {
        scheduler.advance(by: duration)

        #expect(scheduler.now.nanoseconds == nanoseconds)
    }

    @Test func `runs an action at its moment, not before`() {
        scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(10))) { [runs] in _ = runs.next() }

        scheduler.advance(by: .milliseconds(10) - .nanoseconds(1))
        #expect(runs.value == 0 && scheduler.pendingCount == 1)
        scheduler.advance(by: .nanoseconds(1))

        #expect(runs.value == 1 && scheduler.pendingCount == 0)
    }

    @Test func `counts a repeated action as pending until it is cancelled`() {
        let repetition = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) { [runs] in _ = runs.next() }

        scheduler.advance(by: .seconds(2))
        #expect(runs.value == 3 && scheduler.pendingCount == 1)
        repetition.cancel()

        #expect(scheduler.pendingCount == 0)
    }

    @Test func `refuses a repetition without a length, which no advance could end`() async {
        await #expect(processExitsWith: .failure) {
            let scheduler = ManualScheduler()
            _ = scheduler.schedule(after: scheduler.now, interval: .zero) {}
        }
        await #expect(processExitsWith: .failure) {
            let scheduler = ManualScheduler()
            _ = scheduler.schedule(after: scheduler.now, interval: .seconds(-1)) {}
        }
    }
}
