import Streams
import StreamsExtras
import StreamsTesting
import Synchronization
import Testing

@Suite struct SchedulingGroupTests {
    private let scheduler = ManualScheduler()

    @Test func `subscribe(on) subscribes, requests and cancels on the scheduler`() {
        let (probe, recorder) = (Probe<Int, SampleError>(), Recorder<Int, SampleError>(demand: .max(3)))
        probe.subscribe(on: scheduler).subscribe(recorder)
        #expect(probe.subscriberCount == 0)

        scheduler.run()
        #expect(probe.subscriberCount == 1 && probe.requests == [.max(3)])
        probe.send(1)
        #expect(recorder.values == [1])
        recorder.cancel()
        #expect(!probe.isCancelled)
        scheduler.run()

        #expect(probe.isCancelled)
    }

    @Test func `receive(on) tells values and the end on the scheduler, and requests at once`() {
        let (probe, recorder) = (Probe<Int, SampleError>(), Recorder<Int, SampleError>(demand: .max(3)))
        probe.receive(on: scheduler, options: nil).subscribe(recorder)
        #expect(probe.requests == [.max(3)])

        probe.send(1)
        probe.send(completion: .finished)
        #expect(recorder.transcript == "")
        scheduler.run()

        #expect(recorder.transcript == "1 finished")
    }

    @Test func `the immediate scheduler runs everything on the spot`() {
        let log = Log()
        let immediate = ImmediateScheduler.shared
        immediate.schedule { log.add("now") }
        immediate.schedule(after: immediate.now) { log.add("after") }
        immediate.schedule(after: immediate.now, tolerance: 1) { log.add("tolerance") }
        immediate.schedule(after: immediate.now, interval: 1) { log.add("interval") }.cancel()
        immediate.schedule(after: immediate.now, interval: 1, tolerance: 1) { log.add("both") }.cancel()

        #expect(log.events == ["now", "after", "tolerance", "interval", "both"])
        #expect(immediate.now.distance(to: immediate.now.advanced(by: 5)) == 0)
        #expect(
            ImmediateScheduler.SchedulerTimeType.Stride.seconds(3) == 0 && immediate.minimumTolerance == 0
        )
    }

    @Test func `any scheduler has the short forms`() {
        let log = Log()
        scheduler.schedule { log.add("now") }
        scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) { log.add("after") }
        scheduler.schedule(after: scheduler.now.advanced(by: .seconds(2)), tolerance: .zero) {
            log.add("tolerance")
        }
        let first = scheduler.now.advanced(by: .seconds(3))
        let ticks = [
            scheduler.schedule(after: first, interval: .seconds(1)) { log.add("tick") },
            scheduler.schedule(after: first, interval: .seconds(1), tolerance: .zero) { log.add("tock") },
        ]
        scheduler.advance(by: .seconds(4))
        ticks.forEach { $0.cancel() }
        scheduler.advance(by: .seconds(9))

        #expect(log.events == ["now", "after", "tolerance", "tick", "tock", "tick", "tock"])
    }

    @MainActor
    @Test func `the main actor is a scheduler`() async {
        let seen = await withCheckedContinuation { (done: CheckedContinuation<[Int], Never>) in
            let values = MainValues()
            values.token = (1...3).publisher.receive(on: .mainActor).sink { _ in
                MainActor.assumeIsolated { done.resume(returning: values.all) }
            } receiveValue: { value in
                MainActor.assumeIsolated { values.all.append(value) }
            }
        }
        #expect(seen == [1, 2, 3])
    }

    @Test func `a repetition on the main actor runs once for all moments that it missed`() async {
        let (clock, runs) = (MainActorScheduler(), Counter())
        let past = clock.now.advanced(by: .seconds(-3.5 * 3600))

        let repetition = clock.schedule(after: past, interval: .seconds(3600)) { _ = runs.next() }
        for await _ in ticks(of: clock, every: .milliseconds(1)).prefix(20).values {}
        repetition.cancel()

        #expect(runs.value == 1)
    }

    @Test func `a repetition without a length leaves the main actor to others`() async {
        let clock = MainActorScheduler()
        var count = 0
        for await _ in ticks(of: clock, every: 0).prefix(3).values { count += 1 }

        #expect(count == 3)
    }

    private func ticks(
        of clock: MainActorScheduler, every interval: MainActorScheduler.SchedulerTimeType.Stride
    ) -> Publishers.Create<Int, Never> {
        Publishers.Create(capacity: .max) { sender in
            clock.schedule(after: clock.now, interval: interval) { sender.send(1) }
        }
    }

    @MainActor private final class MainValues {
        var all: [Int] = []
        var token: AnyCancellable?
    }
}
