public import FoundationEssentials
import JOSE

/// The tokens that a login returns, and the time when the access token expires.
public struct Credentials: Sendable, Hashable {
    /// The access token, which authorizes requests to the API it was issued for (`access_token`).
    public package(set) var accessToken: String
    /// The type of the access token, `Bearer` or `DPoP` (`token_type`).
    public package(set) var tokenType: String
    /// The ID token, which identifies the user; requests of the Authentication API do not validate it (`id_token`).
    public package(set) var idToken: String
    /// The refresh token, which renews these credentials; issued for the scope `offline_access` (`refresh_token`).
    public package(set) var refreshToken: String?
    /// The time when the access token expires (`expires_in`).
    public package(set) var expiresIn: Date
    /// The scopes of the access token, separated by spaces; `nil` if the server response lacks them (`scope`).
    public package(set) var scope: String?
    /// The recovery code that replaces a lost second factor; issued with the first enrolment (`recovery_code`).
    public package(set) var recoveryCode: String?
    /// The fine-grained permissions of the access token; empty if the server response lacks them
    /// (`authorization_details`).
    ///
    /// - SeeAlso: [RFC 9396 §7](https://www.rfc-editor.org/rfc/rfc9396#section-7)
    public package(set) var authorizationDetails: [AuthorizationDetail]
    /// The lifetime of the access token in the server response; neither stored nor compared.
    package var receivedLifetime = ReceivedLifetime()

    /// Creates credentials: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        accessToken: String = "", tokenType: String = "", idToken: String = "", refreshToken: String? = nil,
        expiresIn: Date = Date(), scope: String? = nil, recoveryCode: String? = nil,
        authorizationDetails: [AuthorizationDetail] = []
    ) {
        (self.accessToken, self.tokenType, self.idToken) = (accessToken, tokenType, idToken)
        (self.refreshToken, self.expiresIn, self.scope) = (refreshToken, expiresIn, scope)
        (self.recoveryCode, self.authorizationDetails) = (recoveryCode, authorizationDetails)
    }

    /// Creates credentials, with the expiry labelled like ``expiresAt``; see
    /// ``init(accessToken:tokenType:idToken:refreshToken:expiresIn:scope:recoveryCode:authorizationDetails:)``,
    /// whose parameters are the same.
    public init(
        accessToken: String = "", tokenType: String = "", idToken: String = "", refreshToken: String? = nil,
        expiresAt: Date, scope: String? = nil, recoveryCode: String? = nil,
        authorizationDetails: [AuthorizationDetail] = []
    ) {
        self.init(
            accessToken: accessToken, tokenType: tokenType, idToken: idToken, refreshToken: refreshToken,
            expiresIn: expiresAt, scope: scope, recoveryCode: recoveryCode,
            authorizationDetails: authorizationDetails)
    }

    /// The time when the access token expires: another name for ``expiresIn``.
    public var expiresAt: Date { expiresIn }
}

extension Credentials {
    /// Returns a changed copy, which keeps all other members.
    package func replacing(_ change: (inout Credentials) -> Void) -> Credentials {
        var copy = self
        change(&copy)
        return copy
    }

    /// Returns these credentials, with the values that the response of a renewal leaves out taken from older ones (RFC
    /// 6749 §5.1, §6).
    ///
    /// A response without a scope has granted the requested one.
    package func completed(by older: Credentials?, requesting scope: String? = nil) -> Credentials {
        replacing { new in
            if new.idToken.isEmpty { new.idToken = older?.idToken ?? "" }
            new.refreshToken = new.refreshToken ?? older?.refreshToken
            new.scope = new.scope ?? scope ?? older?.scope
            new.recoveryCode = new.recoveryCode ?? older?.recoveryCode
            if new.authorizationDetails.isEmpty { new.authorizationDetails = older?.authorizationDetails ?? [] }
        }
    }
}

extension Credentials: _IDTokenCarrying {
    /// The access token, whose hash the ID token may contain as `at_hash`.
    public var _accessTokenBesideIDToken: String? { accessToken }

    /// The time when the session at the provider ends, regardless of renewals (`session_expiry` of the ID token).
    ///
    /// The signature is not verified here. A browser login and `validateClaims()` verify it, and refuse a session that
    /// has ended.
    public var sessionExpiresAt: Date? { (try? decode(jwt: idToken))?.sessionExpiresAt }
}

/// The `expires_in` of a server response; not part of the equality of credentials, which ``Credentials/expiresIn`` is.
package struct ReceivedLifetime: Sendable, Hashable {
    /// The seconds; `nil` for credentials that are not from a server response.
    package var seconds: Int?

    package static func == (_: Self, _: Self) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The credentials with their secrets redacted.
    public var description: String {
        let secrets = [refreshToken, recoveryCode].map { $0 == nil ? "nil" : "Optional(\"\(redactedText)\")" }
        return "Credentials(accessToken: \"\(redactedText)\", tokenType: \"\(tokenType.excerptForLog)\", "
            + "idToken: \"\(redactedText)\", refreshToken: \(secrets[0]), expiresIn: \(expiresIn.text), "
            + "scope: \(String(describing: scope?.excerptForLog)), recoveryCode: \(secrets[1]))"
    }

    /// The credentials with their secrets redacted.
    public var debugDescription: String { description }

    /// A mirror of the properties that are not secret.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "tokenType": tokenType.excerptForLog, "expiresIn": expiresIn.text,
                "scope": scope?.excerptForLog as Any,
            ])
    }
}

/// The placeholder of a secret in descriptions.
package let redactedText = "<REDACTED>"
