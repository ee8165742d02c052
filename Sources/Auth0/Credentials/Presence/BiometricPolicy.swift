/// The lifetime of a confirmation of the user's presence, for ``CredentialsManager``.
public struct BiometricPolicy: Sendable, Hashable {
    /// The lifetime of a confirmation; `nil` if each call asks the user.
    let duration: Duration?

    /// Each call of `credentials()` asks the user. The check itself may remember a confirmation for a while, as PAM
    /// modules can.
    public static let `default` = BiometricPolicy(duration: nil)
    /// Each call of `credentials()` asks the user.
    public static let always = BiometricPolicy(duration: nil)

    /// A confirmation lasts for a time, until the credentials are removed, or until the program ends.
    ///
    /// - Parameter timeoutInSeconds: The time in seconds; less than 0 counts as 0.
    /// - Returns: A policy.
    public static func session(timeoutInSeconds: Int) -> BiometricPolicy {
        BiometricPolicy(duration: .seconds(max(0, timeoutInSeconds)))
    }

    /// A confirmation lasts for a time, until the credentials are removed, or until the program ends.
    ///
    /// - Parameter timeoutInSeconds: The time in seconds, an hour by default; less than 0 counts as 0.
    /// - Returns: A policy.
    public static func appLifecycle(timeoutInSeconds: Int = 3600) -> BiometricPolicy {
        session(timeoutInSeconds: timeoutInSeconds)
    }
}
