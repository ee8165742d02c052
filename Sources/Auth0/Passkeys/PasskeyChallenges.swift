import ByteEncodings
public import FoundationEssentials
import HTTPMessages
public import PasskeyAuthenticator
import RequestPipeline

/// A challenge for logging in with a passkey.
public struct PasskeyLoginChallenge: Decodable, Sendable, Hashable {
    /// The session that binds the login to this challenge, `auth_session`. It is a secret.
    public let authenticationSession: String
    /// The options for the authenticator, `authn_params_public_key` in JSON.
    public let options: PasskeyRequestOptions

    /// The relying party ID: a domain.
    public var relyingPartyId: String { options.relyingPartyID }
    /// The challenge that the authenticator signs.
    public var challengeData: Data { options.challenge }

    /// Creates a challenge: the memberwise initializer, whose parameters are the same as the properties.
    public init(authenticationSession: String, options: PasskeyRequestOptions) {
        self.authenticationSession = authenticationSession
        self.options = options
    }

    /// Creates a challenge from the options that are required, whose parameters are the same as the properties.
    public init(authenticationSession: String, relyingPartyId: String, challengeData: Data) {
        self.init(
            authenticationSession: authenticationSession,
            options: PasskeyRequestOptions(relyingPartyID: relyingPartyId, challenge: challengeData))
    }

    private enum CodingKeys: String, CodingKey {
        case authenticationSession = "auth_session"
        case options = "authn_params_public_key"
    }
}

extension PasskeyLoginChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["relyingPartyId": relyingPartyId]) }
}

/// A challenge for signing a user up with a new passkey.
public struct PasskeySignupChallenge: Decodable, Sendable, Hashable {
    /// The session that binds the signup to this challenge, `auth_session`. It is a secret.
    public let authenticationSession: String
    /// The options for the authenticator, `authn_params_public_key` in JSON.
    public let options: PasskeyCreationOptions

    /// The relying party ID: a domain.
    public var relyingPartyId: String { options.relyingPartyID }
    /// The WebAuthn user handle for the new passkey, 1 to 64 bytes.
    public var userId: Data { options.userID }
    /// The user name that the authenticator shows.
    public var userName: String { options.userName }
    /// The challenge that the authenticator signs.
    public var challengeData: Data { options.challenge }

    /// Creates a challenge: the memberwise initializer, whose parameters are the same as the properties.
    public init(authenticationSession: String, options: PasskeyCreationOptions) {
        self.authenticationSession = authenticationSession
        self.options = options
    }

    /// Creates a challenge from the options that are required, whose parameters are the same as the properties.
    public init(
        authenticationSession: String, relyingPartyId: String, userId: Data, userName: String, challengeData: Data
    ) {
        self.init(
            authenticationSession: authenticationSession,
            options: PasskeyCreationOptions(
                relyingPartyID: relyingPartyId, userID: userId, userName: userName, challenge: challengeData))
    }

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

/// A challenge for adding a new passkey to a user's authentication methods.
public struct PasskeyEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the authentication method that is being enrolled, percent-encoded as in the header field `Location`;
    /// `id` in JSON.
    public let authenticationMethodId: String
    /// The session that binds the enrollment to this challenge, `auth_session`. It is a secret.
    public let authenticationSession: String
    /// The options for the authenticator, `authn_params_public_key` in JSON.
    public let options: PasskeyCreationOptions

    /// The relying party ID: a domain.
    public var relyingPartyId: String { options.relyingPartyID }
    /// The WebAuthn user handle for the new passkey, 1 to 64 bytes.
    public var userId: Data { options.userID }
    /// The user name that the authenticator shows.
    public var userName: String { options.userName }
    /// The challenge that the authenticator signs.
    public var challengeData: Data { options.challenge }

    /// Creates a challenge: the memberwise initializer, whose parameters are the same as the properties.
    public init(authenticationMethodId: String, authenticationSession: String, options: PasskeyCreationOptions) {
        self.authenticationMethodId = authenticationMethodId
        self.authenticationSession = authenticationSession
        self.options = options
    }

    /// Creates a challenge from the options that are required, whose parameters are the same as the properties.
    public init(
        authenticationMethodId: String, authenticationSession: String, relyingPartyId: String, userId: Data,
        userName: String, challengeData: Data
    ) {
        self.init(
            authenticationMethodId: authenticationMethodId, authenticationSession: authenticationSession,
            options: PasskeyCreationOptions(
                relyingPartyID: relyingPartyId, userID: userId, userName: userName, challenge: challengeData))
    }

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

extension SoftwareAuthenticator {
    /// Makes a passkey to sign up with.
    ///
    /// - Parameters:
    ///   - challenge: The tenant's challenge.
    ///   - origin: As for ``PasskeyAuthenticator/SoftwareAuthenticator/makeCredential(for:origin:)``.
    /// - Returns: The passkey, for ``Authentication``.
    /// - Throws: ``PasskeyAuthenticator/PasskeyError``.
    public func makeCredential(
        for challenge: PasskeySignupChallenge, origin: String? = nil
    ) async throws -> RegisteredPasskey {
        try await makeCredential(for: challenge.options, origin: origin)
    }

    /// Makes a passkey for ``MyAccountAuthenticationMethods/enroll(passkey:challenge:)``, as the function for a signup,
    /// whose parameters are the same.
    ///
    /// - Throws: ``PasskeyAuthenticator/PasskeyError``.
    public func makeCredential(
        for challenge: PasskeyEnrollmentChallenge, origin: String? = nil
    ) async throws -> RegisteredPasskey {
        try await makeCredential(for: challenge.options, origin: origin)
    }

    /// Makes the assertion of a passkey, to log in with.
    ///
    /// - Parameters:
    ///   - challenge: The tenant's challenge.
    ///   - userName: The account, if the authenticator holds passkeys of several accounts.
    ///   - origin: As for ``PasskeyAuthenticator/SoftwareAuthenticator/makeAssertion(for:userName:origin:)``.
    /// - Returns: The assertion, for ``Authentication``.
    /// - Throws: ``PasskeyAuthenticator/PasskeyError``.
    public func makeAssertion(
        for challenge: PasskeyLoginChallenge, userName: String? = nil, origin: String? = nil
    ) async throws -> AssertedPasskey {
        try await makeAssertion(for: challenge.options, userName: userName, origin: origin)
    }
}
