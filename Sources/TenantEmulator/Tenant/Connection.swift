import ByteEncodings

/// A connection: a source of users.
struct Connection: Sendable {
    /// The kinds of connection.
    enum Strategy: String, Sendable {
        case database = "auth0"
        case email
        case sms
        /// An upstream provider.
        case upstream = "oauth2"
    }

    let name: String
    let strategy: Strategy
    let displayName: String
    let requiresUsername: Bool
    let allowsSignup: Bool
    let allowsPasskeys: Bool
    /// Whether a sign-up with an existing user's address fails like any other.
    let hidesExistingUsers: Bool
    let policy: PasswordPolicy
    /// The passwords that are rejected as used before.
    let usedPasswords: [String]

    init(_ reader: inout SeedReader) throws(EmulatorError) {
        name = try reader.required("name")
        guard let strategy = try reader.optional("strategy", { $0.string.flatMap(Strategy.init) }) else {
            throw EmulatorError(.malformedSeed, "connections.\(name).strategy")
        }
        self.strategy = strategy
        displayName = try reader.text("display_name") ?? name
        requiresUsername = try reader.flag("requires_username")
        allowsSignup = !(try reader.flag("disable_signup"))
        allowsPasskeys = !(try reader.flag("disable_passkeys"))
        hidesExistingUsers = try reader.flag("hide_existing_users")
        policy = try reader.optional("password_policy") { $0.string.flatMap(PasswordPolicy.init) } ?? .good
        usedPasswords = try reader.texts("used_passwords")
    }

    /// The first part of the IDs of the connection's users.
    var provider: String { strategy == .upstream ? name : strategy.rawValue }

    /// Whether users log in with one-time codes.
    var isPasswordless: Bool { strategy == .email || strategy == .sms }
}
