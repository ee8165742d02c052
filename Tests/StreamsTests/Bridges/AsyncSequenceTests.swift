import Streams
import StreamsTesting
import Synchronization
import TestEvents
import Testing

/// Publishers of asynchronous sequences and functions.
@Suite struct AsyncSequenceTests {
    /// An endless sequence that counts the requests for its elements.
    private struct Numbers: AsyncSequence, Sendable {
        let asked = Counter()

        struct Iterator: AsyncIteratorProtocol {
            let asked: Counter
            mutating func next(isolation: isolated (any Actor)?) async -> Int? { asked.next() }
            mutating func next() async -> Int? { asked.next() }
        }

        func makeAsyncIterator() -> Iterator { Iterator(asked: asked) }
    }

    @Test func `a sequence produces as many elements as are demanded, and no more`() async throws {
        let numbers = Numbers()
        let recorder = Recorder<Int, Never>(demand: .max(2))
        numbers.publisher.subscribe(recorder)
        _ = try await recorder.values(atLeast: 2)

        for _ in 1...50 { await Task.yield() }
        #expect(numbers.asked.value == 2 && recorder.values == [1, 2])
        recorder.request(.max(1))
        #expect(try await recorder.values(atLeast: 3) == [1, 2, 3])
        for _ in 1...50 { await Task.yield() }

        #expect(numbers.asked.value == 3)
        recorder.cancel()
    }

    @Test func `no element is requested before there is a demand`() async {
        let (numbers, recorder) = (Numbers(), Recorder<Int, Never>(demand: .none))
        numbers.publisher.subscribe(recorder)

        for _ in 1...50 { await Task.yield() }

        #expect(numbers.asked.value == 0)
        recorder.cancel()
    }

    @Test func `a cancelled subscription cancels the iteration`() async {
        let (stream, feed) = AsyncStream<Int>.makeStream()
        let ended = AsyncStream<Bool>.makeStream()
        feed.onTermination = { reason in
            if case .cancelled = reason { ended.continuation.yield(true) }
        }
        let (arrivals, arrival) = AsyncStream<Int>.makeStream()
        let token = stream.publisher.sink { arrival.yield($0) }
        feed.yield(1)
        for await _ in arrivals { break }

        token.cancel()

        var answers = ended.stream.makeAsyncIterator()
        #expect(await answers.next() == true)
    }

    @Test func `each subscriber walks through the sequence by itself`() async {
        let numbers = Numbers()
        let first = await numbers.publisher.prefix(3).values.reduce(into: []) { $0.append($1) }
        let second = await numbers.publisher.prefix(2).values.reduce(into: []) { $0.append($1) }

        #expect(first == [1, 2, 3] && second == [4, 5])
    }

    @Test func `what the sequence throws is the failure, typed`() async {
        struct Failing: AsyncSequence, Sendable {
            struct Iterator: AsyncIteratorProtocol {
                mutating func next(isolation: isolated (any Actor)?) async throws(SampleError) -> Int? {
                    throw SampleError(code: 3)
                }
                mutating func next() async throws(SampleError) -> Int? { throw SampleError(code: 3) }
            }
            func makeAsyncIterator() -> Iterator { Iterator() }
        }
        do throws(SampleError) {
            for try await _ in Failing().publisher.values {}
            Issue.record("it did not fail")
        } catch {
            #expect(error == SampleError(code: 3))
        }
    }

    @Test func `a future continues while one subscriber is left`() async {
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let future = Future<Bool, Never> {
            for await _ in gate { break }
            return Task.isCancelled
        }
        let first = future.sink { _ in }
        let second = Recorder<Bool, Never>()
        future.subscribe(second)

        first.cancel()
        opening.yield()

        #expect(await future.value == false)
        #expect(second.values == [false])
    }

    @Test func `a future delivers nothing to a subscriber that has cancelled`() async {
        let started = AsyncStream<Void>.makeStream()
        let ended = AsyncStream<Bool>.makeStream()
        let future = Future<Int, Never> {
            started.continuation.yield()
            // The cancellation of this task ends the wait.
            ended.continuation.yield((try? await EventCounter().reaches(1)) == nil)
            return 1
        }
        let recorder = Recorder<Int, Never>()
        future.subscribe(recorder)
        for await _ in started.stream { break }

        recorder.cancel()

        for await isCancelled in ended.stream {
            #expect(isCancelled)
            break
        }
        #expect(await future.value == 1)
        #expect(recorder.values == [])
    }
}
