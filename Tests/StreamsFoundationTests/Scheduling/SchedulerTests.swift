import Foundation
import Streams
import StreamsExtras
import StreamsFoundation
import StreamsTesting
import Testing

@Suite struct SchedulerTests {
    @Test func `an operation queue runs its actions in order`() async {
        let queue = OperationQueue()
        var seen: [Int] = []
        for await value in (0..<100).publisher.receive(on: queue).values { seen.append(value) }

        #expect(seen == Array(0..<100))
    }

    @Test func `a run loop runs its actions, and a timer fires in it`() async {
        let ticks = await withCheckedContinuation { continuation in
            let thread = Thread {
                let recorder = Recorder<Int, Never>()
                Timer.publish(every: 0.001, on: .current, in: .default).autoconnect().map { _ in 1 }
                    .receive(on: RunLoop.current).prefix(3).subscribe(recorder)
                let deadline = Date(timeIntervalSinceNow: 10)
                while recorder.completion == nil, Date() < deadline {
                    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
                }
                continuation.resume(returning: recorder.values)
            }
            thread.start()
        }

        #expect(ticks == [1, 1, 1])
    }

    @Test func `a dispatch queue runs an action later, and again and again`() async {
        let queue = DispatchQueue(label: "clock")
        var ticks = 0
        let timer = Publishers.Create<Int, Never>(capacity: .max) { sender in
            queue.schedule(after: queue.now, interval: .milliseconds(1)) { sender.send(1) }
        }
        for await _ in timer.prefix(3).values { ticks += 1 }
        let late = await Just(1).delay(for: .milliseconds(1), scheduler: queue).values.first { _ in true }

        #expect(ticks == 3)
        #expect(late == 1)
    }
}
