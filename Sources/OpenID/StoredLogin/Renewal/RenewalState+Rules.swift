package import FoundationEssentials
import SecretStorage

extension RenewalState {
    /// The settings of the decisions.
    package struct Rules: Sendable {
        /// The time for which a call waits for the renewal of another process.
        package var lockTimeout = Duration.seconds(60)
        /// The time for the holder of a lock to acquire it again, if the store grants it to others when a connection is
        /// lost.
        package var interruptionWait = Duration.seconds(4)
        /// The number of times that a token request is repeated.
        package var maxRetries = 0
        /// The pause before the first repetition.
        package var retryDelay = Duration.milliseconds(500)
        /// Whether new ID tokens are validated.
        package var validatesIDTokens = true
        /// The seconds for which the ID token is needed; `nil` if its expiry does not matter.
        package var idTokenMinTTL: Int?

        /// Creates settings with the defaults.
        package init() {}

        /// The longest pause before a repetition.
        static let longestRetryDelay = Duration.seconds(60)
        /// The maximum time until an answer is received and stored: the time limit of a request, and five seconds.
        package static let longestRequest = Duration.seconds(35)
        /// The number of writes in a row that changes by other callers may prevent. More are a fault of the store.
        static let maximumPreventedWrites = 100
        /// The first and the longest pause between attempts to store a refused record.
        static let savePauses = (first: Duration.seconds(1), longest: Duration.seconds(30))
        /// The longest time between two checks of another process's renewal for which its lock counts as free. If the
        /// lock was refused in a longer one, its holder has returned, and the wait begins again.
        package static let longestLook = Duration.seconds(1)
    }
}

extension RenewalState.Rules {
    /// Returns the stored tokens that satisfy a need; `nil` when new ones are needed, and always for a forced renewal
    /// and after the end of the session. Expiries are compared with `date`, a later one than `now`, if there is one.
    package func ready(
        _ need: RenewalCall.Need, _ record: LoginRecord, at now: Date, expiring date: Date? = nil
    ) -> RenewalCall.Outcome? {
        guard !record.isSessionOver(at: now) else { return nil }
        switch need {
        case .credentials(let scope, let minTTL):
            guard let credentials = record.credentials, record.hasValidToken(for: minTTL, at: now, expiring: date),
                record.covers(scope),
                record.refreshToken == nil || record.hasFreshIDToken(for: idTokenMinTTL, at: date ?? now)
            else { return nil }
            return .credentials(credentials)
        case .resource(let audience, let scope, let minTTL):
            let key = LoginRecord.resourceKey(audience: audience, scope: scope)
            guard let entry = record.resources[key],
                LoginRecord.isValid(
                    entry.tokens.expiresIn, storedAt: entry.storedAt, for: minTTL, at: now, expiring: date)
            else { return nil }
            return .resource(entry.tokens)
        case .renewal, .exchange: return nil
        }
    }
}

extension RenewalState {
    /// Returns the date with which the expiry of a record's tokens is compared: a clock that was set back after they
    /// were first read does not prolong their lifetime.
    ///
    /// Tokens that cannot be renewed are compared with the clock alone, which may have been set right.
    func date(for record: LoginRecord, at now: Moment) -> Date {
        guard let firstRead, record.refreshToken != nil, firstRead.generation == record.generation else {
            return now.date
        }
        return max(now.date, firstRead.at.date.addingTimeInterval((now.uptime - firstRead.at.uptime) / .seconds(1)))
    }

    /// A store that knows the age of a record has just translated its dates to the current clock.
    mutating func noteRead(at now: Moment) {
        guard let known else { return }
        let (generation, resources) = (known.record.generation, known.record.resources.mapValues(\.storedAt))
        if known.secret.age == nil, let firstRead, firstRead.generation == generation, firstRead.resources == resources
        {
            return
        }
        firstRead = (generation, resources, now)
    }
}
