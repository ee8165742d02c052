import ByteEncodings
public import FoundationEssentials

/// A message that the tenant sent to a user.
public struct InboxMessage: Sendable {
    /// The channel of a message.
    public enum Channel: String, Sendable {
        /// An e-mail.
        case email
        /// A text message.
        case sms
    }

    /// The purpose of a message.
    public enum Kind: String, Sendable {
        /// A one-time code for a login.
        case verificationCode = "verification_code"
        /// A link for a login.
        case loginLink = "login_link"
        /// A link to set a new password.
        case passwordReset = "password_reset"
        /// A link that confirms an e-mail address.
        case addressConfirmation = "address_confirmation"
        /// A one-time code as second factor.
        case secondFactor = "second_factor"
        /// A warning that logins are blocked.
        case blockedAccount = "blocked_account"
        /// A link to join an organization.
        case invitation
    }

    /// The e-mail address or phone number.
    public let to: String
    /// The channel.
    public let channel: Channel
    /// The purpose.
    public let kind: Kind
    /// The code in the message, if there is one.
    public let code: String?
    /// The link in the message, if there is one.
    public let link: String?
    /// The time of sending, by the tenant's clock.
    public let sentAt: Date

    var json: JSONValue {
        .members([
            "to": to, "channel": channel.rawValue, "kind": kind.rawValue, "code": code, "link": link,
            "sent_at": sentAt.timestamp,
        ])
    }
}

extension InboxMessage: CustomStringConvertible {
    /// The purpose and the channel, without the code.
    public var description: String { "\(kind.rawValue) by \(channel.rawValue)" }
}
