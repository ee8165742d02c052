import FoundationEssentials
import OpenID

/// The result of comparing a call with the stored record.
enum RenewalDecision {
    /// The stored tokens.
    case ready(RenewalCall.Outcome)
    /// New tokens, for which the refresh token is sent.
    case exchange(refreshToken: String)
    /// An error.
    case failure(CredentialsManagerError)
    /// An error, and the record is removed: the session is over.
    case sessionExpired

    /// Decides for a call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - record: The stored record; `nil` when there is none.
    ///   - refusal: The reason why the tenant's latest answer was refused, if it is known.
    ///   - now: The current time.
    init(_ call: RenewalCall, _ record: GrantRecord?, after refusal: AuthenticationError?, at now: Date) {
        guard let record else {
            self = .failure(.noCredentials)
            return
        }
        if record.isSessionOver(at: now) {
            self = .sessionExpired
        } else if let ready = Self.ready(call.need, record, at: now) {
            self = .ready(ready)
        } else if case .renewal = call.need, call.isOlder(than: record), let credentials = record.credentials {
            self = .ready(.credentials(credentials))
        } else if record.credentials == nil {
            self = .failure(.noCredentials)
        } else if let refreshToken = record.refreshToken {
            let isEarly = record.isRefused(at: now)
            self =
                isEarly
                ? .failure(call.failure.because(of: refusal ?? .refusedElsewhere))
                : .exchange(refreshToken: refreshToken)
        } else {
            self = .failure(.noRefreshToken)
        }
    }

    /// Returns the stored tokens that satisfy a need.
    ///
    /// - Parameters:
    ///   - need: The need.
    ///   - record: The stored record, of a session that is not over.
    ///   - now: The current time.
    /// - Returns: The tokens; `nil` when new ones are needed, and always for a forced renewal.
    static func ready(_ need: RenewalCall.Need, _ record: GrantRecord, at now: Date) -> RenewalCall.Outcome? {
        switch need {
        case .credentials(let scope, let minTTL):
            guard let credentials = record.credentials,
                record.isValid(credentials.expiresIn, storedAt: record.storedAt, for: minTTL, at: now),
                record.covers(scope)
            else { return nil }
            return .credentials(credentials)
        case .api(let audience, let scope, let minTTL):
            let key = GrantRecord.apiKey(audience: audience, scope: scope)
            guard let entry = record.apiCredentials[key],
                record.isValid(entry.credentials.expiresIn, storedAt: entry.storedAt, for: minTTL, at: now)
            else { return nil }
            return .api(entry.credentials)
        case .renewal, .session: return nil
        }
    }
}

extension GrantRecord {
    /// The seconds before the end of a session at which it counts as over.
    private static let sessionMargin: TimeInterval = 30
    /// The seconds by which a clock may be set back without effect.
    private static let clockMargin: TimeInterval = 60

    /// The seconds after a refused answer in which nothing is sent: keys that could not be fetched are not fetched again
    /// earlier, and each answer that is refused costs a token request.
    private static let refusalPause: TimeInterval = 30
    /// The seconds after the mark of a renewal in which its answer may come: the time limit of a request, and five seconds
    /// to store it.
    private static let renewalLimit: TimeInterval = 35

    /// Whether the tenant's answer was refused a short time ago.
    func isRefused(at now: Date) -> Bool {
        // If the clock was set back since, the pause is over.
        refusedAt.map { (0..<Self.refusalPause).contains(now.timeIntervalSince($0)) } ?? false
    }

    /// Whether a renewal may still be under way, if only its mark says so.
    func mayBeBeingRenewed(at now: Date) -> Bool {
        !isRenewalOver && renewalBegan.map { now.timeIntervalSince($0) < Self.renewalLimit } ?? false
    }

    /// The limit of ``mayBeBeingRenewed(at:)`` on another clock than that of the mark.
    static var longestRenewal: Duration { .seconds(renewalLimit) }

    /// Whether the session has reached the end that its ID token states.
    func isSessionOver(at now: Date) -> Bool {
        guard let end = sessionExpiry else { return false }
        return now.addingTimeInterval(Self.sessionMargin) >= end
    }

    /// Whether a token can be used for some time.
    ///
    /// If the clock was set back since the token was stored, its remaining lifetime is unknown, and it counts as expired.
    ///
    /// - Parameters:
    ///   - expiry: The time when the token expires.
    ///   - storedAt: The time when the token was stored.
    ///   - minTTL: The seconds for which it is needed; less than 0 counts as 0.
    ///   - now: The current time.
    /// - Returns: Whether it does not expire in that time.
    func isValid(_ expiry: Date, storedAt: Date, for minTTL: Int, at now: Date) -> Bool {
        expiry > now && expiry >= now.addingTimeInterval(TimeInterval(max(0, minTTL)))
            && now.addingTimeInterval(Self.clockMargin) >= storedAt
    }

    /// Whether the stored credentials answer a call that asks for scopes: they were granted, or the last renewal asked
    /// for the same.
    func covers(_ scope: String?) -> Bool {
        guard let scope, let granted = credentials?.scope else { return true }
        return Set(scope.lowercased().scopes) == Set(granted.lowercased().scopes)
            || requestedScope.map { Set($0.scopes) == Set(scope.scopes) } ?? false
    }
}

extension AuthenticationError {
    /// The error of a call shortly after another process has refused the tenant's answer.
    fileprivate static let refusedElsewhere = AuthenticationError(
        info: [
            "error": "a0.sdk.renewal_refused",
            "error_description": "The answer to the last renewal was refused less than 30 seconds ago.",
        ], statusCode: 0)
}
