import ByteEncodings
public import FoundationEssentials

/// A message the tenant sent to somebody.
public struct InboxMessage: Sendable {
    /// How it travelled.
    public enum Channel: String, Sendable {
        /// By e-mail.
        case email
        /// As a text message.
        case sms
    }

    /// What it is about.
    public enum Kind: String, Sendable {
        /// A one-time code to log in with.
        case verificationCode = "verification_code"
        /// A link to log in with.
        case loginLink = "login_link"
        /// A link to choose a new password.
        case passwordReset = "password_reset"
        /// A link that confirms an address.
        case addressConfirmation = "address_confirmation"
        /// A one-time code as second factor.
        case secondFactor = "second_factor"
        /// A warning that logins are blocked.
        case blockedAccount = "blocked_account"
        /// A link to join an organization.
        case invitation
    }

    /// The address or number it went to.
    public let to: String
    /// How it travelled.
    public let channel: Channel
    /// What it is about.
    public let kind: Kind
    /// The code in it, if there is one.
    public let code: String?
    /// The link in it, if there is one.
    public let link: String?
    /// When it was sent, by the tenant's clock.
    public let sentAt: Date

    var json: JSONValue {
        .members([
            "to": to, "channel": channel.rawValue, "kind": kind.rawValue, "code": code, "link": link,
            "sent_at": sentAt.timestamp,
        ])
    }
}

extension InboxMessage: CustomStringConvertible {
    /// Names the kind and the channel; never the code.
    public var description: String { "\(kind.rawValue) by \(channel.rawValue)" }
}
