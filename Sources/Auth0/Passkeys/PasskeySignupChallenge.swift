public import FoundationEssentials
public import PasskeyAuthenticator
import RequestPipeline

/// What a new passkey has to be made for, to sign up.
public struct PasskeySignupChallenge: Sendable, Hashable {
    /// Ties the signup to this challenge; a secret.
    public let authenticationSession: String
    /// What an authenticator is asked for.
    public let options: PasskeyCreationOptions

    /// The relying party: a domain.
    public var relyingPartyId: String { options.relyingPartyID }
    /// The handle of the user.
    public var userId: Data { options.userID }
    /// The account's name, for people.
    public var userName: String { options.userName }
    /// What is to be signed.
    public var challengeData: Data { options.challenge }

    /// Makes a challenge.
    public init(authenticationSession: String, options: PasskeyCreationOptions) {
        self.authenticationSession = authenticationSession
        self.options = options
    }

    /// Makes a challenge.
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

extension PasskeySignupChallenge: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["relyingPartyId": relyingPartyId, "userName": userName])
    }
}
