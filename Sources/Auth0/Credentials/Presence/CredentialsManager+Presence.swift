import OpenID

extension CredentialsManager {
    /// Asks for the user's presence before each call of `credentials()` delivers the stored credentials.
    ///
    /// The check is ``OpenID/StoredLogin/Configuration/presenceCheck``; without one, calls fail with
    /// ``CredentialsManagerError/biometricsFailed``. It protects against a person at the keyboard, not against programs of the
    /// same user, which can read the store themselves.
    ///
    /// - Parameters:
    ///   - title: The text that tells the user why the check is made.
    ///   - cancelTitle: The label of a button to cancel; has no effect on Linux. `nil` by default.
    ///   - fallbackTitle: The label of a button for another method; has no effect on Linux. `nil` by default.
    ///   - evaluationPolicy: The required proof. Both values verify the user with whatever the check asks for.
    ///   - policy: How long a confirmation lasts; each call asks by default.
    public func enableBiometrics(
        withTitle title: String, cancelTitle: String? = nil, fallbackTitle: String? = nil,
        evaluationPolicy: EvaluationPolicy = .deviceOwnerAuthenticationWithBiometrics,
        policy: BiometricPolicy = .default
    ) {
        login.presence.enable(
            .init(title: title, verification: evaluationPolicy.verification, duration: policy.duration))
    }

    /// Returns whether a confirmation of the user's presence still lasts.
    ///
    /// - Returns: `false` for the policies ``BiometricPolicy/default`` and ``BiometricPolicy/always``.
    public func isBiometricSessionValid() -> Bool { login.presence.isConfirmed }

    /// Ends a confirmed presence: the next call asks again.
    public func clearBiometricSession() { login.presence.reset() }
}
