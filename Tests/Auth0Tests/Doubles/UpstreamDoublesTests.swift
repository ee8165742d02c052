import Auth0
import FoundationEssentials
import RequestPipeline
import Testing

/// The exact signatures of Auth0.swift.
private struct UpstreamMFA: MFAClient {
    let clientId = "double"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Logger)?
    var dpop: DPoP?

    func getAuthenticators(
        mfaToken: String, factorsAllowed: [String]
    ) -> Request<[Authenticator], MfaListAuthenticatorsError> { called() }
    func enroll(mfaToken: String, phoneNumber: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError> {
        called()
    }
    func enroll(mfaToken: String, email: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError> { called() }
    func enroll(mfaToken: String) -> Request<OTPMFAEnrollmentChallenge, MfaEnrollmentError> { called("otp") }
    func enroll(mfaToken: String) -> Request<PushMFAEnrollmentChallenge, MfaEnrollmentError> { called("push") }
    func challenge(with authenticatorId: String, mfaToken: String) -> Request<MFAChallenge, MfaChallengeError> {
        called()
    }
    func verify(oobCode: String, bindingCode: String?, mfaToken: String) -> Request<Credentials, MFAVerifyError> {
        called()
    }
    func verify(otp: String, mfaToken: String) -> Request<Credentials, MFAVerifyError> { called() }
    func verify(recoveryCode: String, mfaToken: String) -> Request<Credentials, MFAVerifyError> { called() }
}

private struct UpstreamUsers: Users {
    let token = "t"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Logger)?

    func get(_ identifier: String, fields: [String], include: Bool) -> Request<ManagementObject, ManagementError> {
        called()
    }
    func patch(_ identifier: String, attributes: UserPatchAttributes) -> Request<ManagementObject, ManagementError> {
        called()
    }
    func link(_ identifier: String, withOtherUserToken token: String) -> Request<[ManagementObject], ManagementError> {
        called()
    }
    func link(
        _ identifier: String, withUser userId: String, provider: String, connectionId: String?
    ) -> Request<[ManagementObject], ManagementError> { called() }
    func unlink(
        identityId: String, provider: String, fromUserId identifier: String
    ) -> Request<[ManagementObject], ManagementError> { called() }
}

@Suite struct UpstreamDoublesTests {
    @Test func `F3 every call of a client for second factors reaches a double with the signatures of Auth0 swift`()
        async
    {
        let client: any MFAClient = UpstreamMFA()
        let otp: Request<OTPMFAEnrollmentChallenge, MfaEnrollmentError> = client.enroll(mfaToken: "m")
        let push: Request<PushMFAEnrollmentChallenge, MfaEnrollmentError> = client.enroll(mfaToken: "m")

        let reached = [
            await code(client.getAuthenticators(mfaToken: "m", factorsAllowed: ["otp"])),
            await code(client.enroll(mfaToken: "m", phoneNumber: "1")),
            await code(client.enroll(mfaToken: "m", email: "e")), await code(otp), await code(push),
            await code(client.challenge(with: "a", mfaToken: "m")),
            await code(client.verify(oobCode: "o", bindingCode: nil, mfaToken: "m")),
            await code(client.verify(otp: "1", mfaToken: "m")),
            await code(client.verify(recoveryCode: "r", mfaToken: "m")),
        ]

        #expect(
            reached == [
                "getAuthenticators(mfaToken:factorsAllowed:)", "enroll(mfaToken:phoneNumber:)",
                "enroll(mfaToken:email:)", "otp", "push", "challenge(with:mfaToken:)",
                "verify(oobCode:bindingCode:mfaToken:)", "verify(otp:mfaToken:)", "verify(recoveryCode:mfaToken:)",
            ])
    }

    @Test func `F3 every call of a client for users reaches a double, also when the caller leaves arguments out`()
        async
    {
        let client: any Users = UpstreamUsers()

        let reached = [
            await code(client.get("u")), await code(client.get("u", fields: ["f"], include: false)),
            await code(client.patch("u", attributes: UserPatchAttributes())),
            await code(client.patch("u", userMetadata: ["a": 1])),
            await code(client.link("u", withOtherUserToken: "t")),
            await code(client.link("u", withUser: "v", provider: "p")),
            await code(client.unlink(identityId: "i", provider: "p", fromUserId: "u")),
        ]

        #expect(
            reached == [
                "get(_:fields:include:)", "get(_:fields:include:)", "patch(_:attributes:)", "patch(_:attributes:)",
                "link(_:withOtherUserToken:)", "link(_:withUser:provider:connectionId:)",
                "unlink(identityId:provider:fromUserId:)",
            ])
    }
}
