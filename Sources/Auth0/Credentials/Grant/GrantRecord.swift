import FoundationEssentials
import OpenID
import SecretStorage

/// The stored state of one grant: the credentials of a login, and those of the APIs that its refresh token opened.
///
/// All of it is one secret, so that a refresh token and the tokens obtained with it are replaced in one step.
struct GrantRecord: Sendable {
    /// The number of the login, which its renewals keep.
    var login = UInt64.random(in: 1...UInt64.max)
    /// A number that a login and each renewal change, and the mark of a renewal does not.
    var generation = UInt64.random(in: 0...UInt64.max)
    /// The credentials of the login; `nil` when only credentials of APIs are stored.
    var credentials: Credentials?
    /// The scope of the last renewal that asked for one: a tenant may grant less, and asking again would not help.
    var requestedScope: String?
    /// The credentials of APIs by ``apiKey(audience:scope:)``.
    var apiCredentials: [String: APIEntry] = [:]
    /// The end of the session, fixed at the login.
    var sessionExpiry: Date?
    /// The thumbprint of the DPoP key that the tokens are bound to.
    var thumbprint: String?
    /// The time at which the credentials were stored: a later clock that shows less was set back.
    var storedAt: Date
    /// The time at which a renewal began whose end is not stored; a process ended in the middle if its lock is free.
    var renewalBegan: Date?
    /// Whether the marked renewal is over, without an answer that tells whether the refresh token is spent.
    var isRenewalOver = false
    /// The time at which the tenant's answer was refused: the next request waits, because its answer would be, too.
    var refusedAt: Date?

    /// The credentials of an API.
    struct APIEntry: Sendable, Hashable {
        let credentials: APICredentials
        /// The time at which they were stored; a later clock that shows less was set back.
        let storedAt: Date
    }

    /// Creates the record of a login.
    init(_ credentials: Credentials?, at now: Date) {
        self.credentials = credentials
        storedAt = now
        sessionExpiry = credentials?.sessionExpiresAt
    }

    /// The refresh token, unless it is empty.
    var refreshToken: String? { credentials?.refreshToken.flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns the key of an API's credentials: its scopes in order, and its audience.
    static func apiKey(audience: String, scope: String?) -> String {
        // Scopes have no line break, so no two pairs have the same key.
        (scope?.scopes.sorted().joined(separator: " ") ?? "") + "\n" + audience
    }

    /// The record that a new generation of credentials begins.
    func renewed(with credentials: Credentials, at now: Date) -> GrantRecord {
        var copy = self
        copy.generation = UInt64.random(in: 0...UInt64.max)
        copy.credentials = credentials
        copy.storedAt = now
        copy.endRenewal()
        // The end of the session is the login's; a renewal never moves it.
        copy.sessionExpiry = sessionExpiry ?? credentials.sessionExpiresAt
        copy.apiCredentials = apiCredentials.filter { $0.value.credentials.expiresIn > now }
        return copy
    }

    /// Removes the mark of a renewal.
    mutating func endRenewal() { (renewalBegan, isRenewalOver, refusedAt) = (nil, false, nil) }
}

extension GrantRecord {
    /// Whether two records are the same state: the same tokens, and the same mark of a renewal.
    func isSameState(as other: GrantRecord) -> Bool {
        generation == other.generation && refreshToken == other.refreshToken
            && (renewalBegan == nil) == (other.renewalBegan == nil) && isRenewalOver == other.isRenewalOver
    }

    /// Whether the tokens of this record are those with which a renewal began.
    ///
    /// - Parameter marked: The record with the mark of the renewal.
    /// - Returns: `false` after a sign-out and a new login, and another renewal.
    func isBeingRenewed(from marked: GrantRecord) -> Bool {
        generation == marked.generation && refreshToken == marked.refreshToken
    }

    /// Returns the result of a renewal with the changes that others made to the credentials of APIs meanwhile.
    ///
    /// - Parameters:
    ///   - marked: The record with which the renewal began.
    ///   - stored: The record as it is stored now.
    /// - Returns: This record, with each difference of the two.
    func keeping(changesFrom marked: GrantRecord, to stored: GrantRecord) -> GrantRecord {
        var copy = self
        for key in Set(marked.apiCredentials.keys).union(stored.apiCredentials.keys)
        where marked.apiCredentials[key] != stored.apiCredentials[key] {
            copy.apiCredentials[key] = stored.apiCredentials[key]
        }
        return copy
    }
}

extension String {
    /// The distinct scopes of a text, in the order of the text.
    var scopes: [String] {
        var seen: Set<String> = []
        return split(whereSeparator: \.isWhitespace).map(String.init).filter { seen.insert($0).inserted }
    }
}
