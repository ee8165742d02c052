import ByteEncodings
public import FoundationEssentials
public import JOSE

/// The rule that the session at the issuer has not ended, if the token contains its end (`session_expiry`).
/// [IPSIE SL1 OpenID Connect Profile](https://openid.github.io/ipsie-openid-sl1/draft-openid-ipsie-sl1-profile.html).
struct SessionExpiryRule: IDTokenRule {
    let leeway: Int

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard let end = token.sessionExpiry, end + leeway <= now else { return }
        throw IDTokenError(.expired, claim: "session_expiry", "the session is over; ask the user to log in again")
    }
}

extension JWT {
    /// The time when the session at the issuer ends, regardless of renewals (`session_expiry`, without its fraction).
    ///
    /// `nil` if the token lacks the claim, or if it is not a date before the year 2286.
    public var sessionExpiresAt: Date? { sessionExpiry.map { Date(timeIntervalSince1970: Double($0)) } }

    fileprivate var sessionExpiry: Int? {
        let claim = self.claim(name: "session_expiry")
        guard !(claim.rawValue is String), let seconds = claim.double, seconds > 0, seconds < 1e10 else { return nil }
        return Int(seconds)
    }
}
