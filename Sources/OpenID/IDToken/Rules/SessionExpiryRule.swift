import ByteEncodings
public import FoundationEssentials
public import JOSE

/// The session at the issuer is not over, where the token says when it will be.
///
/// - SeeAlso: [IPSIE SL1 OpenID Connect Profile](https://openid.github.io/ipsie-openid-sl1/draft-openid-ipsie-sl1-profile.html)
struct SessionExpiryRule: IDTokenRule {
    let leeway: Int

    func check(_ token: VerifiedJWT, at now: Int) throws(IDTokenError) {
        guard let end = token.sessionExpiry, end + leeway <= now else { return }
        throw IDTokenError(.expired, claim: "session_expiry", "the session is over; ask the person to log in again")
    }
}

extension JWT {
    /// When the session at the issuer ends whatever is renewed until then: `session_expiry`, without its fraction.
    ///
    /// - Returns: `nil` when the token does not say, or says something that is no date before the year 2286.
    public var sessionExpiresAt: Date? { sessionExpiry.map { Date(timeIntervalSince1970: Double($0)) } }

    fileprivate var sessionExpiry: Int? {
        let claim = self.claim(name: "session_expiry")
        guard !(claim.rawValue is String), let seconds = claim.double, seconds > 0, seconds < 1e10 else { return nil }
        return Int(seconds)
    }
}
