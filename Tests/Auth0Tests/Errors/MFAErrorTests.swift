import Auth0
import Testing
import TransportDoubles

@Suite struct MFAErrorTests {
    private func refused(_ error: String, _ description: String, status: Int = 403) -> Wire {
        Wire(#"{"error":"\#(error)","error_description":"\#(description)"}"#, status: status)
    }

    @Test func `each operation has its own type, with all members of the response`() async {
        let wire = refused("invalid_grant", "Malformed mfa_token", status: 401)

        let list = await #expect(throws: MfaListAuthenticatorsError.self) {
            try await wire.mfa.getAuthenticators(mfaToken: "M", factorsAllowed: ["otp"]).start()
        }
        let enrollment = await #expect(throws: MfaEnrollmentError.self) {
            try await wire.mfa.enroll(mfaToken: "M", email: "e").start()
        }
        let challenge = await #expect(throws: MfaChallengeError.self) {
            try await wire.mfa.challenge(with: "1", mfaToken: "M").start()
        }
        let verification = await #expect(throws: MFAVerifyError.self) {
            try await wire.mfa.verify(otp: "1", mfaToken: "M").start()
        }

        for error in [list, enrollment, challenge, verification] as [(any MFAError)?] {
            #expect(error?.code == "invalid_grant")
            #expect(error?.message == "Malformed mfa_token")
            #expect(error?.statusCode == 401)
            #expect(error?.info["statusCode"] == nil)
            #expect(error?.isMultifactorTokenInvalid == true)
            #expect(error?.isRetryable == false)
        }
    }

    @Test(arguments: [
        ("invalid_grant", "Invalid otp_code.", "code"), ("invalid_grant", "Invalid binding_code.", "code"),
        ("invalid_grant", "MFA Authorization rejected.", "code"), ("expired_token", "mfa_token is expired", "token"),
        ("authorization_pending", "wait", "pending"), ("slow_down", "wait", "pending"), ("invalid_grant", "else", ""),
    ])
    func `one helper identifies each refusal of a verification`(code: String, description: String, helper: String) {
        let error = MFAVerifyError(info: ["error": code, "error_description": description], statusCode: 403)

        #expect(error.isMultifactorCodeInvalid == (helper == "code"))
        #expect(error.isMultifactorTokenInvalid == (helper == "token"))
        #expect(error.isAuthorizationPending == (helper == "pending"))
    }

    @Test func `an enrolment and a challenge name their factor`() {
        let enrolled = MfaEnrollmentError(info: ["error": "access_denied"], statusCode: 403)
        let none = MfaChallengeError(info: ["error": "unsupported_challenge_type"], statusCode: 401)

        #expect(enrolled.isAccessDenied)
        #expect(none.isMultifactorEnrollRequired)
        #expect(!MfaEnrollmentError(info: [:], statusCode: 400).isAccessDenied)
        #expect(!MfaChallengeError(info: [:], statusCode: 400).isMultifactorEnrollRequired)
    }

    @Test func `a failure without a server code has the operation's code`() {
        let info = ["code": "other"]

        #expect(MfaListAuthenticatorsError(info: info, statusCode: 500).code == "mfa_list_authenticators_error")
        #expect(MfaEnrollmentError(info: info, statusCode: 500).code == "mfa_enrollment_error")
        #expect(MfaChallengeError(info: info, statusCode: 500).code == "mfa_challenge_error")
        #expect(MFAVerifyError(info: info, statusCode: 500).code == "mfa_verify_error")
        let message = MFAVerifyError(info: info, statusCode: 500).message
        #expect(message == "Failed with the error mfa_verify_error (status 500)")
    }

    @Test func `network failures are reported as in other clients`() async {
        let client = Wire(StubTransport { _ in .failure(TransportError(.timedOut)) }).mfa

        let error = await failure(of: client.verify(otp: "1", mfaToken: "M"))

        #expect(error?.isNetworkError == true)
        #expect(error?.isRetryable == true)
        #expect(error == MFAVerifyError(cause: TransportError(.timedOut)))
    }
}
