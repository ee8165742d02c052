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

    /// Returns whether the login belongs to a client; the tokens of other clients are not read or sent.
    ///
    /// - Parameter binding: The client.
    /// - Returns: `false` also for a record of version 0.1.0, which names no client.
    package func belongs(to binding: ClientBinding) -> Bool { self.binding == binding }

    /// Returns whether the provider's answer was refused a short time ago.
    ///
    /// - Parameter now: The current time; if the clock was set back since, the pause is over.
    /// - Returns: `true` if nothing may be sent.
    func isRefused(at now: Date) -> Bool {
        refusedAt.map { (0..<Self.refusalPause).contains(now.timeIntervalSince($0)) } ?? false
    }

    /// Whether the session has reached the end that its ID token states, by the local clock.
    ///
    /// - Parameter now: The current time.
    /// - Returns: `true` if the credentials must not be used. They stay stored, because the clock may be wrong.
    package func isSessionOver(at now: Date) -> Bool {
        guard let end = sessionExpiry else { return false }
        return now.addingTimeInterval(Self.sessionMargin) >= end
    }

    /// Returns whether the access token of the login is valid for a given time.
    ///
    /// - Parameters:
    ///   - minTTL: The seconds for which the token is needed; less than 0 counts as 0.
    ///   - now: The current time.
    ///   - date: A later date, with which the expiry is compared; `now` by default.
    /// - Returns: `false` also at the end of the session.
    package func hasValidToken(for minTTL: Int, at now: Date, expiring date: Date? = nil) -> Bool {
        guard let credentials, !isSessionOver(at: now) else { return false }
        return Self.isValid(credentials.expiresIn, storedAt: storedAt, for: minTTL, at: now, expiring: date)
    }

    /// Returns whether a token is valid for a given time.
    ///
    /// If the clock was set back since the token was stored, its remaining lifetime is unknown, and it counts as
    /// expired.
    ///
    /// - Parameters:
    ///   - expiry: The time when the token expires.
    ///   - storedAt: The time when the token was stored.
    ///   - minTTL: The seconds for which the token is needed; less than 0 counts as 0.
    ///   - now: The current time.
    ///   - date: A later date, with which the expiry is compared; `now` by default.
    /// - Returns: Whether it does not expire in that time.
    static func isValid(
        _ expiry: Date, storedAt: Date, for minTTL: Int, at now: Date, expiring date: Date? = nil
    ) -> Bool {
        let date = date ?? now
        return expiry > date && expiry >= date.addingTimeInterval(TimeInterval(max(0, minTTL)))
            && now.addingTimeInterval(Self.clockMargin) >= storedAt
    }

    /// Returns whether the ID token is valid for the time for which a program needs it.
    ///
    /// - Parameters:
    ///   - minTTL: The seconds for which the token is needed; `nil` if it is not needed.
    ///   - now: The current time.
    /// - Returns: `true` also when a renewal would not help: without an ID token, after a renewal without a new ID
    ///   token, and for new tokens whose lifetime is shorter than `minTTL`.
    func hasFreshIDToken(for minTTL: Int?, at now: Date) -> Bool {
        guard let minTTL, let expiry = idTokenExpiry else { return true }
        let margin = TimeInterval(max(0, minTTL))
        return expiry > now.addingTimeInterval(margin) || expiry <= storedAt.addingTimeInterval(margin)
    }

    /// Returns whether the stored credentials satisfy a call with scopes: they were granted, or the last renewal
    /// requested the same scopes.
    ///
    /// - Parameter scope: The scopes; `nil` for any.
    /// - Returns: Whether a renewal with these scopes would not help.
    func covers(_ scope: String?) -> Bool {
        guard let scope, let granted = credentials?.scope else { return true }
        return Set(scope.lowercased().distinctWords) == Set(granted.lowercased().distinctWords)
            || requestedScope.map { Set($0.distinctWords) == Set(scope.distinctWords) } ?? false
    }

    /// Returns whether two records are the same state: the same tokens, and the same mark of a renewal.
    ///
    /// - Parameter other: The other record.
    /// - Returns: `true` if they are.
    package func isSameState(as other: LoginRecord) -> Bool { isBeingRenewed(from: other) && mark == other.mark }

    /// Returns whether a renewal began with the tokens of this record.
    ///
    /// - Parameter marked: The record with the mark of the renewal.
    /// - Returns: `false` after a sign-out and a new login, and another renewal.
    func isBeingRenewed(from marked: LoginRecord) -> Bool {
        generation == marked.generation && refreshToken.isSame(as: marked.refreshToken)
    }

    /// Returns whether both ID tokens name the same user; neither is validated here.
    ///
    /// - Parameter other: The other record.
    /// - Returns: `false` also if one of them names no user.
    package func isOfSameUser(as other: LoginRecord) -> Bool {
        guard let own = credentials?.decodedIDToken?.subject, let others = other.credentials?.decodedIDToken?.subject
        else { return false }
        return own.isSame(as: others)
    }

    /// Returns whether a record of version 0.1.0, which names no client, belongs to a client by its ID token.
    ///
    /// - Parameter binding: The client.
    /// - Returns: Whether issuer and audience of the ID token match the client; `nil` without an ID token.
    func isUnboundRecord(of binding: ClientBinding) -> Bool? {
        guard let idToken = credentials?.decodedIDToken, let issuer = idToken.issuer else { return nil }
        let isOfClient = (idToken.audience ?? []).contains { $0.isSame(as: binding.clientID) }
        return isOfClient && ClientBinding(issuer: issuer, clientID: binding.clientID) == binding
    }
}

extension String? {
    /// Returns whether both are missing, or have the same UTF-8 bytes.
    fileprivate func isSame(as other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isSame(as: other)
    }
}
