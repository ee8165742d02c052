import ByteEncodings
public import FoundationEssentials

/// A message that the tenant sent to a user.
public struct InboxMessage: Sendable {
    /// The e-mail address or phone number that the message was sent to.
    public let recipient: String
    /// The channel of the message.
    public let channel: Channel
    /// The purpose of the message.
    public let kind: Kind
    /// The code in the message, if there is one.
    public let code: String?
    /// The link in the message, if there is one.
    public let link: String?
    /// The time of sending, by the tenant's clock.
    public let sentAt: Date

    var json: JSONValue {
        .members([
            "to": recipient, "channel": channel.rawValue, "kind": kind.rawValue, "code": code, "link": link,
            "sent_at": sentAt.timestamp,
        ])
    }
}

extension InboxMessage {
    /// The channel of a message.
    public struct Channel: Sendable, Hashable, RawRepresentable {
        /// The name in the JSON of the control API.
        public let rawValue: String

        /// An e-mail.
        public static let email = Channel(rawValue: "email")
        /// A text message.
        public static let sms = Channel(rawValue: "sms")

        /// Creates a channel from its name.
        ///
        /// - Parameter rawValue: The name in the JSON of the control API.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The purpose of a message.
    public struct Kind: Sendable, Hashable, RawRepresentable {
        /// The name in the JSON of the control API.
        public let rawValue: String

        /// A one-time code for a login.
        public static let verificationCode = Kind(rawValue: "verification_code")
        /// A link for a login.
        public static let loginLink = Kind(rawValue: "login_link")
        /// A link to set a new password.
        public static let passwordReset = Kind(rawValue: "password_reset")
        /// A link that confirms an e-mail address.
        public static let addressConfirmation = Kind(rawValue: "address_confirmation")
        /// A one-time code as second factor.
        public static let secondFactor = Kind(rawValue: "second_factor")
        /// A warning that logins are blocked.
        public static let blockedAccount = Kind(rawValue: "blocked_account")
        /// A link to join an organization.
        public static let invitation = Kind(rawValue: "invitation")

        /// Creates a purpose from its name.
        ///
        /// - Parameter rawValue: The name in the JSON of the control API.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

extension InboxMessage: CustomStringConvertible {
    /// The purpose and the channel, without the code.
    public var description: String { "\(kind.rawValue) by \(channel.rawValue)" }
}
