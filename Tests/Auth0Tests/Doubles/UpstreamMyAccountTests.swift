import Auth0
import FoundationEssentials
import RequestPipeline
import Testing

/// A class with the exact signatures of Auth0.swift, as apps have it in their tests.
private final class UpstreamMethods: MyAccountAuthenticationMethods, @unchecked Sendable {  // never written
    typealias Answer<Value> = Request<Value, MyAccountError>

    let token = "t"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Logger)?
    var dpop: DPoP?

    func passkeyEnrollmentChallenge(
        userIdentityId: String?, connection: String?
    ) -> Answer<PasskeyEnrollmentChallenge> { called() }
    func enroll(
        passkey: any NewPasskey, challenge: PasskeyEnrollmentChallenge
    ) -> Answer<PasskeyAuthenticationMethod> { called() }
    func enrollPhone(
        phoneNumber: String, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Answer<PhoneEnrollmentChallenge> { called() }
    func enrollEmail(emailAddress: String) -> Answer<EmailEnrollmentChallenge> { called() }
    func enrollTOTP() -> Answer<TOTPEnrollmentChallenge> { called() }
    func enrollPushNotification() -> Answer<PushEnrollmentChallenge> { called() }
    func enrollRecoveryCode() -> Answer<RecoveryCodeEnrollmentChallenge> { called() }
    func enrollPassword(userIdentityId: String?, connection: String?) -> Answer<PasswordEnrollmentChallenge> {
        called()
    }
    func confirmPhoneEnrollment(id: String, authSession: String, otpCode: String) -> Answer<AuthenticationMethod> {
        called()
    }
    func confirmEmailEnrollment(id: String, authSession: String, otpCode: String) -> Answer<AuthenticationMethod> {
        called()
    }
    func confirmTOTPEnrollment(id: String, authSession: String, otpCode: String) -> Answer<AuthenticationMethod> {
        called()
    }
    func confirmPushNotificationEnrollment(id: String, authSession: String) -> Answer<AuthenticationMethod> {
        called()
    }
    func confirmRecoveryCodeEnrollment(id: String, authSession: String) -> Answer<AuthenticationMethod> { called() }
    func confirmPasswordEnrollment(
        id: String, authSession: String, newPassword: String
    ) -> Answer<AuthenticationMethod> { called() }
    func getAuthenticationMethods(type: AuthenticationMethodType?) -> Answer<[AuthenticationMethod]> { called() }
    func getAuthenticationMethod(by id: String) -> Answer<AuthenticationMethod> { called() }
    func updateAuthenticationMethod(
        by id: String, name: String?, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Answer<AuthenticationMethod> { called() }
    func deleteAuthenticationMethod(by id: String) -> Answer<Void> { called() }
    func getFactors() -> Answer<[Factor]> { called() }
}

private final class UpstreamMyAccount: MyAccount, @unchecked Sendable {  // never written
    static let apiVersion = "double"
    let token = "t"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Logger)?
    var dpop: DPoP?
    let authenticationMethods: any MyAccountAuthenticationMethods = UpstreamMethods()
}

@Suite struct UpstreamMyAccountTests {
    private let account: any MyAccount = UpstreamMyAccount()
    private var client: any MyAccountAuthenticationMethods { account.authenticationMethods }

    @Test func `F3 every enrollment of the My Account API reaches a double with the signatures of Auth0 swift`() async {
        let challenge = PasskeyEnrollmentChallenge(
            authenticationMethodId: "i", authenticationSession: "s", relyingPartyId: "r", userId: Data([1]),
            userName: "u", challengeData: Data())

        let reached = [
            await code(client.passkeyEnrollmentChallenge()),
            await code(client.enroll(passkey: DoublePasskey(), challenge: challenge)),
            await code(client.enrollPhone(phoneNumber: "1")),
            await code(client.enrollPhone(phoneNumber: "1", preferredAuthenticationMethod: .sms)),
            await code(client.enrollEmail(emailAddress: "e")), await code(client.enrollTOTP()),
            await code(client.enrollPushNotification()), await code(client.enrollRecoveryCode()),
            await code(client.enrollPassword()),
        ]

        #expect(
            reached == [
                "passkeyEnrollmentChallenge(userIdentityId:connection:)", "enroll(passkey:challenge:)",
                "enrollPhone(phoneNumber:preferredAuthenticationMethod:)",
                "enrollPhone(phoneNumber:preferredAuthenticationMethod:)", "enrollEmail(emailAddress:)",
                "enrollTOTP()", "enrollPushNotification()", "enrollRecoveryCode()",
                "enrollPassword(userIdentityId:connection:)",
            ])
    }

    @Test func `F3 every other call of the My Account API reaches a double`() async {
        let reached = [
            await code(client.confirmPhoneEnrollment(id: "i", authSession: "s", otpCode: "1")),
            await code(client.confirmEmailEnrollment(id: "i", authSession: "s", otpCode: "1")),
            await code(client.confirmTOTPEnrollment(id: "i", authSession: "s", otpCode: "1")),
            await code(client.confirmPushNotificationEnrollment(id: "i", authSession: "s")),
            await code(client.confirmRecoveryCodeEnrollment(id: "i", authSession: "s")),
            await code(client.confirmPasswordEnrollment(id: "i", authSession: "s", newPassword: "p")),
            await code(client.getAuthenticationMethods()), await code(client.getAuthenticationMethods(type: .phone)),
            await code(client.getAuthenticationMethod(by: "i")),
            await code(client.updateAuthenticationMethod(by: "i", name: "n")),
            await code(client.deleteAuthenticationMethod(by: "i")), await code(client.getFactors()),
        ]

        #expect(
            reached == [
                "confirmPhoneEnrollment(id:authSession:otpCode:)", "confirmEmailEnrollment(id:authSession:otpCode:)",
                "confirmTOTPEnrollment(id:authSession:otpCode:)",
                "confirmPushNotificationEnrollment(id:authSession:)",
                "confirmRecoveryCodeEnrollment(id:authSession:)",
                "confirmPasswordEnrollment(id:authSession:newPassword:)", "getAuthenticationMethods(type:)",
                "getAuthenticationMethods(type:)", "getAuthenticationMethod(by:)",
                "updateAuthenticationMethod(by:name:preferredAuthenticationMethod:)",
                "deleteAuthenticationMethod(by:)", "getFactors()",
            ])
        #expect(type(of: account).apiVersion == "double")
    }
}
