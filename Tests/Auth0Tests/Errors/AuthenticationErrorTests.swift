import Auth0
import Testing

@Suite struct AuthenticationErrorTests {
    private static let helpers: [(String, @Sendable (AuthenticationError) -> Bool)] = [
        ("isMultifactorRequired", { $0.isMultifactorRequired }),
        ("isMultifactorEnrollRequired", { $0.isMultifactorEnrollRequired }),
        ("isMultifactorCodeInvalid", { $0.isMultifactorCodeInvalid }),
        ("isMultifactorTokenInvalid", { $0.isMultifactorTokenInvalid }),
        ("isPasswordNotStrongEnough", { $0.isPasswordNotStrongEnough }),
        ("isPasswordAlreadyUsed", { $0.isPasswordAlreadyUsed }), ("isRuleError", { $0.isRuleError }),
        ("isInvalidCredentials", { $0.isInvalidCredentials }), ("isRefreshTokenDeleted", { $0.isRefreshTokenDeleted }),
        ("isInvalidRefreshToken", { $0.isInvalidRefreshToken }), ("isAccessDenied", { $0.isAccessDenied }),
        ("isTooManyAttempts", { $0.isTooManyAttempts }), ("isVerificationRequired", { $0.isVerificationRequired }),
        ("isPasswordLeaked", { $0.isPasswordLeaked }), ("isLoginRequired", { $0.isLoginRequired }),
        ("isDPoPNonceRequired", { $0.isDPoPNonceRequired }),
        ("isNetworkError", { $0.isNetworkError }), ("isRetryable", { $0.isRetryable }),
        ("isCancelled", { $0.isCancelled }),
    ]

    @Test(
        arguments: [
            (["error": "mfa_required"], "isMultifactorRequired"),
            (["code": "a0.mfa_required"], "isMultifactorRequired"),
            (["error": "unsupported_challenge_type"], "isMultifactorEnrollRequired"),
            (["error": "a0.mfa_registration_required"], "isMultifactorEnrollRequired"),
            (["error": "a0.mfa_invalid_code"], "isMultifactorCodeInvalid"),
            (["error": "invalid_grant", "error_description": "Invalid otp_code."], "isMultifactorCodeInvalid"),
            (["error": "invalid_grant", "error_description": "Invalid binding_code."], "isMultifactorCodeInvalid"),
            (
                ["error": "invalid_grant", "error_description": "MFA Authorization rejected."],
                "isMultifactorCodeInvalid"
            ),
            (["error": "expired_token", "error_description": "mfa_token is expired"], "isMultifactorTokenInvalid"),
            (["error": "invalid_grant", "error_description": "Malformed mfa_token"], "isMultifactorTokenInvalid"),
            (["code": "invalid_password", "name": "PasswordStrengthError"], "isPasswordNotStrongEnough"),
            (["code": "invalid_password", "name": "PasswordHistoryError"], "isPasswordAlreadyUsed"),
            (["error": "unauthorized", "error_description": "no"], "isRuleError"),
            (["code": "invalid_user_password"], "isInvalidCredentials"),
            (["error": "invalid_grant", "error_description": "Wrong email or password."], "isInvalidCredentials"),
            (
                ["error": "invalid_grant", "error_description": "Wrong phone number or verification code."],
                "isInvalidCredentials"
            ),
            (
                ["error": "invalid_grant", "error_description": "Wrong email or verification code."],
                "isInvalidCredentials"
            ),
            (
                [
                    "error": "invalid_grant",
                    "error_description": "The refresh_token was generated for a user who doesn't exist anymore.",
                ], "isRefreshTokenDeleted"
            ),
            (
                ["error": "invalid_grant", "error_description": "Unknown or invalid refresh token."],
                "isInvalidRefreshToken"
            ),
            (["error": "access_denied"], "isAccessDenied"), (["error": "too_many_attempts"], "isTooManyAttempts"),
            (["error": "requires_verification"], "isVerificationRequired"),
            (["error": "password_leaked"], "isPasswordLeaked"), (["error": "login_required"], "isLoginRequired"),
            (["error": "use_dpop_nonce"], "isDPoPNonceRequired"),
            (["error": "invalid_grant", "error_description": "The token was reused."], ""), (["error": "x"], ""),
            ([:], ""),
        ] as [([String: String], String)])
    func `one helper identifies each refusal`(info: [String: String], name: String) {
        let error = AuthenticationError(info: info, statusCode: 403)

        let matching = Self.helpers.filter { $0.1(error) }.map(\.0)

        #expect(matching == (name.isEmpty ? [] : [name]))
    }

