import FoundationEssentials
import OpenID
public import PasskeyAuthenticator
import RequestPipeline

extension CredentialsManager {
    /// The check of the user's presence, such as `PAMPresence()` of `UserPresencePAM`;
    /// ``OpenID/StoredLogin/Configuration/presenceCheck`` by default. Setting it ends a confirmed presence.
    public var presenceCheck: (any PresenceCheck)? {
        get { login.presenceCheck }
        set { login.presenceCheck = newValue }
    }

    /// Asks for the user's presence before each call of `credentials()` delivers the stored credentials.
    ///
    /// The check is ``presenceCheck``. Without a check the result is `false`, a line is logged, and calls fail with
    /// ``CredentialsManagerError/biometricsFailed`` until one is set. It protects against a person at the keyboard, not
    /// against programs of the same user, which can read the store themselves.
    ///
    /// - Parameters:
    ///   - title: The text that explains the check to the user.
    ///   - cancelTitle: The label of a button to cancel; has no effect on Linux. `nil` by default.
    ///   - fallbackTitle: The label of a button for another method; has no effect on Linux. `nil` by default.
    ///   - evaluationPolicy: The required proof. Both values verify the user by the method of the check.
    ///   - policy: The lifetime of a confirmation; by default each call asks the user.
    /// - Returns: Whether there is a check.
    @discardableResult
    public func enableBiometrics(
        withTitle title: String, cancelTitle: String? = nil, fallbackTitle: String? = nil,
        evaluationPolicy: EvaluationPolicy = .deviceOwnerAuthenticationWithBiometrics,
        policy: BiometricPolicy = .default
    ) -> Bool {
        login.presence.enable(title: title, for: policy.duration)
        guard presenceCheck == nil else { return true }
        (authentication.logger ?? StandardErrorLogger()).log(
            url: authentication.url.absoluteString,
            source: "enableBiometrics(withTitle:) needs a check: set presenceCheck, for example to PAMPresence() of "
                + "UserPresencePAM, or no credentials are delivered")
        return false
    }

    /// Returns whether a confirmation of the user's presence still lasts.
    ///
    /// - Returns: `false` for the policies ``BiometricPolicy/default`` and ``BiometricPolicy/always``.
    public func isBiometricSessionValid() -> Bool { login.presence.isConfirmed }

    /// Ends a confirmed presence: the next call asks again.
    public func clearBiometricSession() { login.presence.reset() }

    /// The proof of the user's presence that a manager requires, with the names of Apple's `LAPolicy`.
    public struct EvaluationPolicy: Sendable, Hashable {
        /// The user is verified by the method of the program's check: a fingerprint, a password or a token.
        public static let deviceOwnerAuthenticationWithBiometrics = EvaluationPolicy()
        /// The user is verified by the method of the program's check: a fingerprint, a password or a token.
        public static let deviceOwnerAuthentication = EvaluationPolicy()
    }
}

/// The lifetime of a confirmation of the user's presence, for ``CredentialsManager``.
public enum BiometricPolicy: Sendable, Hashable {
    /// Each call of `credentials()` asks the user. The check itself may remember a confirmation for a while, as PAM
    /// modules can.
    case `default`
    /// Each call of `credentials()` asks the user.
    case always
    /// A confirmation lasts for a time, until the credentials are removed, or until the program ends.
    ///
    /// - Parameter timeoutInSeconds: The time in seconds; less than 0 counts as 0.
    case session(timeoutInSeconds: Int)
    /// The same as ``session(timeoutInSeconds:)``, whose parameters are the same; an hour by default.
    case appLifecycle(timeoutInSeconds: Int = 3600)

    /// The lifetime of a confirmation; `nil` if each call asks the user.
    var duration: Duration? {
        switch self {
        case .default, .always: nil
        case .session(let seconds), .appLifecycle(let seconds): .seconds(max(0, seconds))
        }
    }
}
