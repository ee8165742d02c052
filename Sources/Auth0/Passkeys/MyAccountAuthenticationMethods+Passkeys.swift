import ByteEncodings
import HTTPMessages
public import RequestPipeline

extension MyAccountAuthenticationMethods {
    /// The default implementation, which sends the request.
    public func passkeyEnrollmentChallenge(
        userIdentityId: String?, connection: String?
    ) -> Request<PasskeyEnrollmentChallenge, MyAccountError> {
        implementation().request(.post, "authentication-methods", decode: PasskeyEnrollmentChallenge.decode)
            .fields([
                "type": "passkey",
                "identity_user_id": userIdentityId,
                "connection": connection,
            ])
    }

    /// Requests a challenge for adding a new passkey to the user's authentication methods.
    ///
    /// Calls `POST /me/v1/authentication-methods`.
    ///
    /// <!-- swift: let credentials = try await loggedIn(
    /// audience: Auth0.authentication().myAccountAudience, scope: "openid create:me:authentication_methods")
    /// let methods = Auth0.myAccount(token: credentials.accessToken).authenticationMethods -->
    ///
    /// ```swift
    /// let challenge = try await methods.passkeyEnrollmentChallenge().start()
    /// print(challenge.userName)
    /// // prints john@example.com
    /// ```
    ///
    /// - Parameters:
    ///   - userIdentityId: The ID of the user identity, for users with linked accounts. Defaults to `nil`, which leaves
    ///     it out.
    ///   - connection: The name of the database connection. Defaults to `nil`, which uses the tenant's default.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for the challenge; it needs the scope `create:me:authentication_methods`. Continue with
    ///   ``enroll(passkey:challenge:)``.
    public func passkeyEnrollmentChallenge(
        userIdentityId: String? = nil, connection: String? = nil, _: Void = ()
    ) -> Request<PasskeyEnrollmentChallenge, MyAccountError> {
        passkeyEnrollmentChallenge(userIdentityId: userIdentityId, connection: connection)
    }

    /// The default implementation, which sends the request.
    public func enroll(
        passkey: any NewPasskey, challenge: PasskeyEnrollmentChallenge
    ) -> Request<PasskeyAuthenticationMethod, MyAccountError> {
        let id = (try? PercentEncoding.decode(challenge.authenticationMethodId)) ?? ""
        let response = passkey.response
        return implementation().request(.post, path(id) + "/verify")
            .fields([
                "auth_session": challenge.authenticationSession,
                "authn_response": response.value,
            ]).failing(response.problem ?? pathSegmentProblem(id))
    }
}
