import OpenSSLCryptography

/// A connection of a running tenant.
typealias Connection = TenantSeed.Connection

extension TenantSeed {
    /// A source of users.
    public struct Connection: Sendable {
        /// The name in requests.
        public var name: String
        /// The kind of connection.
        public var strategy: Strategy
        /// The name that users see.
        public var displayName: String
        /// Whether a user needs a user name in addition to the e-mail address.
        public var requiresUsername = false
        /// Whether users can sign up.
        public var allowsSignup = true
        /// Whether users can log in with passkeys.
        public var allowsPasskeys = true
        /// Whether a sign-up with an existing user's address fails like any other.
        public var hidesExistingUsers = false
        /// The required strength of passwords.
        public var passwordPolicy = PasswordPolicy.good
        /// The passwords that are rejected as used before.
        public var usedPasswords: [String] = []

        /// Creates a connection.
        ///
        /// - Parameters:
        ///   - name: The name in requests.
        ///   - strategy: The kind of connection; a database by default.
        ///   - displayName: The name that users see; `nil`, the default, for `name`.
        public init(name: String, strategy: Strategy = .database, displayName: String? = nil) {
            (self.name, self.strategy, self.displayName) = (name, strategy, displayName ?? name)
        }
    }
}

extension TenantSeed.Connection {
    /// A kind of connection.
    public struct Strategy: Sendable, Hashable {
        enum Kind: String, CaseIterable {
            case database = "auth0"
            case email
            case sms
            case upstream = "oauth2"
        }

        let kind: Kind

        /// Users with passwords and passkeys.
        public static let database = Strategy(kind: .database)
        /// One-time codes by e-mail.
        public static let email = Strategy(kind: .email)
        /// One-time codes by text message.
        public static let sms = Strategy(kind: .sms)
        /// Another provider, whose login page the tenant emulates.
        public static let upstream = Strategy(kind: .upstream)
    }

    /// The required strength of passwords.
    public struct PasswordPolicy: Sendable, Hashable {
        var rules: TenantEmulator.PasswordPolicy

        /// At least one character.
        public static let none = PasswordPolicy(rules: .none)
        /// At least six characters.
        public static let low = PasswordPolicy(rules: .low)
        /// At least eight characters, with lower-case and upper-case letters and digits.
        public static let fair = PasswordPolicy(rules: .fair)
        /// At least eight characters of three of the four kinds: lower-case and upper-case letters, digits, others.
        public static let good = PasswordPolicy(rules: .good)
    }
}

extension Connection {
    /// Whether a password was used before: it is one of the seed's, or the one that it would replace.
    func isUsed(_ password: String, replacing current: PasswordHash?) -> Bool {
        usedPasswords.contains(password) || current?.matches(password) == true
    }

    /// The required strength of passwords.
    var policy: TenantEmulator.PasswordPolicy { passwordPolicy.rules }

    /// The first part of the IDs of the connection's users.
    var provider: String { strategy == .upstream ? name : strategy.kind.rawValue }

    /// Whether users log in with one-time codes.
    var isPasswordless: Bool { strategy == .email || strategy == .sms }
}
