/// A code somebody was sent.
struct OneTimeCode: Sendable {
    let code: String
    let expiresAt: Int
    var attemptsLeft = 3
}

/// The codes that are on their way.
enum OneTimeCodes {
    struct Key: Sendable, Hashable {
        let connection: String
        let address: String
    }

    /// What becomes of a code that is presented.
    enum Redemption {
        case right
        case wrong
        case expired
        case exhausted
    }
}

extension TenantState {
    /// Makes a code for an address; the one before it stops working.
    mutating func newCode(for key: OneTimeCodes.Key) -> String {
        let code = Secrets.digits(6)
        codes.oneTime[key] = OneTimeCode(code: code, expiresAt: now + configuration.oneTimeCodeLifetime)
        return code
    }

    /// Uses up a code, or one of the attempts at it.
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
