/// A one-time code that was sent to a user.
struct OneTimeCode: Sendable, Expiring {
    let code: String
    let expiresAt: Int
    var attemptsLeft = 3
}

enum OneTimeCodes {
    struct Key: Sendable, Hashable {
        let connection: String
        let address: String
    }

    /// The result of presenting a code.
    enum Redemption {
        case right
        case wrong
        case expired
        case exhausted
    }
}

extension TenantState {
    /// Creates a code for an address and replaces the previous code.
    mutating func newCode(for key: OneTimeCodes.Key) -> String {
        let code = Secrets.digits(6)
        let lifetime = configuration.oneTimeCodeLifetime.wholeSeconds
        codes.oneTime.store(OneTimeCode(code: code, expiresAt: now + lifetime), as: key, at: now)
        return code
    }

    /// Redeems a code; a wrong code consumes an attempt.
    mutating func redeem(_ code: String, for key: OneTimeCodes.Key) -> OneTimeCodes.Redemption {
        guard var sent = codes.oneTime[key] else { return .wrong }
        guard sent.attemptsLeft > 0 else { return .exhausted }
        guard now < sent.expiresAt else { return .expired }
        guard code == sent.code else {
            sent.attemptsLeft -= 1
            codes.oneTime[key] = sent
            return .wrong
        }
        codes.oneTime[key] = nil
        return .right
    }
}

/// A login with a one-time code for a user of a database connection.
struct DatabaseCode: Sendable, Expiring {
    let clientID: String
    let connection: String
    let address: String
    let isEmail: Bool
    let allowsSignup: Bool
    let expiresAt: Int
}