    @Test(arguments: [
        (TransportError.Code.nameResolutionFailed, true), (.connectionFailed, true), (.timedOut, true),
        (.outcomeUnknown, true), (.truncatedResponse, true), (.cancelled, false), (.tlsFailure, false),
        (.invalidArgument, false), (.responseTooLarge, false), (.unexpectedRedirect, false),
        (.malformedResponse, false),
    ])
    func `the cause identifies a network failure`(code: TransportError.Code, isNetworkError: Bool) {
        let error = AuthenticationError(cause: TransportError(code))

        #expect(error.isNetworkError == isNetworkError)
        #expect(error.isRetryable == isNetworkError)
        #expect(error.isCancelled == (code == .cancelled))
        #expect(error.code == "a0.sdk.internal_error.plain")
        #expect(error.statusCode == 0)
        #expect(error.cause as? TransportError == TransportError(code))
        #expect("\(error)".hasPrefix("The request could not be completed. CAUSE: TransportError."))
        #expect(error.localizedDescription == error.debugDescription)
    }

    @Test(arguments: [(429, true), (500, true), (503, true), (599, true), (400, false), (403, false)])
    func `the status says whether a retry makes sense`(status: Int, isRetryable: Bool) async {
        let wire = Wire(#"{"error":"x"}"#, status: status, fields: ["Retry-After": "7"])

        let error = await failure(of: wire.authentication.jwks())

        #expect(error?.isRetryable == isRetryable)
        #expect(error?.retryAfter == .seconds(7))
        #expect(error?.info["statusCode"] as? Int == status)
    }

    @Test func `a response without a body has its own code`() async {
        let error = await failure(of: Wire("", status: 204).authentication.jwks())

        #expect(error?.code == "a0.sdk.internal_error.empty")
        #expect(error?.statusCode == 204)
    }

    @Test func `L2 text of a server cannot forge a log line`() {
        let error = AuthenticationError(info: ["error": "x", "error_description": "a\nb\u{1B}[31m"], statusCode: 400)

        #expect(error.message == "a\\u{A}b\\u{1B}[31m")
    }

    @Test func `L2 text of a server is truncated in descriptions, and complete in its property`() {
        let long = String(repeating: "é\n", count: 50_000)
        let error = AuthenticationError(info: ["error": long, "error_description": long], statusCode: 400)

        #expect(error.message.hasPrefix("é\\u{A}") && error.message.hasSuffix("…"))
        #expect("\(error)".utf8.count < 10_000)
        #expect("\(AuthenticationError(info: ["error": long], statusCode: 400))".utf8.count < 10_000)
        #expect(error.info["error_description"] as? String == long)
    }

    @Test func `lists the second factors of a login`() async {
        let wire = Wire(
            #"""
            {"error":"mfa_required","error_description":"Multifactor authentication required","mfa_token":"canary",
            "mfa_requirements":{"challenge":[{"type":"otp"},{"type":"phone"}]}}
            """#, status: 403)

        let error = await failure(of: wire.authentication.login(email: "e", code: "1"))

        let payload = error?.mfaRequiredErrorPayload
        #expect(payload?.mfaToken == "canary")
        #expect(payload?.mfaRequirements.challenge?.map(\.type) == ["otp", "phone"])
        #expect(payload?.mfaRequirements.enroll == nil)
        #expect(payload.map { "\($0)".contains("canary") } == false)
        #expect(AuthenticationError(info: ["error": "mfa_required"], statusCode: 403).mfaRequiredErrorPayload == nil)
    }

    @Test func `errors are equal by code, status and message`() {
        let one = AuthenticationError(info: ["error": "a", "x": 1], statusCode: 400)

        #expect(one == AuthenticationError(info: ["error": "a"], statusCode: 400))
        #expect(one != AuthenticationError(info: ["error": "a"], statusCode: 401))
        #expect(one != AuthenticationError(info: ["error": "b"], statusCode: 400))
    }
}
