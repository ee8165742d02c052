public import ByteEncodings
import FoundationEssentials
import JOSE
import OpenID

/// The tokens of a login, and the user.
public struct AuthToken: Sendable, Hashable, Codable {
    /// The ID token, a JWT with the profile of the user, which has been verified (`id_token`).
    public let idToken: String?
    /// The access token, which authorizes requests to the ReachFive API (`access_token`).
    public let accessToken: String
    /// The refresh token, for ``ReachFive/ReachFive/refreshAccessToken(authToken:)`` (`refresh_token`).
    public let refreshToken: String?
    /// The type of the access token, `Bearer` (`token_type`).
    public let tokenType: String?
    /// The lifetime of the access token in seconds (`expires_in`); `nil` if the server response lacks it.
    public let expiresIn: Int?
    /// The claims of the ID token about the user.
    public let user: OpenIdUser?

    /// Creates a value: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        idToken: String?, accessToken: String, refreshToken: String?, tokenType: String?, expiresIn: Int?,
        user: OpenIdUser?
    ) {
        (self.idToken, self.accessToken, self.refreshToken) = (idToken, accessToken, refreshToken)
        (self.tokenType, self.expiresIn, self.user) = (tokenType, expiresIn, user)
    }

    /// Creates a value from credentials whose ID token has been verified.
    init(_ credentials: Credentials) { self.init(credentials, expiresIn: credentials.receivedLifetime.seconds) }

    /// Creates a value from credentials whose ID token has been verified, with the lifetime of the access token.
    init(_ credentials: Credentials, expiresIn: Int?) {
        let idToken = credentials.idToken.isEmpty ? nil : credentials.idToken
        self.init(
            idToken: idToken, accessToken: credentials.accessToken, refreshToken: credentials.refreshToken,
            tokenType: credentials.tokenType, expiresIn: expiresIn,
            user: idToken.flatMap { try? decode(jwt: $0) }.map { OpenIdUser(claims: $0.body) })
    }

    /// Returns the tokens as credentials of the core; their lifetime begins at a date.
    func credentials(from date: Date) -> Credentials {
        Credentials(
            accessToken: accessToken, tokenType: tokenType ?? "Bearer", idToken: idToken ?? "",
            refreshToken: refreshToken, expiresIn: date + Double(expiresIn ?? 0))
    }
}

extension AuthToken: _Redacted {
    /// A mirror of the members that are not secret, and not about the user.
    public var customMirror: Mirror {
        Mirror(self, children: ["tokenType": tokenType as Any, "expiresIn": expiresIn as Any])
    }
}
