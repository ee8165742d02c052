import HTTPMessages
import RequestPipeline
import Streams
import Synchronization
import TestEvents
import Testing
import TransportDoubles

@Suite struct SenderConstrainedTransferTests {
    /// Numbers its proofs, and repeats a request after a 400.
    private final class Numbering: SenderConstraint {
        let proofs = EventCounter()
        let binding: SenderBinding
        let waiting = Mutex<[@Sendable () -> Void]>([])
        let isSlow: Bool
        let error: (any Error)?

        init(_ binding: SenderBinding = .always, isSlow: Bool = false, error: (any Error)? = nil) {
            (self.binding, self.isSlow, self.error) = (binding, isSlow, error)
        }

        func binding(of endpoint: Endpoint) -> SenderBinding { binding }

        func bind(
            _ message: TransportRequest, _ binding: SenderBinding,
            completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
        ) {
            proofs.add()
            var bound = message
            bound.fields["DPoP"] = "\(proofs.count)"
            let result: Result<TransportRequest, any Error> = error.map { .failure($0) } ?? .success(bound)
            guard isSlow else { return completion(result) }
            waiting.withLock { $0.append { completion(result) } }
        }

        func asksAgain(_ response: TransportResponse, to message: TransportRequest) -> Bool { response.status == 400 }
        func problem(of response: TransportResponse, to message: TransportRequest) -> (any Error)? { nil }

        func goOn() {
            for work in waiting.withLock({ waiting in
                defer { waiting = [] }; return waiting
            }) { work() }
        }
    }

    private func proofs(_ transport: StubTransport) -> [String?] { transport.requests.map { $0.fields["DPoP"] } }

    @Test func `a request without sender constraint is not bound`() async throws {
        let transport = StubTransport(body: #"{"id":1}"#)
        let constraint = Numbering(.none)

        _ = try await sampleRequest(transport, constraint: constraint).start()

        #expect(proofs(transport) == [nil])
        #expect(constraint.proofs.count == 0)
    }

    @Test(.timeLimit(.minutes(30)), arguments: [SenderBinding.always, .none])
    func `releases everything when a publisher has ended`(binding: SenderBinding) async throws {
        let releases = EventCounter()
        do {
            let release = ReleaseEvent(releases)
            let transport = StubTransport { _ in
                withExtendedLifetime(release) {
                    .success(TransportResponse(status: 200, body: Array(#"{"id":1}"#.utf8)))
                }
            }
            let request = try sampleRequest(transport, constraint: Numbering(binding))
            for try await _ in request.publisher().values {}
        }

        // The thread that responded may still hold it for a moment.
        try await releases.reaches(1)
    }

    @Test func `J20 the second attempt has its own proof`() async throws {
        let transport = StubTransport { request in
            let isFirst = request.fields["DPoP"] == "1"
            return .success(TransportResponse(status: isFirst ? 400 : 200, body: Array(#"{"id":7}"#.utf8)))
        }

        let value = try await sampleRequest(transport, constraint: Numbering()).start()

        #expect(value == Sample(id: 7))
        #expect(proofs(transport) == ["1", "2"])
    }

    @Test func `J20 there is no third attempt`() async throws {
        let transport = StubTransport(status: 400, body: "{}")

        await #expect(throws: SampleFailure.self) {
            try await sampleRequest(transport, constraint: Numbering()).start()
        }

        #expect(proofs(transport) == ["1", "2"])
    }

    @Test func `a failure of the transport is not repeated`() async throws {
        let transport = StubTransport { _ in .failure(TransportError(.outcomeUnknown)) }

        let failure = await #expect(throws: SampleFailure.self) {
            try await sampleRequest(transport, constraint: Numbering()).start()
        }

        #expect(failure?.cause as? TransportError == TransportError(.outcomeUnknown))
        #expect(transport.requests.count == 1)
    }

    @Test func `without a proof nothing is sent`() async throws {
        let transport = StubTransport(body: #"{"id":1}"#)

        let failure = await #expect(throws: SampleFailure.self) {
            try await sampleRequest(transport, constraint: Numbering(error: ResponseError(.emptyBody))).start()
        }

        #expect(failure?.cause as? ResponseError == ResponseError(.emptyBody))
        #expect(transport.requests.isEmpty)
    }

    @Test func `T13 a cancellation during the creation of a proof sends nothing, and completes once`() async throws {
        let transport = StubTransport(body: #"{"id":1}"#)
        let constraint = Numbering(isSlow: true)
        let calls = EventCounter()

        let result: Result<Sample, SampleFailure> = await withCheckedContinuation { continuation in
            let work = try? sampleRequest(transport, constraint: constraint).start { result in
                calls.add()
                continuation.resume(returning: result)
            }
            work?.cancel()
            work?.cancel()
        }
        constraint.goOn()

        guard case .failure(let failure) = result else { return #expect(Bool(false)) }
        #expect(failure.cause as? TransportError == TransportError(.cancelled))
        #expect(transport.requests.isEmpty)
        #expect(calls.count == 1)
    }

    @Test func `T13 a cancellation aborts the transfer`() async throws {
        let transport = StubTransport { _ in nil }
        let request = try sampleRequest(transport, constraint: Numbering())
        let task = Task { try await request.start() }
        await transport.nextArrival()

        task.cancel()

        let failure = await #expect(throws: SampleFailure.self) { try await task.value }
        #expect(failure?.cause as? TransportError == TransportError(.cancelled))
    }

    @Test(.timeLimit(.minutes(30))) func `T13 a cancellation between two attempts ends there`() async throws {
        let transport = StubTransport(status: 400, body: "{}")
        let constraint = Numbering(isSlow: true)
        let request = try sampleRequest(transport, constraint: constraint)
        let results = AsyncStream<Result<Sample, SampleFailure>>.makeStream()

        let work = request.start { results.continuation.yield($0) }
        constraint.goOn()
        try await constraint.proofs.reaches(2)
        work.cancel()
        constraint.goOn()

        for await result in results.stream {
            guard case .failure(let failure) = result else { break }
            #expect(failure.cause as? TransportError == TransportError(.cancelled))
            break
        }
        #expect(transport.requests.count == 1)
    }

    @Test func `cancelling at any moment completes exactly once`() async throws {
        for _ in 0..<300 {
            let transport = StubTransport { request in
                .success(
                    TransportResponse(status: request.fields["DPoP"] == "1" ? 400 : 200, body: Array(#"{"id":7}"#.utf8))
                )
            }
            let request = try sampleRequest(transport, constraint: Numbering())
            let calls = EventCounter()

            await withCheckedContinuation { continuation in
                let work = request.start { _ in
                    calls.add()
                    continuation.resume()
                }
                work.cancel()
            }

            #expect(calls.count == 1)
        }
    }
}
