import Streams
import StreamsExtras
import StreamsTesting
import Synchronization
import Testing

/// The space for values that a closure sends, and the outcome of each.
@Suite struct CreateTests {
    private typealias Creation = Publishers.Create<Int, SampleError>

    /// Subscribes a recorder and returns the sender of its values.
    private func sender(
        capacity: Int, whenFull: Publishers.BufferingStrategy<SampleError> = .dropNewest,
        to recorder: Recorder<Int, SampleError>
    ) throws -> Creation.Sender {
        let sender = Mutex<Creation.Sender?>(nil)
        Creation(capacity: capacity, whenFull: whenFull) { made in
            sender.withLock { $0 = made }
            return nil
        }.subscribe(recorder)
        return try #require(sender.withLock { $0 })
    }

    @Test func `send returns whether the subscriber received the value, it waits, or there was no space`() throws {
        let recorder = Recorder<Int, SampleError>(demand: .max(1))
        let sender = try sender(capacity: 1, to: recorder)

        #expect(sender.send(1) == .enqueued)
        #expect(sender.send(2) == .enqueued)
        #expect(sender.send(3) == .dropped)
        recorder.request(.max(1))
        #expect(sender.send(4) == .enqueued)
        recorder.request(.unlimited)

        #expect(recorder.values == [1, 2, 4])
        recorder.cancel()
    }

    @Test func `send returns that the oldest value was dropped for the new one`() throws {
        let recorder = Recorder<Int, SampleError>(demand: .none)
        let sender = try sender(capacity: 2, whenFull: .dropOldest, to: recorder)

        let results = (1...3).map { sender.send($0) }
        recorder.request(.unlimited)

        #expect(results == [.enqueued, .enqueued, .dropped])
        #expect(recorder.values == [2, 3])
        recorder.cancel()
    }

    @Test func `send returns that a full buffer made the stream fail, and that it has ended`() throws {
        let recorder = Recorder<Int, SampleError>(demand: .none)
        let sender = try sender(capacity: 1, whenFull: .customError { SampleError(code: 4) }, to: recorder)

        let results = (1...3).map { sender.send($0) }
        recorder.request(.unlimited)

        #expect(results == [.enqueued, .dropped, .terminated])
        #expect(recorder.transcript == "1 SampleError(code: 4)")
    }

    @Test func `send returns that the completion was sent, even while values wait`() throws {
        let recorder = Recorder<Int, SampleError>(demand: .none)
        let sender = try sender(capacity: .max, to: recorder)
        sender.send(1)
        sender.send(completion: .finished)

        #expect(sender.send(2) == .terminated)
        recorder.request(.unlimited)

        #expect(recorder.transcript == "1 finished")
        #expect(sender.send(3) == .terminated)
    }

    @Test func `send returns that the subscriber has cancelled`() throws {
        let recorder = Recorder<Int, SampleError>()
        let sender = try sender(capacity: 1, to: recorder)

        recorder.cancel()

        #expect(sender.send(1) == .terminated && recorder.values == [])
    }

    @Test func `a value that is sent during a delivery follows it, and its space is decided then`() throws {
        let held = Mutex<Creation.Sender?>(nil)
        let results = Mutex<[Creation.Sender.SendResult]>([])
        let recorder = Recorder<Int, SampleError>(demand: .max(1)) { value in
            guard value == 1, let sender = held.withLock({ $0 }) else { return }
            for next in 2...3 {
                let result = sender.send(next)
                results.withLock { $0.append(result) }
            }
        }
        let sender = try sender(capacity: 1, to: recorder)
        held.withLock { $0 = sender }

        #expect(sender.send(1) == .enqueued)
        recorder.request(.unlimited)

        #expect(results.withLock { $0 } == [.deferred, .deferred])
        #expect(recorder.values == [1, 2])
        recorder.cancel()
        held.withLock { $0 = nil }
    }

    @Test func `a value that is sent after a cancellation during a delivery is refused`() throws {
        let held = Mutex<Creation.Sender?>(nil)
        let results = Mutex<[Creation.Sender.SendResult]>([])
        let sink = Creation(capacity: 1) { made in
            held.withLock { $0 = made }
            return nil
        }
        let token = Mutex<AnyCancellable?>(nil)
        let subscription = sink.sink { _ in
        } receiveValue: { _ in
            token.withLock { $0.take() }?.cancel()
            guard let result = held.withLock({ $0 })?.send(2) else { return }
            results.withLock { $0.append(result) }
        }
        token.withLock { $0 = subscription }

        held.withLock { $0 }?.send(1)

        #expect(results.withLock { $0 } == [.terminated])
        held.withLock { $0 = nil }
    }

    @Test(arguments: [0, -1]) func `without capacity only demanded values pass`(capacity: Int) throws {
        let recorder = Recorder<Int, SampleError>(demand: .max(1))
        let sender = try sender(capacity: capacity, to: recorder)

        #expect(sender.send(1) == .enqueued)
        #expect(sender.send(2) == .dropped)
        recorder.request(.unlimited)

        #expect(recorder.values == [1])
        recorder.cancel()
        #expect(Creation(capacity: capacity) { _ in nil }.capacity == 0)
    }
}
