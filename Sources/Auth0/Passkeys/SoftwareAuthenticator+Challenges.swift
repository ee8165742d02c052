public import PasskeyAuthenticator

extension SoftwareAuthenticator {
    /// Makes a passkey to sign up with.
    ///
    /// - Parameters:
    ///   - challenge: The tenant's challenge.
    ///   - origin: As for ``PasskeyAuthenticator/SoftwareAuthenticator/makeCredential(for:origin:)``.
    /// - Returns: The passkey, for ``Authentication``.
    /// - Throws: ``PasskeyAuthenticator/PasskeyError``.
    public func makeCredential(
        for challenge: PasskeySignupChallenge, origin: String? = nil
    ) async throws -> RegisteredPasskey {
        try await makeCredential(for: challenge.options, origin: origin)
    }

    /// Makes a passkey for ``MyAccountAuthenticationMethods/enroll(passkey:challenge:)``, as the function for a signup,
    /// whose parameters are the same.
    ///
    /// - Throws: ``PasskeyAuthenticator/PasskeyError``.
    public func makeCredential(
        for challenge: PasskeyEnrollmentChallenge, origin: String? = nil
    ) async throws -> RegisteredPasskey {
        try await makeCredential(for: challenge.options, origin: origin)
    }

    /// Makes the assertion of a passkey, to log in with.
    ///
    /// - Parameters:
    ///   - challenge: The tenant's challenge.
    ///   - userName: The account, if the authenticator holds passkeys of several accounts.
    ///   - origin: As for ``PasskeyAuthenticator/SoftwareAuthenticator/makeAssertion(for:userName:origin:)``.
    /// - Returns: The assertion, for ``Authentication``.
    /// - Throws: ``PasskeyAuthenticator/PasskeyError``.
    public func makeAssertion(
        for challenge: PasskeyLoginChallenge, userName: String? = nil, origin: String? = nil
    ) async throws -> AssertedPasskey {
        try await makeAssertion(for: challenge.options, userName: userName, origin: origin)
    }
}
