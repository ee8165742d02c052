import ByteEncodings
public import FoundationEssentials
import HTTPMessages
public import PasskeyAuthenticator
import RequestPipeline

/// A challenge for adding a new passkey to a user's authentication methods.
public struct PasskeyEnrollmentChallenge: Sendable, Hashable {
    /// The ID of the authentication method that is being enrolled, percent-encoded as in the header field `Location`;
    /// `id` in JSON.
    public let authenticationMethodId: String
    /// The session that binds the enrollment to this challenge, `auth_session`. It is a secret.
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
    ///   - authenticationMethodId: The ID of the authentication method, percent-encoded.
    ///   - authenticationSession: The session that binds the enrollment to this challenge.
    ///   - options: The options for the authenticator.
    public init(authenticationMethodId: String, authenticationSession: String, options: PasskeyCreationOptions) {
        self.authenticationMethodId = authenticationMethodId
        self.authenticationSession = authenticationSession
        self.options = options
    }

    /// Creates a challenge from the options that are required.
    ///
    /// - Parameters:
    ///   - authenticationMethodId: The ID of the authentication method, percent-encoded.
    ///   - authenticationSession: The session that binds the enrollment to this challenge.
    ///   - relyingPartyId: The relying party ID: a domain.
    ///   - userId: The WebAuthn user handle, 1 to 64 bytes.
    ///   - userName: The user name that the authenticator shows.
    ///   - challengeData: The challenge that the authenticator signs.
    public init(
        authenticationMethodId: String, authenticationSession: String, relyingPartyId: String, userId: Data,
        userName: String, challengeData: Data
    ) {
        self.init(
            authenticationMethodId: authenticationMethodId, authenticationSession: authenticationSession,
            options: PasskeyCreationOptions(
                relyingPartyID: relyingPartyId, userID: userId, userName: userName, challenge: challengeData))
    }
}

extension PasskeyEnrollmentChallenge: Decodable {
    private enum CodingKeys: String, CodingKey {
        case authenticationMethodId = "id"
        case authenticationSession = "auth_session"
        case options = "authn_params_public_key"
    }
}

extension PasskeyEnrollmentChallenge {
    /// Decodes a challenge from the body and the header field `Location`, which ends with the ID of the method.
    static func decode(_ response: TransportResponse) throws(ResponseError) -> PasskeyEnrollmentChallenge {
        let challenge = try Decoders.decodable(PasskeySignupChallenge.self)(response)
        guard let id = response.fields["Location"]?.split(separator: "/", omittingEmptySubsequences: false).last,
            !id.isEmpty
        else { throw ResponseError(.unexpectedShape, path: "Location") }
        return PasskeyEnrollmentChallenge(
            authenticationMethodId: String(id), authenticationSession: challenge.authenticationSession,
            options: challenge.options)
    }
}

extension PasskeyEnrollmentChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "authenticationMethodId": authenticationMethodId, "relyingPartyId": relyingPartyId,
                "userName": userName,
            ])
    }
}
