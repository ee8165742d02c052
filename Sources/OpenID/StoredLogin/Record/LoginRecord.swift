package import FoundationEssentials
import JOSE

/// The stored state of one login: its credentials, and the tokens of resources that its refresh token obtained.
///
/// The whole record is one secret, so that a refresh token and the tokens obtained with it are replaced in one step.
package struct LoginRecord: Sendable {
    /// The client that the login belongs to; `nil` in a record of version 0.1.0.
    package var binding: ClientBinding?
    /// The number of the login, which is unchanged by renewals.
    package var login = Self.number()
    /// A number that changes with a login and each renewal, but not with the mark of a renewal.
    package var generation = Self.number()
    /// The credentials of the login; `nil` when only credentials of resources are stored.
    package var credentials: Credentials?
    /// The scope of the last renewal that requested one: a provider may grant less, and a repeated request would not
    /// help.
    package var requestedScope: String?
    /// The tokens of resources by ``resourceKey(audience:scope:)``.
    package var resources: [ResourceKey: ResourceEntry] = [:]
    /// The end of the session, fixed at the login.
    package var sessionExpiry: Date?
    /// The time when the ID token expires; `nil` if the last renewal returned no new one, so that a renewal would not
    /// help.
    package var idTokenExpiry: Date?
    /// The thumbprint of the DPoP key that the tokens are bound to.
    package var thumbprint: String?
    /// The time at which the credentials were stored: a later clock with an earlier time was set back.
    package var storedAt: Date
    /// The time of the last write, by the clock of its machine; `nil` before it, and in a record of version 0.1.0.
    package var writtenAt: Date?
    /// The mark of a renewal whose end is not stored.
    package var mark: Mark?
    /// The time at which the provider's answer was refused: the next request waits, because its answer would be
    /// refused, too.
    package var refusedAt: Date?

    /// The mark of a renewal: it is stored before the refresh token is sent.
    package struct Mark: Sendable, Hashable {
        /// The number of the renewal.
        package var id: UInt64
        /// The number of the place of the lock under which the renewal began; see `RenewalLock.place`.
        package var place: UInt64?
        /// Whether the renewal is over, without an answer that states whether the refresh token is spent.
        package var isOver: Bool

        package init(id: UInt64 = LoginRecord.number(), place: UInt64? = nil, isOver: Bool = false) {
            (self.id, self.place, self.isOver) = (id, place, isOver)
        }
    }

    /// The tokens of a resource.
    package struct ResourceEntry: Sendable, Hashable {
        package let tokens: ResourceTokens
        /// The time at which they were stored; a later clock with an earlier time was set back.
        package let storedAt: Date

        package init(tokens: ResourceTokens, storedAt: Date) { (self.tokens, self.storedAt) = (tokens, storedAt) }
    }

    /// Creates the record of a login.
    package init(_ credentials: Credentials?, of binding: ClientBinding?, at now: Date) {
        self.binding = binding
        self.credentials = credentials
        storedAt = now
        let idToken = credentials?.decodedIDToken
        sessionExpiry = idToken?.sessionExpiresAt
        // A token that the program obtained earlier may be older than its arrival here.
        idTokenExpiry = [idToken?.expiresAt, idToken?.expiry(receivedAt: now)].compactMap(\.self).min()
    }

    /// Returns a random number that JSON represents exactly.
    package static func number() -> UInt64 { UInt64.random(in: 1...UInt64(Int64.max)) }

    /// The refresh token, unless it is empty.
    package var refreshToken: String? { credentials?.refreshToken.flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the tokens are bound to a key.
    package var isBound: Bool { credentials?.tokenType.lowercased() == "dpop" || thumbprint != nil }

    /// Returns the key of a resource's tokens: their scopes in order, and the audience. It is unique, because scopes
    /// have no line break.
    package static func resourceKey(audience: String, scope: String?) -> ResourceKey {
        ResourceKey((scope?.distinctWords.sorted().joined(separator: " ") ?? "") + "\n" + audience)
    }

    /// The key of a resource's tokens: the UTF-8 bytes, because canonically equivalent audiences are different.
    package struct ResourceKey: Sendable, Hashable {
        private let bytes: [UInt8]

        init(_ text: String) { bytes = Array(text.utf8) }

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }
}

/// The access token of a resource, obtained with the refresh token of a login.
package struct ResourceTokens: Sendable, Hashable {
    package let accessToken: String
    /// The type of the access token.
    package let tokenType: String
    /// The time when the access token expires.
    package let expiresIn: Date
    /// The scopes of the access token, separated by spaces.
    package let scope: String

    package init(accessToken: String, tokenType: String, expiresIn: Date, scope: String) {
        (self.accessToken, self.tokenType, self.expiresIn, self.scope) = (accessToken, tokenType, expiresIn, scope)
    }

    /// The tokens with an expiry that is later by some seconds: that by another clock.
    func shifted(by seconds: TimeInterval) -> ResourceTokens {
        ResourceTokens(accessToken: accessToken, tokenType: tokenType, expiresIn: expiresIn + seconds, scope: scope)
    }
}

/// The changes of a record.
extension LoginRecord {
    /// Returns the record with new credentials of the same login, in a new generation and without a mark.
    package func renewed(with credentials: Credentials, at now: Date) -> LoginRecord {
        var copy = self
        copy.generation = Self.number()
        copy.credentials = credentials
        copy.storedAt = now
        (copy.mark, copy.refusedAt) = (nil, nil)
        let idToken = credentials.decodedIDToken
        let isNew = credentials.idToken != self.credentials?.idToken
        copy.idTokenExpiry = isNew ? idToken?.expiry(receivedAt: now) : nil
        // The end of the session is the login's; a renewal never moves it.
        copy.sessionExpiry = sessionExpiry ?? idToken?.sessionExpiresAt
        copy.resources = resources.filter { $0.value.tokens.expiresIn > now }
        return copy
    }

    /// Returns the record with its old access token, but a new refresh token and a new ID token; `nil` and an empty ID
    /// token keep the old ones. The generation stays, so that a waiting renewal is not done; the mark is removed.
    package func rotated(to refreshToken: String?, idToken: String, at now: Date) -> LoginRecord {
        guard let old = credentials else { return self }
        let kept = old.replacing {
            if !idToken.isEmpty { $0.idToken = idToken }
            $0.refreshToken = refreshToken ?? old.refreshToken
        }
        var next = renewed(with: kept, at: now)
        (next.storedAt, next.generation) = (storedAt, generation)
        if idToken.isEmpty { next.idTokenExpiry = idTokenExpiry }
        return next
    }

    /// Returns the result of a renewal with the changes that other callers made to the tokens of resources in the
    /// meantime.
    package func keeping(changesFrom marked: LoginRecord, to stored: LoginRecord) -> LoginRecord {
        var copy = self
        for key in Set(marked.resources.keys).union(stored.resources.keys)
        where marked.resources[key] != stored.resources[key] {
            copy.resources[key] = stored.resources[key]
        }
        return copy
    }
}

extension LoginRecord {
    /// The tolerated difference of two clocks, in seconds.
    private static let tolerance: TimeInterval = 30

    /// Returns the record with the dates of another machine converted to the clock of this machine, unless both clocks
    /// agree approximately. `age` is the time since its write, by the clock of the store.
    func translated(age: Duration, at now: Date) -> LoginRecord {
        guard let writtenAt else { return self }
        // In whole steps, so that two reads have the same dates.
        let shift = (now.timeIntervalSince(writtenAt) - age / .seconds(1)) / Self.tolerance
        guard shift.magnitude >= 1, shift.isFinite else { return self }
        let seconds = shift.rounded() * Self.tolerance
        var copy = self
        copy.credentials = credentials?.replacing { $0.expiresIn += seconds }
        (copy.storedAt, copy.refusedAt) = (storedAt + seconds, refusedAt.map { $0 + seconds })
        copy.idTokenExpiry = idTokenExpiry.map { $0 + seconds }
        copy.resources = resources.mapValues { entry in
            ResourceEntry(tokens: entry.tokens.shifted(by: seconds), storedAt: entry.storedAt + seconds)
        }
        return copy
    }
}

extension Credentials {
    /// The ID token, which is not validated here; `nil` if it cannot be decoded.
    var decodedIDToken: (any JWT)? { idToken.isEmpty ? nil : try? decode(jwt: idToken) }
}

extension JWT {
    /// The time when a new token expires by the clock of this machine, which may differ from the provider's.
    fileprivate func expiry(receivedAt now: Date) -> Date? {
        guard let expiresAt, let issuedAt else { return expiresAt }
        return now + max(0, expiresAt.timeIntervalSince(issuedAt))
    }
}

extension String {
    /// The distinct words of a space-delimited parameter, such as `scope` and `acr_values`, in their order.
    package var distinctWords: [String] {
        var seen: Set<String> = []
        return split(whereSeparator: \.isWhitespace).map(String.init).filter { seen.insert($0).inserted }
    }
}
