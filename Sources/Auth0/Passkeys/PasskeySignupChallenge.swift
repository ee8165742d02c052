import ByteEncodings
public import FoundationEssentials
public import PasskeyAuthenticator

/// A challenge for signing a user up with a new passkey.
public struct PasskeySignupChallenge: Sendable, Hashable {
    /// The session that binds the signup to this challenge, `auth_session`. It is a secret.
    public let authenticationSession: String
    /// The options for the authenticator, `authn_params_public_key` in JSON.
    public let options: PasskeyCreationOptions

    /// The relying party ID: a domain.
    public var relyingPartyId: String { options.relyingPartyID }
    /// The WebAuthn user handle for the new passkey.
    public var userId: Data { options.userID }
    /// The user name that the authenticator shows.
    public var userName: String { options.userName }
    /// The challenge that the authenticator signs.
    public var challengeData: Data { options.challenge }

    /// Creates a challenge.
    ///
    /// - Parameters:
    ///   - authenticationSession: The session that binds the signup to this challenge.
    ///   - options: The options for the authenticator.
    public init(authenticationSession: String, options: PasskeyCreationOptions) {
        self.authenticationSession = authenticationSession
        self.options = options
    }

    /// Creates a challenge from the options that are required.
    ///
    /// - Parameters:
    ///   - authenticationSession: The session that binds the signup to this challenge.
    ///   - relyingPartyId: The relying party ID: a domain.
    ///   - userId: The WebAuthn user handle, 1 to 64 bytes.
    ///   - userName: The user name that the authenticator shows.
    ///   - challengeData: The challenge that the authenticator signs.
    public init(
        authenticationSession: String, relyingPartyId: String, userId: Data, userName: String, challengeData: Data
    ) {
        self.init(
            authenticationSession: authenticationSession,
            options: PasskeyCreationOptions(
                relyingPartyID: relyingPartyId, userID: userId, userName: userName, challenge: challengeData))
    }
}

extension PasskeySignupChallenge: Decodable {
    private enum CodingKeys: String, CodingKey {
        case authenticationSession = "auth_session"
        case options = "authn_params_public_key"
    }
}

extension PasskeySignupChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["relyingPartyId": relyingPartyId, "userName": userName])
    }
}
