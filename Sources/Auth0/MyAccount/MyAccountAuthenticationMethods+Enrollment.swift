import ByteEncodings
import HTTPMessages
public import RequestPipeline

extension MyAccountAuthenticationMethods {
    /// Begins to enrol a phone, which receives a code.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number, with its country code.
    ///   - preferredAuthenticationMethod: How codes reach the phone; `nil` leaves it to the tenant.
    /// - Returns: A request for the challenge, to end with ``confirmPhoneEnrollment(id:authSession:otpCode:)``; needs the
    ///   scope `create:me:authentication_methods`.
    public func enrollPhone(
        phoneNumber: String, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Request<PhoneEnrollmentChallenge, MyAccountError> {
        enroll("phone").fields([
            "phone_number": phoneNumber,
            "preferred_authentication_method": preferredAuthenticationMethod?.rawValue,
        ])
    }

    /// The same with the usual values of what is left out.
    public func enrollPhone(
        phoneNumber: String, preferredAuthenticationMethod: PreferredAuthenticationMethod? = nil, _: Void = ()
    ) -> Request<PhoneEnrollmentChallenge, MyAccountError> {
        enrollPhone(phoneNumber: phoneNumber, preferredAuthenticationMethod: preferredAuthenticationMethod)
    }

    /// Begins to enrol an e-mail address, which receives a code.
    ///
    /// - Parameter emailAddress: The address.
    /// - Returns: A request for the challenge, to end with ``confirmEmailEnrollment(id:authSession:otpCode:)``; needs the
    ///   scope `create:me:authentication_methods`.
    public func enrollEmail(emailAddress: String) -> Request<EmailEnrollmentChallenge, MyAccountError> {
        enroll("email").fields(["email": emailAddress])
    }

    /// Begins to enrol an authenticator application, which makes one-time codes.
    ///
    /// - Returns: A request for the secret to show, to end with ``confirmTOTPEnrollment(id:authSession:otpCode:)``; needs
    ///   the scope `create:me:authentication_methods`.
    public func enrollTOTP() -> Request<TOTPEnrollmentChallenge, MyAccountError> { enroll("totp") }

    /// Begins to enrol an application that asks by push notification.
    ///
    /// - Returns: A request for the code to show, to end with ``confirmPushNotificationEnrollment(id:authSession:)``;
    ///   needs the scope `create:me:authentication_methods`.
    public func enrollPushNotification() -> Request<PushEnrollmentChallenge, MyAccountError> {
        enroll("push-notification")
    }

    /// Begins to enrol a code for when everything else is lost.
    ///
    /// - Returns: A request for the code to show, to end with ``confirmRecoveryCodeEnrollment(id:authSession:)`` once the
    ///   user has kept it; needs the scope `create:me:authentication_methods`.
    public func enrollRecoveryCode() -> Request<RecoveryCodeEnrollmentChallenge, MyAccountError> {
        enroll("recovery-code")
    }

    /// Begins to set a password.
    ///
    /// - Parameters:
    ///   - userIdentityId: The identity it is for, when the user has several.
    ///   - connection: The name of the database connection; `nil` leaves it to the tenant.
    /// - Returns: A request for what the password must be like, to end with
    ///   ``confirmPasswordEnrollment(id:authSession:newPassword:)``; needs the scope `create:me:authentication_methods`.
    public func enrollPassword(
        userIdentityId: String?, connection: String?
    ) -> Request<PasswordEnrollmentChallenge, MyAccountError> {
        enroll("password").fields(["identity_user_id": userIdentityId, "connection": connection])
    }

    /// The same with the usual values of what is left out.
    public func enrollPassword(
        userIdentityId: String? = nil, connection: String? = nil, _: Void = ()
    ) -> Request<PasswordEnrollmentChallenge, MyAccountError> {
        enrollPassword(userIdentityId: userIdentityId, connection: connection)
    }

    private func enroll<Challenge: Decodable & Sendable>(_ type: String) -> Request<Challenge, MyAccountError> {
        implementation.account.request(
            .post, "authentication-methods", decode: Decoders.decodable(Challenge.self, completing: identify)
        )
        .fields(["type": type])
    }
}

/// Gives an enrolment the ID that its `Location` ends with, where the body has none.
///
/// - SeeAlso: [RFC 9110 §10.2.2](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.2)
@Sendable private func identify(_ enrollment: inout JSONValue, by fields: HTTPFields) {
    guard case .object(let members) = enrollment, enrollment["id"] == nil,
        let path = fields["Location"]?.prefix(while: { $0 != "?" && $0 != "#" }),
        let last = path.split(separator: "/").last, let id = try? PercentEncoding.decode(String(last))
    else { return }
    enrollment = .object(members + [JSONValue.Member(name: "id", value: .string(id))])
}
