import ByteEncodings
public import FoundationEssentials
import JOSE

/// The token that a token exchange issued.
///
/// - SeeAlso: [RFC 8693 §2.2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.2.1)
public struct ExchangedToken: Sendable, Hashable {
    /// The issued token, which need not be an access token; a secret (`access_token`).
    public let value: String
    /// The type of the issued token (`issued_token_type`).
    public let issuedType: TokenTypeIdentifier
    /// The authentication scheme of an access token, `Bearer` or `DPoP`; `N_A` for another token (`token_type`).
    public let tokenType: String
    /// The time when the token expires; `nil` if the server response lacks it (`expires_in`).
    public let expiresAt: Date?
    /// The scopes of the token, separated by spaces; `nil` if they equal the requested scopes (`scope`).
    public let scope: String?
    /// The refresh token; `nil` if there is none (`refresh_token`).
    public let refreshToken: String?
    /// The fine-grained permissions of the token; empty if the server response lacks them (`authorization_details`).
    public let authorizationDetails: [AuthorizationDetail]

    /// Creates a token, for a custom double: the memberwise initializer, whose parameters are the same as the
    /// properties.
    public init(
        value: String, issuedType: TokenTypeIdentifier = .accessToken, tokenType: String = "Bearer",
        expiresAt: Date? = nil, scope: String? = nil, refreshToken: String? = nil,
        authorizationDetails: [AuthorizationDetail] = []
    ) {
        (self.value, self.issuedType, self.tokenType) = (value, issuedType, tokenType)
        (self.expiresAt, self.scope, self.refreshToken) = (expiresAt, scope, refreshToken)
        self.authorizationDetails = authorizationDetails
    }

    /// Decodes a server response; `nil` if a required member is missing or malformed.
    init?(_ json: JSONValue) {
        guard let value = try? json.token("access_token"),
            let issuedType = json["issued_token_type"]?.string, !issuedType.isEmpty,
            let tokenType = json["token_type"]?.string, !tokenType.isEmpty,
            let details = [AuthorizationDetail](json["authorization_details"])
        else { return nil }
        (self.value, self.tokenType, authorizationDetails) = (value, tokenType, details)
        self.issuedType = TokenTypeIdentifier(rawValue: issuedType)
        switch json["expires_in"] {
        case nil, .null?: expiresAt = nil
        case let lifetime?:
            guard let seconds = TokenLifetime(lifetime)?.issued else { return nil }
            expiresAt = Date(timeIntervalSinceNow: seconds)
        }
        let scope = json["scope"]?.texts?.joined(separator: " ")
        self.scope = scope?.isEmpty == true ? nil : scope
        do throws(JSONError) { refreshToken = try json.token("refresh_token") } catch { return nil }
    }
}

extension ExchangedToken: _Redacted {
    /// A mirror of the types and the expiry.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "issuedType": issuedType.rawValue, "tokenType": tokenType, "expiresAt": expiresAt as Any,
            ])
    }
}
