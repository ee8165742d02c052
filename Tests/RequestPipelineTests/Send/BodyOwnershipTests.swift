import Dispatch
import HTTPMessages
import RequestPipeline
import Synchronization
import Testing

/// The references to the bodies of messages: the transport overwrites a body after use, if it has the last reference.
@Suite struct BodyOwnershipTests {
    /// Keeps one request waiting, and responds when the test says so.
    private final class WaitingTransport: Transport, TransportExchange {
        typealias Completion = @Sendable (Result<TransportResponse, TransportError>) -> Void

        private let waiting = Mutex<(request: TransportRequest, completion: Completion)?>(nil)

        func send(_ request: TransportRequest, completion: @escaping Completion) -> any TransportExchange {
            waiting.withLock { $0 = (request, completion) }
            return self
        }

        func cancel() {}

        /// Responds to the request.
        ///
        /// - Returns: Whether this transport then has the last reference to the body of the request.
        func respond(status: Int = 200, _ body: [UInt8] = Array(#"{"id":1}"#.utf8)) -> Bool {
            var body: [UInt8] = complete(status, body)
            return BodyOwnershipTests.isLastReference(&body)
        }

        private func complete(_ status: Int, _ body: [UInt8]) -> [UInt8] {
            guard let (request, completion) = waiting.withLock({ $0.take() }) else { return [] }
            completion(.success(TransportResponse(status: status, body: body)))
            return request.body
        }
    }

    private let transport = WaitingTransport()

    /// Changing an array copies it, unless there is no other reference.
    private static func isLastReference(_ body: inout [UInt8]) -> Bool {
        guard !body.isEmpty else { return false }
        let before = body.withUnsafeBytes { $0.baseAddress }
        return body.withUnsafeMutableBytes { UnsafeRawPointer($0.baseAddress) } == before
    }

    private func request(
        _ constraint: (any SenderConstraint)? = nil,
        decode: @escaping Request<Sample, SampleFailure>.Decode = Decoders.decodable(Sample.self)
    ) throws -> Request<Sample, SampleFailure> {
        try sampleRequest(transport, constraint: constraint, decode: decode)
            .fields(["refresh_token": String(repeating: "r", count: 64)])
    }

    @Test(arguments: [1, 2])
    func `K3 a request with a proof leaves the last reference to its body to the transport`(attempts: Int) throws {
        let exchange = try request(Repeating()).start { _ in }

        if attempts == 2 { _ = transport.respond(status: 400) }
        #expect(transport.respond())
        withExtendedLifetime(exchange) {}
    }

    @Test func `K3 a large response leaves the last reference to its body to the transport`() async throws {
        let isChecked = DispatchSemaphore(value: 0)
        let decode = Decoders.decodable(Sample.self)
        let request = try request { response throws(ResponseError) in
            #expect(isChecked.wait(timeout: .now() + 600) == .success)
            return try decode(response)
        }
        var body = Array(#"{"id":1,"padding":"\#(String(repeating: "a", count: 64 << 10))"}"#.utf8)
        let (results, continuation) = AsyncStream<Result<Sample, SampleFailure>>.makeStream()
        _ = request.start { continuation.yield($0) }

        _ = transport.respond(body)
        let isLast = Self.isLastReference(&body)
        isChecked.signal()

        #expect(isLast)
        #expect(try await results.first { _ in true }?.get() == Sample(id: 1))
    }
}
