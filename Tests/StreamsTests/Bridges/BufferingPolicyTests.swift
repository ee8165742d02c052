import Streams
import StreamsTesting
import Testing

/// The values that are buffered for a reader that is slower than a subject.
@Suite struct BufferingPolicyTests {
    @Test func `buffers every value by default`() async throws {
        #expect(try await read(nil, sending: 1...1000) == Array(1...1000))
    }

    @Test func `unbounded buffers every value`() async throws {
        #expect(try await read(.unbounded, sending: 1...1000) == Array(1...1000))
    }

    @Test func `a negative number of values traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = PassthroughSubject<Int, SampleError>().values(buffering: .bufferingNewest(-1))
        }
        await #expect(processExitsWith: .failure) {
            _ = PassthroughSubject<Int, SampleError>().values(buffering: .bufferingOldest(-1))
        }
        await #expect(processExitsWith: .failure) {
            _ = PassthroughSubject<Int, SampleError>().values(buffering: .failing(above: -1) { SampleError() })
        }
    }

    @Test func `bufferingOldest keeps the first values and drops newer ones`() async throws {
        #expect(try await read(.bufferingOldest(3), sending: 1...9) == [1, 2, 3])
        #expect(try await read(.bufferingOldest(0), sending: 1...9) == [])
    }

    @Test func `bufferingNewest keeps the last values and drops older ones`() async throws {
        #expect(try await read(.bufferingNewest(3), sending: 1...9) == [7, 8, 9])
        #expect(try await read(.bufferingNewest(0), sending: 1...9) == [])
    }

    @Test func `one too many fails, after those that are kept, and cancels`() async throws {
        let probe = Probe<Int, SampleError>(dropsWithoutDemand: true)
        var iterator = probe.values(buffering: .failing(above: 2) { SampleError(code: 8) }).makeAsyncIterator()
        for value in 1...3 { probe.send(value) }

        #expect(probe.isCancelled)
        #expect(try await iterator.next() == 1)
        #expect(try await iterator.next() == 2)
        await #expect(throws: SampleError(code: 8)) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func `a publisher that waits for demand loses nothing, whatever the policy`() async {
        var seen: [Int] = []
        for await value in (1...100).publisher.values(buffering: .bufferingNewest(0)) { seen.append(value) }

        #expect(seen == Array(1...100))
    }

    @Test func `delivers a value to a waiting reader although the buffer has no capacity`() async throws {
        let subject = PassthroughSubject<Int, SampleError>()
        let values = subject.values(buffering: .bufferingOldest(0))
        let reading = Task {
            var iterator = values.makeAsyncIterator()
            return try await iterator.next()
        }
        // Sends until the reader waits; earlier values are lost.
        let sending = Task {
            while !Task.isCancelled {
                subject.send(4)
                await Task.yield()
            }
        }

        #expect(try await reading.value == 4)
        sending.cancel()
    }

    @Test func `releases dropped values`() {
        let lifetimes = LifetimeCounter()
        let subject = PassthroughSubject<LifetimeCounter.Life, Never>()
        let iterator = subject.values(buffering: .bufferingNewest(2)).makeAsyncIterator()

        for _ in 1...10 { subject.send(lifetimes.life()) }

        #expect(lifetimes.living == 2)
        withExtendedLifetime(iterator) {}
    }

    /// Subscribes, sends values while the reader does not wait, completes, and reads the buffered values.
    private func read(
        _ policy: AsyncPublisher<PassthroughSubject<Int, SampleError>>.BufferingPolicy?, sending sent: ClosedRange<Int>
    ) async throws -> [Int] {
        let subject = PassthroughSubject<Int, SampleError>()
        var iterator = (policy.map { subject.values(buffering: $0) } ?? subject.values).makeAsyncIterator()
        for value in sent { subject.send(value) }
        subject.send(completion: .finished)
        var seen: [Int] = []
        while let value = try await iterator.next() { seen.append(value) }
        return seen
    }
}
