import ByteEncodings
import FoundationEssentials
public import HTTPMessages
import JOSE
import Synchronization

/// A tenant without a network, which returns the responses that a test sets and records the requests.
///
/// Pass it to a client as its `session:`.
///
/// ```swift
/// let tenant = try CannedTenant()
/// tenant.respond(to: .token, with: .credentials(accessToken: "AT"))
/// let client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain, session: tenant)
/// ```
///
/// The key set and the metadata are served without a call of ``respond(to:with:)``, so that ID tokens of
/// ``idToken(subject:nonce:lifetime:claims:)`` are valid. Each tenant has its own domain, because key sets are cached
/// for the process. A request without a response fails with a `TransportError` whose detail names the missing call.
public final class CannedTenant: Transport {
    fileprivate struct State: Sendable {
        var rules: [Rule] = []
        var requests: [RecordedRequest] = []
        /// The number of requests that ``nextRequest(to:)`` has returned, by endpoint.
        var returned: [Endpoint: Int] = [:]
        var waiting: [Waiter] = []
        var nextWaiter = 0
    }

    fileprivate struct Rule: Sendable {
        let endpoint: Endpoint
        let response: @Sendable (RecordedRequest) -> CannedResponse
    }

    fileprivate struct Waiter: Sendable {
        let number: Int
        let endpoint: Endpoint
        let continuation: CheckedContinuation<RecordedRequest?, Never>
    }

    /// The domain of the tenant, a unique name that ends in `.test` ([RFC 6761
    /// §6.2](https://www.rfc-editor.org/rfc/rfc6761#section-6.2)).
    public let domain: String
    /// The ID of the client for which ID tokens are issued.
    public let clientID: String
    let key: SigningKey
    private let state = Mutex(State())

    /// Creates a tenant with a new key.
    ///
    /// - Parameter clientID: The ID of the client, `test-client` by default.
    /// - Throws: A `JOSEError` if the cryptographic library fails.
    public init(clientID: String = "test-client") throws {
        self.clientID = clientID
        domain = "tenant-\(UUID().uuidString.prefix(8).lowercased()).test"
        key = try SigningKey(generating: .es256)
        respond(to: .keySet, with: try keySetResponse())
        respond(to: .metadata, with: metadataResponse)
    }

    /// The issuer of the ID tokens: the domain as an URL with a slash at the end.
    public var issuer: String { "https://\(domain)/" }

    // MARK: Responses

    /// Sets the responses to requests, and replaces earlier responses for the same endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - responses: The responses, in order; the last one is repeated.
    public func respond(to endpoint: Endpoint, with responses: CannedResponse...) {
        let left = Mutex(responses)
        respond(to: endpoint) { _ in
            left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first } ?? .noResponse(to: endpoint.description)
        }
    }

    /// Sets a closure that makes the responses to requests, and replaces earlier responses for the same endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - response: Makes the response to a request, on the thread that sends it.
    public func respond(to endpoint: Endpoint, by response: @escaping @Sendable (RecordedRequest) -> CannedResponse) {
        state.withLock { state in
            state.rules.removeAll { $0.endpoint == endpoint }
            state.rules.append(Rule(endpoint: endpoint, response: response))
        }
    }

    // MARK: Requests

    /// The requests, in order.
    public var requests: [RecordedRequest] { state.withLock { $0.requests } }

    /// Returns the requests to an endpoint, in order.
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The requests so far.
    public func requests(to endpoint: Endpoint) -> [RecordedRequest] { requests.filter(endpoint.matches) }

    /// Returns the next request to an endpoint: the first that no earlier call for this endpoint has returned. Waits
    /// for it if there is none yet.
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The request.
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func nextRequest(to endpoint: Endpoint) async throws -> RecordedRequest {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let request = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(Waiter(number: number, endpoint: endpoint, continuation: continuation))
            }
        } onCancel: {
            remove(number)
        }
        guard let request else { throw CancellationError() }
        return request
    }

    private func add(_ waiter: Waiter) {
        let (request, isCancelled) = state.withLock { state -> (RecordedRequest?, Bool) in
            if let request = state.take(waiter.endpoint) { return (request, false) }
            // Read under the lock: a later cancellation finds the waiter in the list.
            let isCancelled = Task.isCancelled
            if !isCancelled { state.waiting.append(waiter) }
            return (nil, isCancelled)
        }
        if request != nil || isCancelled { waiter.continuation.resume(returning: request) }
    }

    private func remove(_ number: Int) {
        let waiter = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: nil)
    }

    // MARK: Transport

    /// Records a request and delivers its response on another thread, as a network would.
    ///
    /// - Parameters:
    ///   - request: The request; a pending one ends after its `timeout`, 30 seconds by default.
    ///   - completion: Called exactly once, on another thread.
    /// - Returns: Cancels the request.
    public func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        let recorded = RecordedRequest(request)
        let (rule, met) = state.withLock { state in
            state.requests.append(recorded)
            return (state.rules.last { $0.endpoint.matches(recorded) }, state.meetWaiters())
        }
        for (waiter, request) in met { waiter.continuation.resume(returning: request) }
        let response = rule?.response(recorded) ?? .noResponse(to: "\(recorded.method) \(recorded.path)")
        return AsyncTransport { _ in try await response.received() }.send(request, completion: completion)
    }
}

