import PasskeyAuthenticator

extension CredentialsManager {
    /// The proof of the user's presence that a manager requires, with the names of Apple's `LAPolicy`.
    public struct EvaluationPolicy: Sendable, Hashable {
        /// Whether a user must be verified, or only present.
        let verification: PasskeyUserVerification

        /// The user is verified by the method of the program's check: a fingerprint, a password or a token.
        public static let deviceOwnerAuthenticationWithBiometrics = EvaluationPolicy(verification: .required)
        /// The user is verified by the method of the program's check: a fingerprint, a password or a token.
        public static let deviceOwnerAuthentication = EvaluationPolicy(verification: .required)
    }
}
