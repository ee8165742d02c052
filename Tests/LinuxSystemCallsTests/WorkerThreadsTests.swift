import Glibc
import LinuxSystemCalls
import Synchronization
import TestEvents
import Testing

/// The pool of threads for jobs that block.
@Suite(.timeLimit(.minutes(30))) struct WorkerThreadsTests {
    @Test(arguments: [1, 3])
    func `runs each job once, and at most the limit of them at the same time`(limit: Int) async throws {
        let threads = WorkerThreads(named: "test-workers", limit: limit)
        let (running, most, done) = (Counter(), Counter(), EventCounter())

        for _ in 0..<5_000 {
            threads.run {
                most.raise(to: running.add(1))
                running.add(-1)
                done.add()
            } orElse: {
                Issue.record("no thread")
            }
        }

        try await done.reaches(5_000)
        #expect(done.count == 5_000)
        #expect((1...limit).contains(most.value))
    }

    @Test func `one thread runs jobs in the order of their arrival`() async throws {
        let threads = WorkerThreads(named: "test-workers", limit: 1)
        let (order, done) = (Order(), EventCounter())

        for number in 0..<3_000 {
            threads.run {
                order.numbers.withLock { $0.append(number) }
                done.add()
            } orElse: {
                Issue.record("no thread")
            }
        }

        try await done.reaches(3_000)
        #expect(order.numbers.withLock { $0 } == Array(0..<3_000))
    }

    @Test(.disabled(if: Sanitizer.isThread, "the thread sanitizer ends a child that starts a thread"))
    func `C10 a forked child has threads of its own, and does not run the jobs of its parent`() async {
        await #expect(processExitsWith: .exitCode(42)) {
            let threads = WorkerThreads(named: "test-workers", limit: 1)
            let (began, end) = (Wakeup(), Wakeup())
            guard let began, let end else { _exit(1) }
            let count = Counter()
            threads.run {
                began.ring()
                _ = end.isRung(within: 60_000)
            } orElse: {
                _exit(2)
            }
            threads.run {
                count.add(1)
            } orElse: {
                _exit(3)
            }
            guard began.isRung(within: 60_000) else { _exit(4) }

            let status = Fork.status {
                guard let own = Wakeup() else { return 5 }
                threads.run {
                    own.ring()
                } orElse: {
                    _exit(6)
                }
                return own.isRung(within: 60_000) && count.value == 0 ? 42 : 7
            }

            end.ring()
            _exit(SystemState.blocks { count.value == 1 } ? status : 8)
        }
    }
}

private final class Order: Sendable { let numbers = Mutex<[Int]>([]) }

private final class Counter: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }

    @discardableResult
    func add(_ difference: Int) -> Int {
        number.withLock { number in
            number += difference
            return number
        }
    }

    func raise(to value: Int) { number.withLock { $0 = max($0, value) } }
}
