import ByteEncodings
import HTTPMessages
public import RequestPipeline

extension MyAccountAuthenticationMethods {
    /// The default implementation, which sends the request.
    public func enrollPhone(
        phoneNumber: String, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Request<PhoneEnrollmentChallenge, MyAccountError> {
        enroll("phone").fields([
            "phone_number": phoneNumber,
            "preferred_authentication_method": preferredAuthenticationMethod?.rawValue,
        ])
    }

    /// Starts the enrollment of a phone and sends it a code, with `POST /me/v1/authentication-methods`.
    ///
    /// <!-- swift: let methods = try await accountMethods("create") -->
    ///
    /// ```swift
    /// let challenge = try await methods
    ///     .enrollPhone(phoneNumber: "+15550100705", preferredAuthenticationMethod: .sms)
    ///     .start()
    /// print(challenge.authenticationSession.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Parameters:
    ///   - phoneNumber: The phone number, with its country code.
    ///   - preferredAuthenticationMethod: The channel of codes. Defaults to `nil`, which uses the tenant's default.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for the enrollment, to complete with ``confirmPhoneEnrollment(id:authSession:otpCode:)``;
    ///   it needs the scope `create:me:authentication_methods`.
    public func enrollPhone(
        phoneNumber: String, preferredAuthenticationMethod: PreferredAuthenticationMethod? = nil, _: Void = ()
    ) -> Request<PhoneEnrollmentChallenge, MyAccountError> {
        enrollPhone(phoneNumber: phoneNumber, preferredAuthenticationMethod: preferredAuthenticationMethod)
    }

    /// The default implementation, which sends the request.
    public func enrollEmail(emailAddress: String) -> Request<EmailEnrollmentChallenge, MyAccountError> {
        enroll("email").fields(["email": emailAddress])
    }

    /// The default implementation, which sends the request.
    public func enrollTOTP() -> Request<TOTPEnrollmentChallenge, MyAccountError> { enroll("totp") }

    /// The default implementation, which sends the request.
    public func enrollPushNotification() -> Request<PushEnrollmentChallenge, MyAccountError> {
        enroll("push-notification")
    }

    /// The default implementation, which sends the request.
    public func enrollRecoveryCode() -> Request<RecoveryCodeEnrollmentChallenge, MyAccountError> {
        enroll("recovery-code")
    }

    /// The default implementation, which sends the request.
    public func enrollPassword(
        userIdentityId: String?, connection: String?
    ) -> Request<PasswordEnrollmentChallenge, MyAccountError> {
        enroll("password").fields(["identity_user_id": userIdentityId, "connection": connection])
    }

    /// Starts the enrollment of a new password, with `POST /me/v1/authentication-methods`.
    ///
    /// <!-- swift: let methods = try await accountMethods("create") -->
    ///
    /// ```swift
    /// let challenge = try await methods.enrollPassword().start()
    /// print(challenge.policy.complexity.minLength ?? 0)
    /// // prints 8
    /// ```
    ///
    /// - Parameters:
    ///   - userIdentityId: The ID of the user identity, for users with linked accounts. Defaults to `nil`, which leaves
    ///     it out.
    ///   - connection: The name of the database connection. Defaults to `nil`, which uses the tenant's default.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for the password policy, to complete with
    ///   ``confirmPasswordEnrollment(id:authSession:newPassword:)``; it needs the scope
    ///   `create:me:authentication_methods`.
    public func enrollPassword(
        userIdentityId: String? = nil, connection: String? = nil, _: Void = ()
    ) -> Request<PasswordEnrollmentChallenge, MyAccountError> {
        enrollPassword(userIdentityId: userIdentityId, connection: connection)
    }

    /// Describes the request that starts the enrollment of a type of method.
    private func enroll<Challenge: Decodable & Sendable>(
        _ type: String, call: String = #function
    ) -> Request<Challenge, MyAccountError> {
        implementation(call).request(
            .post, "authentication-methods", decode: Decoders.decodable(Challenge.self, completing: identify)
        )
        .fields(["type": type])
    }
}

extension MyAccountAuthenticationMethods {
    /// The default implementation, which sends the request.
    public func confirmPhoneEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession).fields(["otp_code": otpCode])
    }

    /// The default implementation, which sends the request.
    public func confirmEmailEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession).fields(["otp_code": otpCode])
    }

    /// The default implementation, which sends the request.
    public func confirmTOTPEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession).fields(["otp_code": otpCode])
    }

    /// The default implementation, which sends the request.
    public func confirmPushNotificationEnrollment(
        id: String, authSession: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession)
    }

    /// The default implementation, which sends the request.
    public func confirmRecoveryCodeEnrollment(
        id: String, authSession: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession)
    }

    /// The default implementation, which sends the request.
    public func confirmPasswordEnrollment(
        id: String, authSession: String, newPassword: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession).fields(["new_password": newPassword])
    }

    /// Describes the request that confirms an enrollment.
    private func confirm(
        _ id: String, _ session: String, call: String = #function
    ) -> Request<AuthenticationMethod, MyAccountError> {
        implementation(call).request(.post, path(id) + "/verify").fields(["auth_session": session]).failing(
            pathSegmentProblem(id))
    }
}

/// Adds the ID at the end of the `Location` header field to an enrollment without an ID in its body.
///
/// - SeeAlso: [RFC 9110 §10.2.2](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.2)
@Sendable private func identify(_ enrollment: inout JSONValue, by fields: TransportFields) {
    guard case .object(let members) = enrollment, enrollment["id"] == nil,
        let path = fields["Location"]?.prefix(while: { $0 != "?" && $0 != "#" }),
        let last = path.split(separator: "/").last, let id = try? PercentEncoding.decode(String(last))
    else { return }
    enrollment = .object(members + [JSONValue.Member(name: "id", value: .string(id))])
}

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

    /// Requests a challenge for adding a new passkey to the user's authentication methods, with
    /// `POST /me/v1/authentication-methods`.
    ///
    /// <!-- swift: let methods = try await accountMethods("create") -->
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
        return implementation().request(.post, path(id) + "/verify")
            .fields(["auth_session": challenge.authenticationSession]).responding(passkey.response)
            .failing(pathSegmentProblem(id))
    }
}
