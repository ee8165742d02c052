extension TenantSeed {
    /// A user.
    public struct User: Sendable {
        /// The user ID; `nil` for a random one.
        public var id: String?
        /// The name of the user's connection.
        public var connection: String
        /// The e-mail address.
        public var email: String?
        /// Whether the e-mail address is verified.
        public var isEmailVerified = false
        /// The user name.
        public var username: String?
        /// The phone number, which is verified.
        public var phoneNumber: String?
        /// The password; `nil` for a user who cannot log in with one.
        public var password: String?
        /// Whether the user is blocked.
        public var isBlocked = false
        /// The claims of the profile, such as `given_name`.
        public var profile: [String: any Sendable] = [:]
        /// The metadata that the user can read and change.
        public var userMetadata: [String: any Sendable] = [:]
        /// The metadata that the user can only read.
        public var appMetadata: [String: any Sendable] = [:]
        /// The user's permissions, by audience; `{domain}` at the start of an audience is the tenant's domain.
        public var permissions: [String: Set<String>] = [:]
        /// The error response after the correct password; `nil` for tokens.
        public var loginRefusal: LoginRefusal?
        /// The authentication methods in the My Account API.
        public var authenticationMethods: [AuthenticationMethod] = []
        /// Whether the user needs a second factor.
        public var requiresSecondFactor = false
        /// The second factors.
        public var secondFactors: [SecondFactor] = []
        /// The recovery code that replaces a second factor once.
        public var recoveryCode: String?

        /// Creates a user.
        ///
        /// - Parameters:
        ///   - email: The e-mail address; `nil`, the default, for a user without one.
        ///   - username: The user name; `nil`, the default, for a user without one.
        ///   - phoneNumber: The phone number; `nil`, the default, for a user without one.
        ///   - password: The password; `nil`, the default, for a user who cannot log in with one.
        ///   - connection: The name of the user's connection; `Username-Password-Authentication` by default.
        public init(
            email: String? = nil, username: String? = nil, phoneNumber: String? = nil, password: String? = nil,
            connection: String = "Username-Password-Authentication"
        ) {
            (self.email, self.username, self.phoneNumber) = (email, username, phoneNumber)
            (self.password, self.connection) = (password, connection)
        }
    }
}

extension TenantSeed.User {
    /// The error response that a user receives instead of tokens after the correct password.
    public struct LoginRefusal: Sendable {
        /// The status code.
        public var status: Int
        /// The members of the JSON object in the body.
        public var body: [String: any Sendable]

        /// Creates an error response.
        ///
        /// - Parameters:
        ///   - status: The status code.
        ///   - body: The members of the JSON object in the body, such as `error`.
        public init(status: Int, body: [String: any Sendable]) { (self.status, self.body) = (status, body) }
    }

    /// An authentication method of a user, in the form of the My Account API.
    public struct AuthenticationMethod: Sendable {
        /// The ID, such as `totp|dev_0000000000000001`.
        public var id: String
        /// The type, such as `totp`.
        public var type: String
        /// The other members of the method's JSON object.
        public var fields: [String: any Sendable]

        /// Creates an authentication method.
        ///
        /// - Parameters:
        ///   - id: The ID, such as `totp|dev_0000000000000001`.
        ///   - type: The type, such as `totp`.
        ///   - fields: The other members of the method's JSON object; none by default.
        public init(id: String, type: String, fields: [String: any Sendable] = [:]) {
            (self.id, self.type, self.fields) = (id, type, fields)
        }
    }

    /// A second factor of a user.
    public struct SecondFactor: Sendable, Hashable {
        let id: String
        let kind: TenantEmulator.SecondFactor.Kind

        /// Creates an authenticator app.
        ///
        /// - Parameters:
        ///   - id: The ID.
        ///   - secret: The secret of the codes, in hexadecimal.
        /// - Returns: The second factor.
        public static func authenticatorApp(id: String, secret: String) -> SecondFactor {
            SecondFactor(id: id, kind: .app(secret: secret))
        }

        /// Creates a code by text message.
        ///
        /// - Parameters:
        ///   - id: The ID.
        ///   - number: The phone number.
        /// - Returns: The second factor.
        public static func sms(id: String, number: String) -> SecondFactor {
            SecondFactor(id: id, kind: .sms(number: number))
        }

        /// Creates a code by e-mail.
        ///
        /// - Parameters:
        ///   - id: The ID.
        ///   - address: The e-mail address.
        /// - Returns: The second factor.
        public static func email(id: String, address: String) -> SecondFactor {
            SecondFactor(id: id, kind: .email(address: address))
        }

        /// Creates a push notification that asks for approval.
        ///
        /// - Parameter id: The ID.
        /// - Returns: The second factor.
        public static func push(id: String) -> SecondFactor { SecondFactor(id: id, kind: .push) }
    }
}
