import Auth0
import Auth0Testing
import HTTPMessages
import Testing

/// The responses and errors that are named after the properties of errors.
@Suite struct CannedErrorTests {
    private static let named: [(String, CannedResponse, any KeyPath<AuthenticationError, Bool> & Sendable)] = [
        ("MFA required", .multifactorRequired(), \.isMultifactorRequired),
        ("MFA enrollment", .multifactorEnrollRequired, \.isMultifactorEnrollRequired),
        ("MFA code", .multifactorCodeInvalid, \.isMultifactorCodeInvalid),
        ("MFA token", .multifactorTokenInvalid, \.isMultifactorTokenInvalid),
        ("credentials", .invalidCredentials, \.isInvalidCredentials),
        ("refresh token", .invalidRefreshToken, \.isInvalidRefreshToken),
        ("deleted", .refreshTokenDeleted, \.isRefreshTokenDeleted),
        ("weak password", .passwordNotStrongEnough, \.isPasswordNotStrongEnough),
        ("used password", .passwordAlreadyUsed, \.isPasswordAlreadyUsed),
        ("rule", .ruleError(), \.isRuleError), ("denied", .accessDenied, \.isAccessDenied),
        ("attempts", .tooManyAttempts, \.isTooManyAttempts), ("leaked", .passwordLeaked, \.isPasswordLeaked),
        ("verification", .verificationRequired, \.isVerificationRequired),
        ("login", .loginRequired, \.isLoginRequired), ("rate", .rateLimited(), \.isRetryable),
        ("server", .serverFailure(), \.isRetryable),
        ("network", .failure(TransportError(.connectionFailed)), \.isNetworkError),
        ("cancelled", .pending, \.isCancelled),
    ]

    @Test func `each response is an error with its property, given or received`() async throws {
        for (name, response, property) in Self.named {
            #expect(AuthenticationError(response)[keyPath: property], "\(name), given")
            guard name != "cancelled" else { continue }
            let tenant = try CannedTenant()
            tenant.respond(to: .token, with: response)
            let client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain, session: tenant)
            let error = await #expect(throws: AuthenticationError.self, "\(name)") {
                try await client.login(email: "jane@example.com", code: "1").start()
            }
            #expect(error?[keyPath: property] == true, "\(name), received")
        }
    }

    @Test func `the MFA token is in the error, and other APIs have errors, too`() {
        let error = AuthenticationError(.multifactorRequired(token: "MFA"))
        #expect(error.mfaRequiredErrorPayload?.mfaToken == "MFA")
        #expect(MfaChallengeError(.multifactorEnrollRequired).isMultifactorEnrollRequired)
        #expect(ManagementError(.error("invalid_token", "Expired", status: 401)).statusCode == 401)
    }
}
