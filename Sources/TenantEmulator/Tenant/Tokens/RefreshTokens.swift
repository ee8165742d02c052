/// The refresh tokens in families: each exchange replaces the token, and a reuse revokes the family.
///
/// - SeeAlso: [RFC 9700 §4.14.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2)
struct RefreshTokens: Sendable {
    private struct Token {
        let family: Int
        /// The number of exchanges before this token.
        let generation: Int
        var exchangedAt: Int?
    }

    private struct Family {
        let grant: Grant
        let expiresAt: Int
        var latest = 0
        var isRevoked = false
    }

    /// The result of exchanging a token.
    enum ExchangeResult {
        case fresh(Grant, successor: String)
        case unknown
        case reused
    }

    private var tokens: [String: Token] = [:]
    private var families: [Family] = []

    /// The families, in the order they began.
    var summaries: [(grant: Grant, expiresAt: Int, exchanges: Int, isRevoked: Bool)] {
        families.map { ($0.grant, $0.expiresAt, $0.latest, $0.isRevoked) }
    }

    /// Begins a family and returns its first token.
    mutating func begin(_ grant: Grant, expiresAt: Int) -> String {
        families.append(Family(grant: grant, expiresAt: expiresAt))
        return add(to: families.count - 1, generation: 0)
    }

    /// Returns the grant of a token without exchanging it; `nil` for an invalid token or one of another client.
    func grant(of token: String, clientID: String, at now: Int) -> Grant? {
        guard let known = tokens[token] else { return nil }
        let family = families[known.family]
        guard !family.isRevoked, now < family.expiresAt, family.grant.clientID == clientID else { return nil }
        return family.grant
    }

    /// Returns the ID of the client that a token was issued to.
    func owner(of token: String) -> String? { tokens[token].map { families[$0.family].grant.clientID } }

    /// Whether a token was exchanged for a successor.
    func wasExchanged(_ token: String) -> Bool { tokens[token]?.exchangedAt != nil }

    /// Returns the expiry of a token's family, in seconds since 1970.
    func expiry(of token: String) -> Int? { tokens[token].map { families[$0.family].expiresAt } }

    /// Exchanges a token for its successor.
    ///
    /// A token that was exchanged works again for `overlap` seconds, as long as its successor is the latest.
    mutating func exchange(_ text: String, at now: Int, overlap: Int) -> ExchangeResult {
        guard let token = tokens[text] else { return .unknown }
        let family = families[token.family]
        guard !family.isRevoked, now < family.expiresAt else { return .unknown }
        if let exchangedAt = token.exchangedAt {
            guard now - exchangedAt < overlap, token.generation + 1 == family.latest else {
                families[token.family].isRevoked = true
                return .reused
            }
        } else {
            tokens[text]?.exchangedAt = now
        }
        families[token.family].latest = max(family.latest, token.generation + 1)
        return .fresh(family.grant, successor: add(to: token.family, generation: token.generation + 1))
    }

    /// Revokes the family of a token.
    ///
    /// - Returns: `false` if the token belongs to another client.
    mutating func revoke(_ text: String, clientID: String) -> Bool {
        guard let token = tokens[text] else { return true }
        guard families[token.family].grant.clientID == clientID else { return false }
        families[token.family].isRevoked = true
        return true
    }

    /// Revokes every family of a client.
    mutating func revokeAll(ofClient clientID: String) {
        for index in families.indices where families[index].grant.clientID == clientID {
            families[index].isRevoked = true
        }
    }

    /// Revokes every family of a user.
    mutating func revokeAll(of userID: String) {
        for index in families.indices where families[index].grant.userID == userID { families[index].isRevoked = true }
    }

    private mutating func add(to family: Int, generation: Int) -> String {
        let text = "v1.\(Secrets.token(48))"
        tokens[text] = Token(family: family, generation: generation)
        return text
    }
}
