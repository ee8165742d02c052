import Encodings

/// An authentication method that is being added to an account.
struct Enrollment: Sendable {
    /// What has to come back to confirm it.
    enum Proof: Sendable {
        /// The code that was sent.
        case code(String)
        /// A code of the authenticator app with this secret, in hexadecimal.
        case app(secret: String)
        /// A password that satisfies the policy.
        case password
        /// Nothing but the session.
        case session
    }

    let userID: String
    let session: String
    let type: String
    let fields: [String: JSONValue]
    let proof: Proof
    let expiresAt: Int
}
