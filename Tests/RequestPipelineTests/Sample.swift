import ByteEncodings
import HTTPMessages
import RequestPipeline
import TransportDoubles

/// The error type of a client for these tests only.
struct SampleFailure: RequestFailure, Equatable {
    let info: [String: any Sendable]
    let statusCode: Int
    let cause: (any Error)?

    init(info: [String: any Sendable], statusCode: Int) {
        (self.info, self.statusCode, cause) = (info, statusCode, nil)
    }

    init(cause: any Error, statusCode: Int) { (info, self.statusCode, self.cause) = ([:], statusCode, cause) }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.statusCode == rhs.statusCode && "\(lhs)" == "\(rhs)" }
}

/// A response for these tests only.
struct Sample: Decodable, Sendable, Equatable {
    let id: Int
}

/// A request for a ``Sample``.
func sampleRequest(
    _ transport: any Transport, _ method: TransportMethod = .post, logger: (any Logger)? = nil,
    constraint: (any SenderConstraint)? = nil,
    decode: @escaping Request<Sample, SampleFailure>.Decode = Decoders.decodable(Sample.self)
) throws -> Request<Sample, SampleFailure> {
    Request(
        Endpoint(method, "oauth/token", below: .success(try HTTPURL("https://tenant.example/"))),
        client: ClientContext(
            transport: transport, logger: logger, fields: ["Content-Type": "application/json", "X-SDK": "ours"],
            reservedField: "x-sdk", constraint: constraint),
        decode: decode)
}

/// Adds no proof, and repeats a request once after a 400.
final class Repeating: SenderConstraint {
    func binding(of endpoint: Endpoint) -> SenderBinding { .always }
    func bind(
        _ message: TransportRequest, _ binding: SenderBinding,
        completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
    ) { completion(.success(message)) }
    func asksAgain(_ response: TransportResponse, to message: TransportRequest) -> Bool { response.status == 400 }
    func problem(of response: TransportResponse, to message: TransportRequest) -> (any Error)? { nil }
}

/// A validator that refuses every request.
struct Closed: RequestValidator {
    func validate() throws { throw TransportError(.cancelled) }
}

extension TransportRequest {
    /// The body as a JSON value.
    var json: JSONValue? { try? JSONValue(parsing: body) }
}
