/// The passkeys of a tenant's users.
struct PasskeyState: Sendable {
    /// The registered passkeys, by credential ID.
    var credentials: [[UInt8]: Passkey] = [:]
    /// The ceremonies in progress, by `auth_session`.
    var challenges: [String: PasskeyChallenge] = [:]
}