extension CannedTenant.State {
    /// Returns the next request to an endpoint, and counts it as returned.
    fileprivate mutating func take(_ endpoint: CannedTenant.Endpoint) -> RecordedRequest? {
        let matching = requests.filter(endpoint.matches)
        let count = returned[endpoint, default: 0]
        guard count < matching.count else { return nil }
        returned[endpoint] = count + 1
        return matching[count]
    }

    /// Removes and returns the waiters whose request has arrived.
    fileprivate mutating func meetWaiters() -> [(CannedTenant.Waiter, RecordedRequest)] {
        var met: [(CannedTenant.Waiter, RecordedRequest)] = []
        let candidates = waiting
        waiting = []
        for waiter in candidates {
            if let request = take(waiter.endpoint) { met.append((waiter, request)) } else { waiting.append(waiter) }
        }
        return met
    }
}

extension CannedTenant {
    /// Issues an ID token that the SDK accepts: signed with the key of the tenant, for its client.
    ///
    /// - Parameters:
    ///   - subject: The ID of the user, `auth0|test` by default.
    ///   - nonce: The nonce of the login; `nil`, the default, for none.
    ///   - lifetime: The time until the token expires, ten hours by default; negative for an expired token.
    ///   - claims: Further claims, which replace other claims of the same name.
    /// - Returns: The token.
    /// - Throws: A `JOSEError` for claims that are no JSON.
    /// - SeeAlso: [OpenID Connect Core §2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken)
    public func idToken(
        subject: String = "auth0|test", nonce: String? = nil, lifetime: Duration = .seconds(36_000),
        claims: [String: any Sendable] = [:]
    ) throws -> String {
        let now = Int(Date().timeIntervalSince1970)
        var members: [String: any Sendable] = [
            "iss": issuer, "aud": clientID, "sub": subject, "iat": now,
            "exp": now + Int(lifetime.components.seconds),
        ]
        members["nonce"] = nonce
        members.merge(claims) { $1 }
        guard let body = CannedResponse.body(members) else { throw JOSEError(.malformed) }
        return try key.sign(body, type: "JWT")
    }

    /// The response with the public key.
    func keySetResponse() throws -> CannedResponse {
        CannedResponse(status: 200, bytes: Array(try JSONEncoder().encode(JSONWebKeySet(publishing: [key]))))
    }

    /// The response with the metadata.
    ///
    /// - SeeAlso: [OpenID Connect Discovery
    ///   §3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata)
    var metadataResponse: CannedResponse {
        .json([
            "issuer": issuer, "authorization_endpoint": "\(issuer)authorize", "token_endpoint": "\(issuer)oauth/token",
            "userinfo_endpoint": "\(issuer)userinfo", "jwks_uri": "\(issuer).well-known/jwks.json",
            "revocation_endpoint": "\(issuer)oauth/revoke",
            "device_authorization_endpoint": "\(issuer)oauth/device/code", "response_types_supported": ["code"],
            "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["ES256"],
        ])
    }
}
