public import FoundationEssentials
public import PasskeyAuthenticator
import RequestPipeline

/// What a passkey has to sign to log in.
public struct PasskeyLoginChallenge: Sendable, Hashable {
    /// Ties the login to this challenge; a secret.
    public let authenticationSession: String
    /// What an authenticator is asked for.
    public let options: PasskeyRequestOptions

    /// The relying party: a domain.
    public var relyingPartyId: String { options.relyingPartyID }
    /// What is to be signed.
    public var challengeData: Data { options.challenge }

    /// Makes a challenge.
    public init(authenticationSession: String, options: PasskeyRequestOptions) {
        self.authenticationSession = authenticationSession
        self.options = options
    }

    /// Makes a challenge.
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

extension PasskeyLoginChallenge: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["relyingPartyId": relyingPartyId]) }
}
