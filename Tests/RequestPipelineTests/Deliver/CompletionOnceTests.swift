import Dispatch
import RequestPipeline
import Synchronization
import Testing

@Suite struct CompletionOnceTests {
    /// Holds the value under test, which cannot be copied, and what the completion handler received.
    private final class Subject: Sendable {
        let values: Recorded
        let completion: CompletionOnce<Int>

        init() {
            let values = Recorded()
            self.values = values
            completion = CompletionOnce { values.append($0) }
        }

        var isTaken: Bool { completion.isTaken }
        func call(_ value: Int) -> Bool { completion(value) }
        func take() -> (@Sendable (Int) -> Void)? { completion.take() }
    }

    private final class Recorded: Sendable {
        private let values = Mutex<[Int]>([])

        var all: [Int] { values.withLock { $0 } }
        func append(_ value: Int) { values.withLock { $0.append(value) } }
    }

    private let subject = Subject()

    @Test func `calls the completion handler with the first value only`() {
        #expect(!subject.isTaken)
        #expect(subject.call(1))
        #expect(subject.isTaken)
        #expect(!subject.call(2))

        #expect(subject.values.all == [1])
        #expect(subject.take() == nil)
    }

    @Test func `is over as soon as the completion handler is taken, before it is called`() throws {
        let taken = try #require(subject.take())

        #expect(subject.isTaken)
        #expect(!subject.call(1))
        taken(2)
        #expect(subject.values.all == [2])
    }

    @Test func `only the first of many threads completes it`() {
        let winners = Recorded()

        DispatchQueue.concurrentPerform(iterations: 1_000) { number in
            if subject.call(number) { winners.append(number) }
        }

        #expect(winners.all.count == 1)
        #expect(subject.values.all == winners.all)
    }

    @Test func `releases the completion handler when it is taken`() {
        weak var tracked: Recorded?
        let completion: CompletionOnce<Int>
        do {
            let object = Recorded()
            tracked = object
            completion = CompletionOnce { object.append($0) }
        }
        #expect(tracked != nil)

        _ = completion.take()

        #expect(tracked == nil)
        let isTaken = completion.isTaken
        #expect(isTaken)
    }
}
