import ByteEncodings
public import FoundationEssentials
public import PasskeyAuthenticator

/// A challenge for logging in with a passkey.
public struct PasskeyLoginChallenge: Sendable, Hashable {
    /// The session that binds the login to this challenge, `auth_session`. It is a secret.
    public let authenticationSession: String
    /// The options for the authenticator, `authn_params_public_key` in JSON.
    public let options: PasskeyRequestOptions

    /// The relying party ID: a domain.
    public var relyingPartyId: String { options.relyingPartyID }
    /// The challenge that the authenticator signs.
    public var challengeData: Data { options.challenge }

    /// Creates a challenge.
    ///
    /// - Parameters:
    ///   - authenticationSession: The session that binds the login to this challenge.
    ///   - options: The options for the authenticator.
    public init(authenticationSession: String, options: PasskeyRequestOptions) {
        self.authenticationSession = authenticationSession
        self.options = options
    }

    /// Creates a challenge from the options that are required.
    ///
    /// - Parameters:
    ///   - authenticationSession: The session that binds the login to this challenge.
    ///   - relyingPartyId: The relying party ID: a domain.
    ///   - challengeData: The challenge that the authenticator signs.
    public init(authenticationSession: String, relyingPartyId: String, challengeData: Data) {
        self.init(
            authenticationSession: authenticationSession,
            options: PasskeyRequestOptions(relyingPartyID: relyingPartyId, challenge: challengeData))
    }
}

extension PasskeyLoginChallenge: Decodable {
    private enum CodingKeys: String, CodingKey {
        case authenticationSession = "auth_session"
        case options = "authn_params_public_key"
    }
}

extension PasskeyLoginChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["relyingPartyId": relyingPartyId]) }
}
