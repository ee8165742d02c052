import Foundation
import Streams
import StreamsFoundation
import StreamsTesting
import Synchronization
import Testing

/// The uses of a run loop in a program written for Combine.
@Suite struct RunLoopTests {
    @Test func `runs actions now, later, and again and again until they are cancelled`() async {
        let log = await inRunLoop { log in
            let runLoop = RunLoop.current
            runLoop.schedule { log.add("now") }
            runLoop.schedule(after: runLoop.now.advanced(by: .milliseconds(1))) { log.add("later") }
            let ticks = runLoop.schedule(after: runLoop.now, interval: .milliseconds(1)) { log.add("tick") }
            return { log.count(of: "tick") >= 3 && log.count(of: "later") == 1 ? ticks.cancel() : nil }
        }

        #expect(log.count(of: "now") == 1 && log.count(of: "later") == 1 && log.count(of: "tick") >= 3)
    }

    @Test func `collects and measures time with the run loop`() async {
        let log = await inRunLoop { log in
            let runLoop = RunLoop.current
            let subject = PassthroughSubject<Int, Never>()
            let tokens = [
                subject.collect(.byTime(runLoop, .milliseconds(5))).sink { log.add("\($0)") },
                subject.collect(.byTimeOrCount(runLoop, .seconds(60), 2)).sink { log.add("pair \($0)") },
                subject.measureInterval(using: runLoop).sink { log.add($0 >= 0 ? "interval" : "backwards") },
            ]
            subject.send(1)
            subject.send(2)
            return { log.count(of: "[1, 2]") == 1 ? tokens.forEach { $0.cancel() } : nil }
        }

        #expect(log.count(of: "pair [1, 2]") == 1 && log.count(of: "interval") == 2)
    }

    @Test(.timeLimit(.minutes(30)), arguments: [0, 1, 2])
    func `an action of another thread wakes a loop that sleeps`(kind: Int) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let loop = RunLoop.current.scheduler
                // The loop has work in an hour, and sleeps until then.
                let date = Date(timeIntervalSinceNow: 3600)
                nonisolated(unsafe) let later = Timer(fire: date, interval: 0, repeats: false) { _ in }
                RunLoop.current.add(later, forMode: .default)
                let isDone = Flag()
                // The loop returns when nothing is left in it.
                let end: @Sendable () -> Void = {
                    isDone.raise()
                    isDone.keep(nil)
                    later.invalidate()
                }
                Thread.detachNewThread {
                    // Another thread's first step, long before the loop sleeps or while it does.
                    switch kind {
                    case 0: loop.schedule(end)
                    case 1: loop.schedule(after: loop.now.advanced(by: 0.05), end)
                    default: isDone.keep(loop.schedule(after: loop.now, interval: 0.05, end))
                    }
                }
                while !isDone.isRaised { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
                continuation.resume()
            }
        }
    }

    /// Calls a closure on a thread of its own, and runs the loop there until the returned closure reports the end.
    private func inRunLoop(_ start: @escaping @Sendable (Lines) -> () -> Void?) async -> Lines {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let lines = Lines()
                let isOver = start(lines)
                let deadline = Date(timeIntervalSinceNow: 10)
                while isOver() == nil, Date() < deadline {
                    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
                }
                continuation.resume(returning: lines)
            }
        }
    }

    private final class Flag: Sendable {
        private let state = Atomic(false)
        private let ticks = Mutex<AnyCancellable?>(nil)
        var isRaised: Bool { state.load(ordering: .acquiring) }
        func raise() { state.store(true, ordering: .releasing) }
        func keep(_ token: (any Cancellable)?) { ticks.withLock { $0 = token.map { AnyCancellable($0) } } }
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        func count(of line: String) -> Int { lines.withLock { lines in lines.count { $0 == line } } }
    }
}
