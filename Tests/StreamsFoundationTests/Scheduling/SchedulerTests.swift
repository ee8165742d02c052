import Foundation
import Streams
import StreamsExtras
import StreamsFoundation
import StreamsTesting
import Synchronization
import Testing

@Suite struct SchedulerTests {
    @Test func `an operation queue runs its actions in order`() async {
        let queue = OperationQueue()
        var seen: [Int] = []
        for await value in (0..<100).publisher.receive(on: queue).values { seen.append(value) }

        #expect(seen == Array(0..<100))
    }

    @Test func `an operation queue waits for an action that is due later`() {
        let queue = OperationQueue()
        let runs = Mutex(0)
        queue.schedule(after: queue.now.advanced(by: .milliseconds(20))) { runs.withLock { $0 += 1 } }

        queue.waitUntilAllOperationsAreFinished()

        #expect(runs.withLock { $0 } == 1)
    }

    @Test func `an operation queue cancels an action that is due later`() {
        let queue = OperationQueue()
        let runs = Mutex(0)
        queue.schedule(after: queue.now.advanced(by: .seconds(3600))) { runs.withLock { $0 += 1 } }

        queue.cancelAllOperations()
        queue.waitUntilAllOperationsAreFinished()

        #expect(queue.operationCount == 0 && runs.withLock { $0 } == 0)
    }

    @Test func `S5 a cancelled timeout leaves an operation queue at once`() {
        let queue = OperationQueue()
        for _ in 0..<1000 {
            PassthroughSubject<Int, Never>().timeout(.seconds(3600), scheduler: queue).sink { _ in }.cancel()
        }

        queue.waitUntilAllOperationsAreFinished()

        #expect(queue.operationCount == 0)
    }

    @Test func `a delay on an operation queue delivers`() async {
        let queue = OperationQueue()
        var seen: [Int] = []
        for await value in [1, 2].publisher.delay(for: .milliseconds(5), scheduler: queue).values { seen.append(value) }

        #expect(seen == [1, 2])
    }

    @Test func `a timer publisher has one timer, which runs on without its token, and which each token stops`() {
        let timer = Timer.publish(every: 0.001, on: .current, in: .default)
        let recorder = Recorder<Int, Never>()
        timer.map { _ in 1 }.subscribe(recorder)
        func run(until isOver: () -> Bool) {
            let deadline = Date(timeIntervalSinceNow: 30)
            while !isOver(), Date() < deadline { _ = RunLoop.current.run(mode: .default, before: deadline) }
        }

        _ = timer.connect()
        run { recorder.values.count >= 3 }
        let second = timer.connect()
        second.cancel()
        let count = recorder.values.count
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.02))

        #expect(count >= 3)
        #expect(recorder.values.count == count)
    }

    @Test func `prints the name that Combine prints for a timer`() {
        let names = Mutex<[String]>([])
        let reader = AnySubscriber<Date, Never>(receiveSubscription: { subscription in
            names.withLock { $0.append("\(subscription)") }
            subscription.cancel()
        })
        let timer = Timer.publish(every: 1, on: .current, in: .default)

        timer.subscribe(reader)
        timer.autoconnect().subscribe(reader)

        #expect(names.withLock { $0 } == ["Timer", "Timer"])
    }

    @Test func `an action that is due later does not block an operation queue`() {
        let queue = OperationQueue()
        let isRun = DispatchSemaphore(value: 0)
        queue.maxConcurrentOperationCount = 1
        queue.schedule(after: queue.now.advanced(by: .seconds(3600))) {}
        queue.schedule { isRun.signal() }

        #expect(isRun.wait(timeout: .now() + 60) == .success)
        #expect(queue.operationCount > 0)
        queue.cancelAllOperations()
    }

    @Test func `the times of operation queues and run loops are two types`() {
        #expect(OperationQueue.SchedulerTimeType.self != RunLoop.SchedulerTimeType.self)
        #expect(OperationQueue.SchedulerTimeType.Stride.self != RunLoop.SchedulerTimeType.Stride.self)
        #expect(OperationQueue.SchedulerTimeType.Stride.seconds(2) * 3 == 6)
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
