import ByteEncodings
package import FoundationEssentials
import HTTPMessages
import JOSE
package import RequestPipeline
package import Streams
import Synchronization

/// The requests of one client of one provider by which a stored login obtains and revokes tokens.
package protocol TokenService: Sendable {
    /// The client.
    var binding: ClientBinding { get }
    /// The key that tokens are bound to; `nil` for bearer tokens.
    var dpop: DPoP? { get }

    /// Sends a token request; `completion` is called exactly once, on a background thread.
    func begin(_ request: TokenRequest, completion: @escaping @Sendable (TokenAnswer) -> Void)

    /// Revokes a refresh token; `completion` is called exactly once, with the error of the client.
    func revoke(
        _ refreshToken: String, headers: [String: String],
        completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> any Cancellable
}

/// A token request with the refresh token of a stored login.
package struct TokenRequest: Sendable {
    /// The call that needs the request.
    package let call: RenewalCall
    /// The stored record, without the mark of this request.
    package let record: LoginRecord
    /// The refresh token of the record.
    package let refreshToken: String
    /// Whether new ID tokens are validated.
    package let validatesIDTokens: Bool

    /// The audience and the scopes to request.
    package var target: (audience: String?, scope: String?) {
        switch call.need {
        case .credentials(let scope, _): (nil, scope)
        case .resource(let audience, let scope, _): (audience, scope)
        case .renewal, .exchange: (nil, nil)
        }
    }

    /// Returns the tokens of a response for the call.
    package func tokens(_ new: Credentials) -> TokenAnswer.Tokens {
        guard target.audience != nil else { return .login(new) }
        return .resource(ResourceTokens(new), refreshToken: new.refreshToken, idToken: new.idToken)
    }

    /// Sends a client's request with the refresh token: with the parameters of the call, and the validation of the new
    /// ID token. `complete` adds the values that a response leaves out, also to a response that is refused.
    /// `completion` is called exactly once, on a background thread.
    package func begin<Value: _IDTokenCarrying, Failure>(
        _ request: Request<Value, Failure>, time: TimeSource,
        completing complete: @escaping @Sendable (Value) -> Value = { $0 },
        failing: @escaping @Sendable (Failure) -> TokenFailure,
        tokens: @escaping @Sendable (Value) -> TokenAnswer.Tokens,
        completion: @escaping @Sendable (TokenAnswer) -> Void
    ) {
        let received = ReceivedTokens<Value>()
        request.parameters(call.parameters).headers(call.headers)
            .presentingBoundToken(record.credentials?.tokenType.lowercased() == "dpop")
            .completing(
                { value, response in received.note(complete(value), at: response.serverTime) },
                failing: { received.note(undecodable: $0) }
            )
            .expecting { check in
                check.isOn = validatesIDTokens
                check.time = time
                check.serverTime = { received.serverTime }
                check.keptIDToken = record.credentials?.idToken ?? ""
                check.expectations.previousIDToken = validatesIDTokens ? record.credentials?.decodedIDToken : nil
            }
            .start { result in
                completion(TokenAnswer(result.map(complete).mapError(failing), received, of: self, tokens))
            }
    }

    /// The error of a stored ID token that cannot be decoded: a new one could not be compared with it, and the refresh
    /// token would be spent.
    package var problem: (any Error)? {
        guard validatesIDTokens, let idToken = record.credentials?.idToken, !idToken.isEmpty else { return nil }
        do {
            _ = try decode(jwt: idToken)
            return nil
        } catch { return error }
    }
}

/// The content of a response that may be refused afterwards.
private final class ReceivedTokens<Value: Sendable>: Sendable {
    private let state = Mutex<(value: Value?, rest: UndecodableTokens?, time: Int?)>((nil, nil, nil))

    /// The decoded value; `nil` before the response, and if it cannot be decoded.
    var value: Value? { state.withLock { $0.value } }
    /// The tokens of a response that cannot be decoded otherwise.
    var rest: UndecodableTokens? { state.withLock { $0.rest } }
    /// The time of the server, in seconds since 1970.
    var serverTime: Int? { state.withLock { $0.time } }

    /// Stores a value.
    func note(_ value: Value, at time: Int?) -> Value {
        state.withLock { ($0.value, $0.time) = (value, time) }
        return value
    }

    /// Stores the tokens of a response that cannot be decoded.
    func note(undecodable response: TransportResponse) {
        let rest = try? JSONScanner.scan(response.body) { json throws(JSONError) in
            try UndecodableTokens(from: &json)
        }
        state.withLock { $0.rest = rest }
    }
}

/// The tokens of a response of which another member is not valid, such as `expires_in`: the refresh token that was sent
/// is spent.
private struct UndecodableTokens: JSONReadable {
    /// The refresh token; `nil` if there is none, or if the response is a refusal.
    let refreshToken: String?
    private let idToken: String

    init(from json: inout JSONScanner) throws(JSONError) {
        var (refreshToken, idToken, isRefusal) = (String?.none, "", false)
        try json.object { name, json throws(JSONError) in
            switch name {
            case "refresh_token": refreshToken = try json.token("refresh_token")
            case "id_token" where try json.peek() == .string: idToken = try json.string()
            case "error" where try json.peek() == .string: isRefusal = try !json.string().isEmpty
            default: try json.skip()
            }
        }
        (self.refreshToken, self.idToken) = (isRefusal ? nil : refreshToken, idToken)
    }

    /// Whether the ID token is about another user than that of a record.
    func isForeign(to record: LoginRecord) -> Bool {
        guard let old = record.credentials?.decodedIDToken, let new = try? decode(jwt: idToken) else { return false }
        return ["iss", "sub"].contains { !new[$0].string.isSame(as: old[$0].string) }
    }
}

/// The provider's response to a token request.
package enum TokenAnswer: Sendable {
    /// New tokens, all of them valid.
    case tokens(Tokens)
    /// The provider has issued tokens, but they were not validated: the ID token is not valid, there is no key to
    /// validate it with, or another member of the response is not valid.
    ///
    /// - Parameters:
    ///   - refreshToken: The new refresh token; `nil` if the old one stays.
    ///   - isForeign: Whether the response is about another user.
    ///   - error: The error of the client.
    case notValidated(refreshToken: String?, isForeign: Bool, error: any Error)
    /// The request failed.
    case failure(TokenFailure)

    /// The tokens of a response.
    package enum Tokens: Sendable {
        /// The complete credentials of the login, with the values that the response left out.
        case login(Credentials)
        /// The tokens of a resource, and the refresh token and the ID token of the same response.
        case resource(ResourceTokens, refreshToken: String?, idToken: String)
        /// The result of an exchange, and the refresh token and the ID token of the same response.
        case exchanged(any ExchangedTokens, refreshToken: String?, idToken: String)

        fileprivate var refreshToken: String? {
            switch self {
            case .login(let credentials): credentials.refreshToken
            case .resource(_, let refreshToken, _), .exchanged(_, let refreshToken, _): refreshToken
            }
        }
    }

    /// Creates the answer of a request. With a received response the refresh token is spent, even if the request
    /// failed.
    fileprivate init<Value>(
        _ result: Result<Value, TokenFailure>, _ received: ReceivedTokens<Value>, of request: TokenRequest,
        _ tokens: (Value) -> Tokens
    ) {
        switch (result, received.value) {
        case (.success(let value), _): self = .tokens(tokens(value))
        case (.failure(let failure), let value?):
            let claim = (failure.tokenError?.claim).map { ["sub", "iss", "aud"].contains($0) } ?? false
            self = .notValidated(refreshToken: tokens(value).refreshToken, isForeign: claim, error: failure.error)
        case (.failure(let failure), nil):
            guard let rest = received.rest, let refreshToken = rest.refreshToken else {
                self = .failure(failure)
                return
            }
            self = .notValidated(
                refreshToken: refreshToken, isForeign: rest.isForeign(to: request.record), error: failure.error)
        }
    }
}

/// A token request without tokens.
package struct TokenFailure: Error {
    /// The state of the refresh token after the failure.
    package enum Effect: Sendable {
        /// The provider states that it does not accept the refresh token (`invalid_grant`).
        case refused
        /// The request has no effect: it was not sent, or the provider rejected it for another reason.
        case none
        /// The provider may have accepted the refresh token, and replaced it.
        case unknown
    }

    /// The error of the client.
    package let error: any Error
    /// The state of the refresh token.
    package let effect: Effect
    /// Whether a repetition may succeed.
    package let isRetryable: Bool
    /// The delay that the provider asks for; `nil` if there is none.
    package let retryAfter: Duration?

    /// The reason why an ID token was refused, if that is the failure.
    let tokenError: IDTokenError?

    /// Creates the failure of a request. Its cause is that of the client's error, such as the error of the transport;
    /// `code` is the error code of the provider; the status is 0 without a response. A request that was not sent has no
    /// effect.
    ///
    /// - SeeAlso: [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2)
    package init(
        _ error: any Error, cause: (any Error)?, code: String?, statusCode: Int, isRetryable: Bool,
        retryAfter: Duration?, wasSent: Bool = true
    ) {
        (self.error, self.isRetryable, self.retryAfter) = (error, isRetryable, retryAfter)
        tokenError = cause as? IDTokenError
        let transport = cause as? TransportError
        if code == "invalid_grant", transport == nil {
            effect = .refused
        } else {
            // A proof or an assertion is signed before the request is sent.
            let isUnsigned = statusCode == 0 && (cause is DPoPError || cause is JOSEError)
            let isWithoutEffect = !wasSent || isUnsigned || (300..<500).contains(statusCode)
            effect = isWithoutEffect || transport?.requestMayHaveArrived == false ? .none : .unknown
        }
    }

    /// Creates the failure of a request that was not sent.
    package init(notSent error: any Error) {
        (self.error, effect, isRetryable, retryAfter, tokenError) = (error, .none, false, nil, nil)
    }

    /// Creates the failure of a request to an OpenID provider, without a decoded response.
    package init(_ error: OpenIDError, wasSent: Bool = true) {
        self.init(
            error, cause: error.cause, code: error.providerCode, statusCode: error.statusCode,
            isRetryable: error.isRetryable, retryAfter: error.retryAfter,
            wasSent: wasSent && ![.argumentInvalid, .unsupported].contains(error.code))
    }
}

extension TokenAnswer {
    /// Returns the answer with dates by another clock than the system's, by which the response was decoded. It is
    /// unchanged if both agree within a second. `offset` is the time of that clock minus the system's, in seconds.
    package func shifted(by offset: TimeInterval) -> TokenAnswer {
        guard case .tokens(let tokens) = self, offset.magnitude >= 1 else { return self }
        switch tokens {
        case .login(let credentials): return .tokens(.login(credentials.replacing { $0.expiresIn += offset }))
        case .resource(let tokens, let refreshToken, let idToken):
            return .tokens(.resource(tokens.shifted(by: offset), refreshToken: refreshToken, idToken: idToken))
        case .exchanged(let tokens, let refreshToken, let idToken):
            return .tokens(.exchanged(tokens.shifted(by: offset), refreshToken: refreshToken, idToken: idToken))
        }
    }
}

/// The result of an exchange that a provider offers.
package protocol ExchangedTokens: Sendable {
    /// Returns the tokens with an expiry that is later by a number of seconds: that by another clock.
    func shifted(by seconds: TimeInterval) -> Self
}
