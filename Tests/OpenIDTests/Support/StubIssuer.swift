import ByteEncodings
import Dispatch
import HTTPMessages
import JOSE
import OpenID
import OpenSSLCryptography
import Synchronization
import TransportDoubles

/// An issuer without a network, which signs tokens, publishes its keys, and responds as the test configures.
final class StubIssuer: Transport {
    typealias Completion = @Sendable (Result<TransportResponse, TransportError>) -> Void

    /// The result of a fetch of the keys.
    enum Answer {
        case keys
        case status(Int)
        case text(String)
        case failure(TransportError.Code)
        /// The response is held until ``release()``.
        case held
    }

    private struct State {
        var published: [SigningKey] = []
        var answer = Answer.keys
        var requests: [TransportRequest] = []
        var held: [Completion] = []
    }

    static let name = "https://tenant.example.com/"
    static let client = "client"

    let keysURL: HTTPURL
    private let state = Mutex(State())
    private let (arrivals, arrival) = AsyncStream<Void>.makeStream()

    init(publishing keys: SigningKey...) throws {
        keysURL = try HTTPURL(Self.name + ".well-known/jwks.json")
        publish(keys)
    }

    static func key(_ id: String?) throws -> SigningKey {
        try SigningKey(PrivateKey(generating: .edwards(.ed25519)), algorithm: .edDSA, id: id)
    }

    var requests: [TransportRequest] { state.withLock { $0.requests } }
    func publish(_ keys: [SigningKey]) { state.withLock { $0.published = keys } }
    func answer(_ answer: Answer) { state.withLock { $0.answer = answer } }

    /// Returns when one more request has arrived.
    func nextArrival() async { for await _ in arrivals { return } }

    /// Completes the held requests with the current keys.
    func release() {
        let (held, published) = state.withLock { state in
            defer { state.held = [] }
            return (state.held, state.published)
        }
        for completion in held { completion(.success(Self.response(published))) }
    }

    func send(_ request: TransportRequest, completion: @escaping Completion) -> any TransportExchange {
        let (answer, published) = state.withLock { state in
            state.requests.append(request)
            if case .held = state.answer { state.held.append(completion) }
            return (state.answer, state.published)
        }
        let result: Result<TransportResponse, TransportError>? =
            switch answer {
            case .keys: .success(Self.response(published))
            case .status(let status): .success(TransportResponse(status: status, body: Array("{}".utf8)))
            case .text(let text): .success(TransportResponse(status: 200, body: Array(text.utf8)))
            case .failure(let code): .failure(TransportError(code))
            case .held: nil
            }
        if let result { DispatchQueue.global().async { completion(result) } }
        arrival.yield()
        return NoExchange()
    }

    private static func response(_ keys: [SigningKey]) -> TransportResponse {
        let members = keys.compactMap { $0.publicKey?.json }
        let set = JSONValue.object([JSONValue.Member(name: "keys", value: .array(members))])
        return TransportResponse(status: 200, body: set.encoded)
    }
}

extension SigningKey {
    /// An ID token with the required claims, of which some are changed or, with `nil`, left out.
    func idToken(at now: Int, _ changes: [String: (any Sendable)?] = [:], type: String? = "JWT") throws -> String {
        var claims: [String: any Sendable] = [
            "iss": StubIssuer.name, "sub": "auth0|1", "aud": StubIssuer.client, "iat": now, "exp": now + 3_600,
        ]
        for (name, value) in changes { claims[name] = value }
        return try sign(JSONValue(freeForm: claims).encoded, type: type)
    }
}
