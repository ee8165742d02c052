import ByteEncodings
package import HTTPMessages
package import RequestPipeline
import Synchronization

/// A sender constraint that adds proofs of possession to the requests of a client (RFC 9449 §5, §7, §8).
package final class ProofSender: SenderConstraint {
    package let identifier: String
    /// The keys of the store that holds the key.
    package let keys: ProofKeys

    private let nonces: ServerNonces
    private let clock: TimeSource

    package init(identifier: String, keys: ProofKeys, nonces: ServerNonces, clock: TimeSource = .system) {
        (self.identifier, self.keys, self.nonces, self.clock) = (identifier, keys, nonces, clock)
    }

    /// Returns whether a request is bound to the key (RFC 9449 §5).
    ///
    /// A login is always bound, and creates the key. A request that uses a token is bound if the key exists, since the
    /// token may be bound to it; if the token is known to be bound, the request fails without the key.
    package func binding(of endpoint: Endpoint) -> SenderBinding {
        let existing = endpoint.presentsBoundToken || endpoint.authorizationScheme == "dpop"
        return switch endpoint.role {
        case .grant where endpoint["grant_type"] != .string("refresh_token"): .always
        case .grant, .protectedResource: existing ? .toExistingKey : .whenKeyExists
        case .other: .none
        }
    }

    /// Adds a new proof, with the hash of the access token and the last nonce of the server.
    package func bind(
        _ message: TransportRequest, _ binding: SenderBinding,
        completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
    ) {
        keys.key(identifier, creating: binding == .always) { result in
            completion(Result { try self.bound(message, binding, by: result.get()) })
        }
    }

    private func bound(
        _ message: TransportRequest, _ binding: SenderBinding, by key: ProofKey?
    ) throws(DPoPError) -> TransportRequest {
        guard let key else {
            if binding == .toExistingKey { throw .keyMissing }
            return message
        }
        var bound = message
        bound.fields["DPoP"] = try key.proof(
            message.method, message.url, accessToken: message.fields.accessToken, nonce: nonces[message.url],
            time: clock)
        return bound
    }

    /// Stores the server's nonce, and returns whether to repeat the request because its proof lacked that nonce.
    ///
    /// If the server refused the proof or the token for another reason, the next request reads the key from its store
    /// again.
    package func asksAgain(_ response: TransportResponse, to message: TransportRequest) -> Bool {
        nonces.note(response, from: message.url)
        guard message.fields.contains("DPoP"), (400...499).contains(response.status) else { return false }
        switch response.refusal {
        case TokenChallenge.nonceRequired: return response.dpopNonce != nil
        case "invalid_dpop_proof", "invalid_token": keys.forget(identifier)
        default: break
        }
        return false
    }
}

extension ProofSender {
    /// Returns ``DPoPError/keyMissing`` for bound tokens in the response to a request without a proof: a refresh token
    /// was bound to a key that no longer exists, and the access token would be useless.
    package func problem(of response: TransportResponse, to message: TransportRequest) -> (any Error)? {
        guard !message.fields.contains("DPoP"), (200...299).contains(response.status),
            let tokenType = (try? JSONValue(parsing: response.body))?["token_type"]?.string,
            tokenType.lowercased() == "dpop"
        else { return nil }
        return DPoPError.keyMissing
    }
}

/// The last nonce of each server, which is not revealed to other servers (RFC 9449 §8.2).
package final class ServerNonces: Sendable {
    package static let standard = ServerNonces()

    private let nonces = Mutex<[String: String]>([:])
    private static let most = 1_000

    package init() {}

    /// The last nonce of the server at `url`; `nil` if there is none.
    package subscript(url: HTTPURL) -> String? { nonces.withLock { $0[url.origin] } }

    /// Stores the nonce of a server response, if it has one.
    package func note(_ response: TransportResponse, from url: HTTPURL) {
        guard let nonce = response.dpopNonce else { return }
        nonces.withLock { nonces in
            if nonces.count >= Self.most, nonces[url.origin] == nil { nonces.removeAll() }
            nonces[url.origin] = nonce
        }
    }
}

extension TransportFields {
    /// The access token in `Authorization`; `nil` for another scheme, such as a client's `Basic` credentials.
    fileprivate var accessToken: String? {
        guard let parts = self["Authorization"]?.split(separator: " "), parts.count == 2,
            ["dpop", "bearer"].contains(parts[0].lowercased())
        else { return nil }
        return String(parts[1])
    }
}

extension TransportResponse {
    /// The error code of a refusal, from the header or from the body.
    fileprivate var refusal: String? {
        dpopChallenge?.error ?? (try? JSONValue(parsing: body))?["error"]?.string
    }
}
