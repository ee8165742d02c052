import Dispatch
import HTTPMessages
import RequestPipeline
import Streams
import Synchronization
import TestEvents
import Testing
import TransportDoubles

@Suite struct DeliverTests {
    private let answering = StubTransport(body: #"{"id":1}"#)
    private let silent = StubTransport { _ in nil }

    @Test func `a callback may block for the result of another`() async throws {
        let request = try sampleRequest(answering)

        let ids = await withCheckedContinuation { continuation in
            request.start { first in
                let done = DispatchSemaphore(value: 0)
                let second = Mutex<Result<Sample, SampleFailure>?>(nil)
                request.start { result in
                    second.withLock { $0 = result }
                    done.signal()
                }
                done.wait()
                continuation.resume(returning: [try? first.get().id, try? second.withLock { try $0?.get().id }])
            }
        }

        #expect(ids == [1, 1])
    }

    @Test func `deliver(on:) moves callbacks and subscribers`() async throws {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "test")
        queue.setSpecific(key: key, value: true)
        let request = try sampleRequest(answering).deliver(on: queue)

        let callback = await withCheckedContinuation { continuation in
            request.start { _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key)) }
        }
        let subscriptions = Mutex<[AnyCancellable]>([])
        let subscriber = await withCheckedContinuation { continuation in
            let subscription = request.start().sink(
                receiveCompletion: { _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key)) },
                receiveValue: { _ in })
            subscriptions.withLock { $0.append(subscription) }
        }

        #expect(callback == true)
        #expect(subscriber == true)
    }

    @Test func `K10 a callback has no switch from the thread of a transport that it may block`() async throws {
        let key = DispatchSpecificKey<Bool>()
        let transport = QueueTransport(queue: DispatchQueue(label: "test"))
        transport.queue.setSpecific(key: key, value: true)
        let request = try sampleRequest(transport)

        let isThere = await withCheckedContinuation { continuation in
            request.start { _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key)) }
        }

        #expect(isThere == true)
    }

    @Test @MainActor func `onMainActor() calls back there`() async throws {
        var state = 0
        let request = try sampleRequest(answering).onMainActor()

        await withCheckedContinuation { continuation in
            request.start { result in
                state = (try? result.get().id) ?? -1
                continuation.resume()
            }
        }

        #expect(state == 1)
    }

    @Test func `T13 cancelling a callback's request delivers a cancellation, once`() async throws {
        let request = try sampleRequest(silent)
        let (results, inbox) = AsyncStream<Result<Sample, SampleFailure>>.makeStream()
        let cancellable = request.start { inbox.yield($0) }
        await silent.nextArrival()

        cancellable.cancel()
        cancellable.cancel()

        var iterator = results.makeAsyncIterator()
        let result = await iterator.next()
        #expect(throws: SampleFailure(cause: TransportError(.cancelled), statusCode: 0)) { try result?.get() }
    }

    @Test func `T13 cancelling a task cancels its request`() async throws {
        let request = try sampleRequest(silent)
        let task = Task { try await request.start() }
        await silent.nextArrival()

        task.cancel()

        await #expect(throws: SampleFailure(cause: TransportError(.cancelled), statusCode: 0)) { try await task.value }
    }

    @Test func `T13 an already cancelled task gets a cancellation`() async throws {
        let request = try sampleRequest(silent)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await request.start()
        }

        await #expect(throws: SampleFailure(cause: TransportError(.cancelled), statusCode: 0)) { try await task.value }
    }

    @Test func `T13 a cancelled subscription delivers nothing and cancels the request`() async throws {
        let events = Mutex(0)
        let subscription = try sampleRequest(silent).start().sink(
            receiveCompletion: { _ in events.withLock { $0 += 1 } },
            receiveValue: { _ in events.withLock { $0 += 1 } })
        await silent.nextArrival()

        subscription.cancel()
        _ = try await sampleRequest(answering).start()

        #expect(events.withLock { $0 } == 0)
    }

    @Test func `a publisher sends nothing before a subscription, and one request for each`() async throws {
        let publisher: AnyPublisher<Sample, SampleFailure> = try sampleRequest(answering).start()
        #expect(answering.requests.isEmpty)

        for try await sample in publisher.values { #expect(sample.id == 1) }
        for try await sample in publisher.values { #expect(sample.id == 1) }

        #expect(answering.requests.count == 2)
    }

    @Test func `an error has the client's type`() async throws {
        let request = try sampleRequest(StubTransport(status: 403, body: #"{"error":"no"}"#))

        do {
            _ = try await request.start()
            Issue.record("the refusal was taken for a success")
        } catch let error as SampleFailure {
            #expect(error.statusCode == 403)
        }
    }

    @Test func `a result has the type of the failure`() async throws {
        let refused = try sampleRequest(StubTransport(status: 403, body: #"{"error":"no"}"#))

        let failure = await refused.result()
        let success = try await sampleRequest(answering).result()

        guard case .failure(let error) = failure else { return #expect(Bool(false), "\(failure)") }
        #expect(error.statusCode == 403)
        #expect(try success.get().id == 1)
    }

    @Test func `publishes what start publishes by a name of its own`() async throws {
        let chain = try sampleRequest(answering).publisher().map(\.id).filter { $0 > 0 }.map { $0 + 1 }

        var ids: [Int] = []
        for try await id in chain.values { ids.append(id) }

        #expect(ids == [2])
        #expect(answering.requests.count == 1)
    }

    @Test func `a thousand requests of each style complete once each`() async throws {
        let request = try sampleRequest(answering)
        let calls = EventCounter()

        await withTaskGroup { group in
            for _ in 0..<1_000 {
                group.addTask { _ = try? await request.start() }
                group.addTask {
                    await withCheckedContinuation { continuation in
                        request.start { _ in
                            calls.add()
                            continuation.resume()
                        }
                    }
                }
                group.addTask {
                    do {
                        for try await _ in request.start().values { calls.add() }
                    } catch {}
                }
            }
        }

        #expect(calls.count == 2_000)
        #expect(answering.requests.count == 3_000)
    }
}

/// A transport that completes on its queue, which a completion may block.
private struct QueueTransport: Transport {
    let queue: DispatchQueue

    var toleratesBlocking: Bool { true }

    func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        queue.async { completion(.success(TransportResponse(status: 200, body: Array(#"{"id":1}"#.utf8)))) }
        return NoExchange()
    }
}
