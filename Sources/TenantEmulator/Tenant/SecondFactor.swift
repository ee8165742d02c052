import ByteEncodings

/// A second way for a user to prove who they are.
struct SecondFactor: Sendable {
    /// The kinds there are.
    enum Kind: Sendable, Hashable {
        /// An authenticator app, with its secret in hexadecimal.
        case app(secret: String)
        /// A code as a text message.
        case sms(number: String)
        /// A code by e-mail.
        case email(address: String)
        /// A question on the user's phone.
        case push
    }

    let id: String
    let kind: Kind
    var isConfirmed: Bool

    /// The name of the kind in `mfa_requirements` and in lists.
    var type: String {
        switch kind {
        case .app: "otp"
        case .sms: "phone"
        case .email: "email"
        case .push: "push-notification"
        }
    }

    /// How a code or a question reaches the user; `nil` when it need not.
    var channel: String? {
        switch kind {
        case .app: nil
        case .sms: "sms"
        case .email: "email"
        case .push: "auth0"
        }
    }

    /// The form of `GET /mfa/authenticators`.
    var json: JSONValue {
        .members([
            "id": id, "authenticator_type": channel == nil ? "otp" : "oob", "oob_channel": channel, "name": name,
            "active": isConfirmed, "type": type,
        ])
    }

    /// Where it goes, most of it hidden.
    var name: String? {
        switch kind {
        case .sms(let number): String(repeating: "X", count: max(0, number.count - 4)) + number.suffix(4)
        case .email(let address): address.prefix(1) + "***@" + address.split(separator: "@").suffix(1).joined()
        case .app, .push: nil
        }
    }
}

/// A login that waits for the second factor.
struct SecondFactorLogin: Sendable {
    let grant: Grant
    let expiresAt: Int
    /// How many wrong codes are forgiven.
    var attemptsLeft = Self.maximumAttempts

    /// How many wrong codes a login takes, of programs and of browsers.
    static let maximumAttempts = 10
    /// What is said when there were more.
    static let tooManyAttempts = "Too many failed codes. Wait for some minutes before retrying."
}

/// A code or a question that is on its way to a user.
struct OutOfBandChallenge: Sendable {
    let login: String
    let factorID: String
    /// What the user was sent; `nil` for a question on the phone.
    let bindingCode: String?
    let expiresAt: Int
    /// What the user answered to the question.
    var isApproved: Bool?
}

extension User {
    /// The second factors that were proved once.
    var confirmedFactors: [SecondFactor] { secondFactors.filter(\.isConfirmed) }

    /// The secret of the user's authenticator app.
    var appSecret: String? {
        for factor in secondFactors { if case .app(let secret) = factor.kind { return secret } }
        return nil
    }
}
