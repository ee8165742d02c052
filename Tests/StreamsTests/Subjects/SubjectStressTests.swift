import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct SubjectStressTests {
    @Test func `several tasks that send reach all in one order, one at a time`() async {
        let subject = PassthroughSubject<Int, Never>()
        let logs = (0..<3).map { _ in Overlap() }
        let tokens = logs.map { log in subject.sink { log.note($0) } }

        await withTaskGroup { group in
            for task in 0..<4 {
                group.addTask { for index in 0..<500 { subject.send(task * 1000 + index) } }
            }
        }

        #expect(logs.allSatisfy { !$0.hasOverlapped })
        #expect(logs[0].values.count == 2000)
        #expect(logs[0].values == logs[1].values && logs[1].values == logs[2].values)
        withExtendedLifetime(tokens) {}
    }

    @Test func `concurrent subscribing, cancelling and sending loses no subscriber's values`() async {
        let subject = CurrentValueSubject<Int, Never>(-1)
        let steady = Overlap()
        let token = subject.sink { steady.note($0) }

        await withTaskGroup { group in
            group.addTask { for index in 0..<1000 { subject.send(index) } }
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<300 {
                        let log = Overlap()
                        let token = subject.sink { log.note($0) }
                        token.cancel()
                        if log.hasOverlapped || log.values.isEmpty { Issue.record("no value, or two at a time") }
                    }
                }
            }
        }

        #expect(steady.values == Array(-1..<1000))
        withExtendedLifetime(token) {}
    }
}

/// A recorder of values that also notices overlapping deliveries.
final class Overlap: Sendable {
    private let isBusy = Atomic(false)
    private let overlapped = Atomic(false)
    private let log = Mutex<[Int]>([])

    var hasOverlapped: Bool { overlapped.load(ordering: .sequentiallyConsistent) }
    var values: [Int] { log.withLock { $0 } }

    func note(_ value: Int) {
        if isBusy.exchange(true, ordering: .relaxed) { overlapped.store(true, ordering: .sequentiallyConsistent) }
        log.withLock { $0.append(value) }
        isBusy.store(false, ordering: .relaxed)
    }
}
