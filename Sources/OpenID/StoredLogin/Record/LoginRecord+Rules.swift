package import FoundationEssentials

/// The rules that compare a record with a call, with a clock, and with another record.
extension LoginRecord {
    /// The seconds before the end of a session at which it counts as over.
    private static let sessionMargin: TimeInterval = 30
    /// The seconds by which a clock may be set back without effect.
    private static let clockMargin: TimeInterval = 60
    /// The seconds without a request after a refused answer: keys that could not be fetched are not fetched again
    /// earlier, and each refused answer costs a token request.
    private static let refusalPause: TimeInterval = 30

    /// Returns whether the login belongs to a client; the tokens of other clients are not read or sent. A record of
    /// version 0.1.0 belongs to none.
    package func belongs(to binding: ClientBinding) -> Bool { self.binding == binding }

    /// Returns whether the provider's answer was refused a short time ago, so that nothing may be sent; if the clock
    /// was set back since, the pause is over.
    func isRefused(at now: Date) -> Bool {
        refusedAt.map { (0..<Self.refusalPause).contains(now.timeIntervalSince($0)) } ?? false
    }

    /// Whether the session has reached the end that its ID token states, by the local clock. The credentials stay
    /// stored, because the clock may be wrong.
    package func isSessionOver(at now: Date) -> Bool {
        guard let end = sessionExpiry else { return false }
        return now.addingTimeInterval(Self.sessionMargin) >= end
    }

    /// Returns whether the access token of the login is valid for a number of seconds; `false` also at the end of the
    /// session. Its expiry is compared with `date`, a later one than `now`, if there is one.
    package func hasValidToken(for minTTL: Int, at now: Date, expiring date: Date? = nil) -> Bool {
        guard let credentials, !isSessionOver(at: now) else { return false }
        return Self.isValid(credentials.expiresIn, storedAt: storedAt, for: minTTL, at: now, expiring: date)
    }

    /// Returns whether a token is valid for a number of seconds; less than 0 counts as 0. Its expiry is compared with
    /// `date`, a later one than `now`, if there is one.
    ///
    /// If the clock was set back since the token was stored, its remaining lifetime is unknown, and it counts as
    /// expired.
    static func isValid(
        _ expiry: Date, storedAt: Date, for minTTL: Int, at now: Date, expiring date: Date? = nil
    ) -> Bool {
        let date = date ?? now
        return expiry > date && expiry >= date.addingTimeInterval(TimeInterval(max(0, minTTL)))
            && now.addingTimeInterval(Self.clockMargin) >= storedAt
    }

    /// Returns whether the ID token is valid for the time for which a program needs it, or a renewal would not help:
    /// without an ID token, after a renewal without a new ID token, and for new tokens whose lifetime is shorter than
    /// `minTTL`.
    func hasFreshIDToken(for minTTL: Int?, at now: Date) -> Bool {
        guard let minTTL, let expiry = idTokenExpiry else { return true }
        let margin = TimeInterval(max(0, minTTL))
        return expiry > now.addingTimeInterval(margin) || expiry <= storedAt.addingTimeInterval(margin)
    }

    /// Returns whether the stored credentials satisfy a call with scopes: they were granted, or the last renewal
    /// requested the same scopes. Granted scopes are compared without case, as Auth0.swift compares them.
    func covers(_ scope: String?) -> Bool {
        guard let scope, let granted = credentials?.scope else { return true }
        return Set(scope.lowercased().distinctWords) == Set(granted.lowercased().distinctWords)
            || requestedScope.map { Set($0.distinctWords) == Set(scope.distinctWords) } ?? false
    }

    /// Returns whether two records are the same state: the same tokens, and the same mark of a renewal.
    package func isSameState(as other: LoginRecord) -> Bool { isBeingRenewed(from: other) && mark == other.mark }

    /// Returns whether a renewal began with the tokens of this record: there was no sign-out with a new login, and no
    /// other renewal.
    func isBeingRenewed(from marked: LoginRecord) -> Bool {
        generation == marked.generation && refreshToken.isSame(as: marked.refreshToken)
    }

    /// Returns whether both ID tokens name the same user, `false` if one of them names none; neither is validated here.
    package func isOfSameUser(as other: LoginRecord) -> Bool {
        guard let own = credentials?.decodedIDToken?.subject, let others = other.credentials?.decodedIDToken?.subject
        else { return false }
        return own.isSame(as: others)
    }

    /// Returns whether a record of version 0.1.0, which names no client, belongs to a client by the issuer and the
    /// audience of its ID token; `nil` without an ID token.
    func isUnboundRecord(of binding: ClientBinding) -> Bool? {
        guard let idToken = credentials?.decodedIDToken, let issuer = idToken.issuer else { return nil }
        let isOfClient = (idToken.audience ?? []).contains { $0.isSame(as: binding.clientID) }
        return isOfClient && ClientBinding(issuer: issuer, clientID: binding.clientID) == binding
    }
}
