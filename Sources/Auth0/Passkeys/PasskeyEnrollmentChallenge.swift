import ByteEncodings
public import FoundationEssentials
import HTTPMessages
import RequestPipeline
public import PasskeyAuthenticator

/// What a new passkey has to be made for, to become one of a user's authentication methods.
public struct PasskeyEnrollmentChallenge: Sendable, Hashable {
    /// The ID of the method that is being enrolled, percent-encoded as the server wrote it.
    public let authenticationMethodId: String
    /// Ties the enrolment to this challenge; a secret.
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
    public init(authenticationMethodId: String, authenticationSession: String, options: PasskeyCreationOptions) {
        self.authenticationMethodId = authenticationMethodId
        self.authenticationSession = authenticationSession
        self.options = options
    }

    /// Makes a challenge.
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

extension PasskeyEnrollmentChallenge {
    /// Reads a challenge, which comes partly in the body and partly in a header field.
    static func decode(_ response: HTTPResponse) throws(ResponseError) -> PasskeyEnrollmentChallenge {
        let challenge = try Decoders.decodable(PasskeySignupChallenge.self)(response)
        guard let id = response.fields["Location"]?.split(separator: "/", omittingEmptySubsequences: false).last,
            !id.isEmpty
        else { throw ResponseError(.unexpectedShape, path: "Location") }
        return PasskeyEnrollmentChallenge(
            authenticationMethodId: String(id), authenticationSession: challenge.authenticationSession,
            options: challenge.options)
    }
}

extension PasskeyEnrollmentChallenge: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "authenticationMethodId": authenticationMethodId, "relyingPartyId": relyingPartyId,
                "userName": userName,
            ])
    }
}
