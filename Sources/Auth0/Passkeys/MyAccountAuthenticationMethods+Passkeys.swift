import ByteEncodings
import HTTPMessages
public import RequestPipeline

extension MyAccountAuthenticationMethods {
    /// Asks for a challenge that a new passkey is made for, to add it to the user's authentication methods.
    ///
    /// - Parameters:
    ///   - userIdentityId: The identity of the user that the passkey is for, where accounts are linked.
    ///   - connection: The name of the database connection.
    /// - Returns: A request for the challenge; needs the scope `create:me:authentication_methods`. Go on with
    ///   ``enroll(passkey:challenge:)``.
    public func passkeyEnrollmentChallenge(
        userIdentityId: String?, connection: String?
    ) -> Request<PasskeyEnrollmentChallenge, MyAccountError> {
        implementation.account.request(.post, "authentication-methods", decode: PasskeyEnrollmentChallenge.decode).fields([
            "type": "passkey",
            "identity_user_id": userIdentityId,
            "connection": connection,
        ])
    }

    /// The same with the usual values of what is left out.
    public func passkeyEnrollmentChallenge(
        userIdentityId: String? = nil, connection: String? = nil, _: Void = ()
    ) -> Request<PasskeyEnrollmentChallenge, MyAccountError> {
        passkeyEnrollmentChallenge(userIdentityId: userIdentityId, connection: connection)
    }

    /// Adds a new passkey to the user's authentication methods.
    ///
    /// - Parameters:
    ///   - passkey: The passkey that an authenticator made; one that lacks a part makes the request fail with a
    ///     ``PasskeyAuthenticator/PasskeyError`` before anything is sent.
    ///   - challenge: The challenge it was made for; it serves once.
    /// - Returns: A request for the method; needs the scope `create:me:authentication_methods`.
    public func enroll(
        passkey: any NewPasskey, challenge: PasskeyEnrollmentChallenge
    ) -> Request<PasskeyAuthenticationMethod, MyAccountError> {
        let id = (try? PercentEncoding.decode(challenge.authenticationMethodId)) ?? ""
        let response = passkey.response
        return implementation.account.request(.post, "authentication-methods/\(PercentEncoding.encode(id))/verify").fields([
            "auth_session": challenge.authenticationSession,
            "authn_response": response.value,
        ]).failing(response.problem ?? pathSegmentProblem(id))
    }
}
