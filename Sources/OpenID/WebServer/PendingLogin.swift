import ByteEncodings
public import FoundationEssentials
import HTTPMessages
import RequestPipeline

/// A login that a web server has begun, and whose authorization response has not arrived.
///
/// Keep it in the session of that browser, sealed or on the server, and finish it once with
/// ``OpenIDClient/finish(_:with:)-(PendingLogin,_)`` and the query of the redirect URI. Never finish it for another
/// browser: the login could be an attacker's. The session's cookie is `Secure`, `HttpOnly` and `SameSite=Lax`, its name
/// begins with `__Host-`, and the user gets a new session ID after the login; otherwise an attacker who planted the old
/// ID would share the session.
///
/// It expires ten minutes after its begin, or after the time set by ``BrowserLogin/timeout(_:)``.
///
/// A server with several providers keeps the pending login of each: only a client of the same issuer and client ID can
/// finish a login, so that the code of one provider is never sent to another (mix-up).
///
/// - SeeAlso: [RFC 9700 §2.1, §4.4](https://www.rfc-editor.org/rfc/rfc9700#section-2.1),
///   [RFC 9207](https://www.rfc-editor.org/rfc/rfc9207)
public struct PendingLogin: Sendable, Hashable, Codable {
    /// The address to redirect the browser to.
    public let url: String
    /// The `state` of the authorization request; different for each login.
    public let state: String
    /// The redirect URI of the login.
    public let redirectURI: String
    /// The issuer of the provider at which the login was begun.
    public let issuer: String
    /// The ID of the client that began the login.
    public let clientID: String
    /// The time after which the login cannot be finished.
    public var expiresAt: Date { Date(timeIntervalSince1970: Double(expiry)) }
    /// In seconds since 1970.
    let expiry: Int
    let nonce: String
    let codeVerifier: String
    /// In seconds, as it is encoded.
    let leeway: Int
    let maxAge: Int?
    let acrValues: [String]
    /// Absent when there are none, as in the logins that version 0.1.0 began.
    let trustedAudiences: [String]?

    init(
        at page: HTTPURL, _ redirectURI: String, _ flow: CodeFlow, of client: OpenIDClient,
        expecting expectations: IDTokenExpectations, within lifetime: Duration
    ) {
        (issuer, clientID) = (client.provider.metadata.issuer, client.id)
        (url, state, self.redirectURI) = (page.string, flow.state, redirectURI)
        (nonce, codeVerifier) = (flow.nonce, flow.pkce.verifier)
        expiry = TimeSource.system.secondsSince1970 + Int(lifetime.components.seconds)
        leeway = Int(clamping: expectations.leeway.components.seconds)
        maxAge = expectations.maxAge.map { Int(clamping: $0.components.seconds) }
        acrValues = expectations.acceptedACRValues
        trustedAudiences = expectations.trustedAudiences.isEmpty ? nil : expectations.trustedAudiences
    }

    /// The error of an expired login, or of values that no login has; `nil` if the login can be finished.
    var problem: AuthorizationError? {
        guard !state.isEmpty, !nonce.isEmpty, !codeVerifier.isEmpty else {
            return AuthorizationError(
                .requestInvalid, "the login has no state, nonce or verifier: keep what begin(_:) returned")
        }
        guard TimeSource.system.secondsSince1970 < expiry else {
            return AuthorizationError(
                .timedOut, "the login has expired: begin another one, or set a longer time with timeout(_:)")
        }
        return nil
    }

    func check(_ expectations: inout IDTokenExpectations) {
        expectations.nonce = nonce
        expectations.leeway = .seconds(leeway)
        expectations.maxAge = maxAge.map { .seconds($0) }
        (expectations.acceptedACRValues, expectations.trustedAudiences) = (acrValues, trustedAudiences ?? [])
    }
}

extension PendingLogin: _Redacted {
    /// A mirror of redirect URI, issuer and client ID: all other members are secrets of this login.
    public var customMirror: Mirror {
        Mirror(self, children: ["redirectURI": redirectURI, "issuer": issuer, "clientID": clientID])
    }
}
