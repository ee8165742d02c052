/// The second-factor logins and enrollments of a tenant.
struct SecondFactorState: Sendable {
    /// The logins that wait for a second factor, by `mfa_token`.
    var logins: [String: SecondFactorLogin] = [:]
    /// The codes and push requests that were sent, by `oob_code`.
    var challenges: [String: OutOfBandChallenge] = [:]
    /// The enrollments in progress, by the ID of the authentication method.
    var enrollments: [String: Enrollment] = [:]
    /// The last time step whose code was used, by the secret of the authenticator app.
    var usedSteps: [String: Int] = [:]
    /// The time until which a user needs no second factor, by client ID and user ID.
    var remembered: [String: Int] = [:]
}
