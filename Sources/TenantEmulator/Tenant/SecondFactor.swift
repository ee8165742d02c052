import ByteEncodings

struct SecondFactor: Sendable {
    enum Kind: Sendable, Hashable {
        /// An authenticator app, with its secret in hexadecimal.
        case app(secret: String)
        case sms(number: String)
        case email(address: String)
        /// A push notification that asks for approval on the user's phone.
        case push

        /// Creates the kind with a name in lists; `nil` for any other name.
        init?(_ type: String?, target: String) {
            switch type {
            case "otp": self = .app(secret: target)
            case "phone": self = .sms(number: target)
            case "email": self = .email(address: target)
            case "push-notification": self = .push
            default: return nil
            }
        }

        /// The secret, the phone number or the e-mail address.
        var target: String? {
            switch self {
            case .app(let target), .sms(let target), .email(let target): target
            case .push: nil
            }
        }
    }

    let id: String
    let kind: Kind
    var isConfirmed: Bool

    /// The name of the kind in `mfa_requirements` and in lists.
    var type: String { names.type }
    /// The channel of the code or push notification; `nil` for an authenticator app.
    var channel: String? { names.channel }

    private var names: (type: String, channel: String?) {
        switch kind {
        case .app: ("otp", nil)
        case .sms: ("phone", "sms")
        case .email: ("email", "email")
        case .push: ("push-notification", "auth0")
        }
    }

    /// The JSON form of `GET /mfa/authenticators`.
    var json: JSONValue {
        .members([
            "id": id, "authenticator_type": channel == nil ? "otp" : "oob", "oob_channel": channel, "name": name,
            "active": isConfirmed, "type": type,
        ])
    }

    /// The phone number or e-mail address, partly hidden.
    var name: String? {
        switch kind {
        case .sms(let number): String(repeating: "X", count: max(0, number.count - 4)) + number.suffix(4)
        case .email(let address): address.prefix(1) + "***@" + address.split(separator: "@").suffix(1).joined()
        case .app, .push: nil
        }
    }
}

/// A login that waits for the second factor.
struct SecondFactorLogin: Sendable, Expiring {
    let grant: Grant
    let expiresAt: Int
    /// The number of wrong codes that are still accepted.
    var attemptsLeft = Self.maximumAttempts

    /// The number of wrong codes that end a login, at the API and in the browser.
    static let maximumAttempts = 10
    /// The error description after too many wrong codes.
    static let tooManyAttempts = "Too many failed codes. Wait for some minutes before retrying."
}

/// A code or push notification that was sent to a user.
struct OutOfBandChallenge: Sendable, Expiring {
    let login: String
    let factorID: String
    /// The code that the user was sent; `nil` for a push notification.
    let bindingCode: String?
    let expiresAt: Int
    /// The user's decision about the push notification; `nil` before the decision.
    var isApproved: Bool?
}

extension User {
    var confirmedFactors: [SecondFactor] { secondFactors.filter(\.isConfirmed) }

    /// The secret of the user's authenticator app, in hexadecimal.
    var appSecret: String? { secondFactors.appSecret }
}

extension [SecondFactor] {
    /// The secret of the first authenticator app, in hexadecimal.
    var appSecret: String? {
        for factor in self { if case .app(let secret) = factor.kind { return secret } }
        return nil
    }
}

extension TenantState {
    /// Approves or denies the pending push notifications of a user and returns their number.
    mutating func answerPush(ofUser userID: String, isApproved: Bool) -> Int {
        let codes = secondFactors.challenges.filter { _, challenge in
            challenge.bindingCode == nil && challenge.isApproved == nil
                && secondFactors.logins[challenge.login]?.grant.userID == userID
        }.keys
        for code in codes { secondFactors.challenges[code]?.isApproved = isApproved }
        return codes.count
    }
}
