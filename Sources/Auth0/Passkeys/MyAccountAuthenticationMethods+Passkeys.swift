import ByteEncodings
import HTTPMessages
public import RequestPipeline

extension MyAccountAuthenticationMethods {
    /// The default implementation, which sends the request.
    public func passkeyEnrollmentChallenge(
        userIdentityId: String?, connection: String?
    ) -> Request<PasskeyEnrollmentChallenge, MyAccountError> {
        implementation().account.request(.post, "authentication-methods", decode: PasskeyEnrollmentChallenge.decode)
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
    /// audience: Auth0.authentication().myAccountAudience,
    /// scope: "openid read:me:authentication_methods create:me:authentication_methods read:me:factors "
    /// + "update:me:authentication_methods delete:me:authentication_methods")
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

    /// Adds a new passkey to the user's authentication methods.
    ///
    /// Calls `POST /me/v1/authentication-methods/<id>/verify`. An incomplete `passkey` makes the request fail with a
    /// ``PasskeyAuthenticator/PasskeyError`` as its cause before anything is sent.
    ///
    /// <!-- swift: let credentials = try await loggedIn(
    /// audience: Auth0.authentication().myAccountAudience,
    /// scope: "openid read:me:authentication_methods create:me:authentication_methods read:me:factors "
    /// + "update:me:authentication_methods delete:me:authentication_methods")
    /// let methods = Auth0.myAccount(token: credentials.accessToken).authenticationMethods
    /// import PasskeyAuthenticator
    /// import SecretStorage
    /// let authenticator = SoftwareAuthenticator(store: MemoryStore(), presence: .unattended) -->
    ///
    /// ```swift
    /// let challenge = try await methods.passkeyEnrollmentChallenge().start()
    /// let passkey = try await authenticator.makeCredential(for: challenge)
    /// let method = try await methods.enroll(passkey: passkey, challenge: challenge).start()
    /// print(method.type)
    /// // prints passkey
    /// ```
    ///
    /// - Parameters:
    ///   - passkey: The new passkey of an authenticator.
    ///   - challenge: The challenge that the passkey was created for; the server accepts it once.
    /// - Returns: A request for the enrolled method; it needs the scope `create:me:authentication_methods`.
    public func enroll(
        passkey: any NewPasskey, challenge: PasskeyEnrollmentChallenge
    ) -> Request<PasskeyAuthenticationMethod, MyAccountError> {
        let id = (try? PercentEncoding.decode(challenge.authenticationMethodId)) ?? ""
        let response = passkey.response
        return implementation().account.request(.post, "authentication-methods/\(PercentEncoding.encode(id))/verify")
            .fields([
                "auth_session": challenge.authenticationSession,
                "authn_response": response.value,
            ]).failing(response.problem ?? pathSegmentProblem(id))
    }
}
