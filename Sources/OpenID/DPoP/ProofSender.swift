import ByteEncodings
package import HTTPMessages
package import RequestPipeline

/// Adds proofs of possession to what a client sends.
///
/// - SeeAlso: [RFC 9449 §5](https://www.rfc-editor.org/rfc/rfc9449#section-5),
///   [§7](https://www.rfc-editor.org/rfc/rfc9449#section-7), [§8](https://www.rfc-editor.org/rfc/rfc9449#section-8)
package final class ProofSender: SenderConstraint {
    /// The name of the key.
    package let identifier: String
    /// Where the key is.
    package let keys: ProofKeys

    private let nonces: ServerNonces
    private let clock: TimeSource

    /// Makes a sender.
    ///
    /// - Parameters:
    ///   - identifier: The name of the key.
    ///   - keys: Where it is.
    ///   - nonces: What servers gave.
    ///   - clock: Tells the second of each proof.
    package init(identifier: String, keys: ProofKeys, nonces: ServerNonces, clock: TimeSource = .system) {
        (self.identifier, self.keys, self.nonces, self.clock) = (identifier, keys, nonces, clock)
    }

    /// How a request is bound: a login makes the key; whatever uses a token that may be bound proves it where there is a
    /// key; what uses no such token goes without.
    ///
    /// - SeeAlso: [RFC 9449 §5](https://www.rfc-editor.org/rfc/rfc9449#section-5)
    package func binding(of endpoint: Endpoint) -> SenderBinding {
        switch endpoint.role {
        case .grant: endpoint["grant_type"] == .string("refresh_token") ? .whenKeyExists : .always
        case .protectedResource: .whenKeyExists
        case .other: .none
        }
    }

    /// Adds a fresh proof, with the hash of the access token and the last nonce of the server.
    package func bind(
        _ message: HTTPRequest, _ binding: SenderBinding,
        completion: @escaping @Sendable (Result<HTTPRequest, any Error>) -> Void
    ) {
        keys.key(identifier, creating: binding == .always) { result in
            do throws(ProofKeyError) {
                completion(.success(try self.bound(message, by: result.get())))
            } catch {
                completion(.failure(DPoPError(error)))
            }
        }
    }

    private func bound(_ message: HTTPRequest, by key: ProofKey?) throws(ProofKeyError) -> HTTPRequest {
        guard let key else { return message }
        var bound = message
        bound.fields["DPoP"] = try key.proof(
            message.method, message.url, accessToken: message.fields.accessToken, nonce: nonces[message.url],
            time: clock)
        return bound
    }

    /// Remembers the server's nonce; when the server refused a proof for the want of it, the request is worth another.
    ///
    /// When the server refused for another reason, the key is read anew next time.
    package func asksAgain(_ response: HTTPResponse, to message: HTTPRequest) -> Bool {
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

extension HTTPFields {
    /// The text after the scheme of `Authorization`.
    fileprivate var accessToken: String? {
        self["Authorization"].flatMap { $0.split(separator: " ").last.map(String.init) }
    }
}

extension HTTPResponse {
    /// The code of a refusal, wherever it stands.
    fileprivate var refusal: String? {
        dpopChallenge?.error ?? (try? JSONValue(parsing: body))?["error"]?.string
    }
}
