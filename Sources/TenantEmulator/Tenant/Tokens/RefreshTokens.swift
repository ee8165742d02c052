import ByteEncodings
import OpenSSLCryptography

/// The refresh tokens in families: each exchange replaces the token unless its client does not rotate tokens, and a
/// reuse revokes the family.
///
/// A token carries its family and generation under a keyed hash, so that the memory of a family does not grow with its
/// renewals and every reuse is still detected. A user has at most 200 families at a client; a further login ends the
/// oldest one.
///
/// - SeeAlso: [RFC 9700 §4.14.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2), and for the limit [Refresh
///   Tokens](https://auth0.com/docs/secure/tokens/refresh-tokens)
struct RefreshTokens: Sendable {
    private struct Token {
        /// The number of the family.
        let number: Int
        let family: Family
        /// The number of exchanges before this token.
        let generation: Int
        /// Distinguishes tokens of one generation, of which an overlap permits several.
        let nonce: [UInt8]
    }

    private struct Family {
        let grant: Grant
        let expiresAt: Int
        var latest = 0
        var isRevoked = false
        /// The exchanges of tokens of the last two generations, by nonce.
        var exchanges: [[UInt8]: (generation: Int, at: Int)] = [:]
    }

    enum ExchangeResult {
        case fresh(Grant, successor: String?)
        case unknown
        case reused
    }

    private static let prefix = "v1."
    private static let nonceCount = 16
    private static let hashCount = 16

    /// The number of families of a user at a client.
    static let maximumFamilies = 200

    private var families: [Int: Family] = [:]
    private var next = 0
    /// The numbers of the families of each client and user, the oldest first.
    private var owned: [UserAtClient: [Int]] = [:]
    /// The numbers of the families that have changed since the last call of ``takeChanges()``; `nil` if not tracked.
    private var changed: Set<Int>?
    /// The key of the keyed hash; messages have one length, so that it needs no HMAC.
    private var key = Array(Secrets.token(32).utf8)

    /// The families, in the order they began.
    var summaries: [(grant: Grant, expiresAt: Int, exchanges: Int, isRevoked: Bool)] {
        families.sorted { $0.key < $1.key }.map { ($1.grant, $1.expiresAt, $1.latest, $1.isRevoked) }
    }

    /// Adds the families that began after this snapshot, all revoked, so that their tokens do not match families that
    /// begin later.
    mutating func revokeFamilies(of later: RefreshTokens) {
        for (number, var family) in later.families.sorted(by: { $0.key < $1.key }) where number >= next {
            family.isRevoked = true
            put(family, number)
        }
        next = max(next, later.next)
    }

    mutating func trackChanges() { changed = [] }

    /// The numbers of the families that have changed since the last call; a family may have been removed.
    mutating func takeChanges() -> Set<Int> {
        defer { changed = changed.map { _ in [] } }
        return changed ?? []
    }

    /// Stores a family; removes the user's oldest family at the client if there are too many.
    private mutating func put(_ family: Family, _ number: Int) {
        families[number] = family
        changed?.insert(number)
        let owner = UserAtClient(userID: family.grant.userID, clientID: family.grant.clientID)
        owned[owner, default: []].append(number)
        guard owned[owner, default: []].count > Self.maximumFamilies, let oldest = owned[owner]?.removeFirst() else {
            return
        }
        families[oldest] = nil
        changed?.insert(oldest)
    }

    private mutating func revoke(_ number: Int) {
        families[number]?.isRevoked = true
        changed?.insert(number)
    }

    /// Begins a family and returns its first token.
    mutating func begin(_ grant: Grant, expiresAt: Int) -> String {
        put(Family(grant: grant, expiresAt: expiresAt), next)
        defer { next += 1 }
        return text(family: next, generation: 0)
    }

    /// Returns the grant of a token without exchanging it; `nil` if the token is invalid or belongs to another client.
    func grant(of text: String, clientID: String, at now: Int) -> Grant? {
        guard let family = token(text)?.family, !family.isRevoked, now < family.expiresAt,
            family.grant.clientID == clientID
        else { return nil }
        return family.grant
    }

    /// Returns the grant of a token of any client, also of a token that is revoked or expired.
    func grant(of text: String) -> Grant? { token(text)?.family.grant }

    /// Whether a token was exchanged for a successor, or its family is two exchanges further.
    func wasExchanged(_ text: String) -> Bool {
        guard let token = token(text) else { return false }
        return token.family.exchanges[token.nonce] != nil || token.generation + 1 < token.family.latest
    }

    /// Returns the expiry of a token's family, in seconds since 1970.
    func expiry(of text: String) -> Int? { token(text)?.family.expiresAt }

    /// Exchanges a token for its successor; without rotation there is no successor, and the token stays valid.
    ///
    /// A token that was exchanged works again for `overlap` seconds, as long as its successor is the latest.
    mutating func exchange(_ text: String, at now: Int, rotating: Bool, overlap: Int) -> ExchangeResult {
        guard let token = token(text), !token.family.isRevoked, now < token.family.expiresAt else { return .unknown }
        var family = token.family
        let exchange = family.exchanges[token.nonce]
        let isLate = exchange.map { now - $0.at >= overlap || token.generation + 1 != family.latest } ?? false
        guard !isLate, token.generation + 1 >= family.latest else {
            revoke(token.number)
            return .reused
        }
        guard rotating else { return .fresh(family.grant, successor: nil) }
        let generation = token.generation + 1
        if exchange == nil { family.exchanges[token.nonce] = (token.generation, now) }
        if generation > family.latest {
            family.latest = generation
            family.exchanges = family.exchanges.filter { $0.value.generation + 1 >= generation }
        }
        families[token.number] = family
        changed?.insert(token.number)
        return .fresh(family.grant, successor: self.text(family: token.number, generation: generation))
    }

    /// Revokes the family of a token; `false` if the token belongs to another client.
    mutating func revoke(_ text: String, clientID: String) -> Bool {
        guard let token = token(text) else { return true }
        guard token.family.grant.clientID == clientID else { return false }
        revoke(token.number)
        return true
    }

    mutating func revokeAll(where isMeant: (Grant) -> Bool) {
        for (number, family) in families where isMeant(family.grant) { revoke(number) }
    }
}

extension RefreshTokens {
    /// Creates the text of a token: family, generation and nonce, followed by their keyed hash.
    private func text(family: Int, generation: Int) -> String {
        let numbers = [family, generation].flatMap { number in
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
        }
        let content = numbers + Secrets.bytes(Self.nonceCount)
        return Self.prefix + Base64URL.encode(content + hash(of: content))
    }

    /// Reads the text of a token; `nil` if this tenant did not issue it.
    private func token(_ text: String) -> Token? {
        guard text.hasPrefix(Self.prefix), let bytes = try? Base64URL.decode(String(text.dropFirst(Self.prefix.count))),
            bytes.count == 8 + Self.nonceCount + Self.hashCount
        else { return nil }
        let content = Array(bytes.dropLast(Self.hashCount))
        guard ConstantTime.areEqual(hash(of: content), Array(bytes.suffix(Self.hashCount))) else { return nil }
        let numbers = [content[0..<4], content[4..<8]].map { $0.reduce(0) { $0 << 8 | Int($1) } }
        return families[numbers[0]].map { family in
            Token(number: numbers[0], family: family, generation: numbers[1], nonce: Array(content[8...]))
        }
    }

    private func hash(of content: [UInt8]) -> [UInt8] {
        Array(HashAlgorithm.sha256.digest(of: key + content).prefix(Self.hashCount))
    }
}

extension RefreshTokens {
    /// The families and the key in the form of a state file.
    var kept: JSONValue {
        .members([
            "key": String(decoding: key, as: UTF8.self),
            "next": next,
            "families": families.sorted { $0.key < $1.key }.map { Self.kept($1, $0) },
        ])
    }

    /// A family in the form of a state file; `null` if it was removed.
    func kept(_ number: Int) -> JSONValue { families[number].map { Self.kept($0, number) } ?? .null }

    private static func kept(_ family: Family, _ number: Int) -> JSONValue {
        .members([
            "number": number, "grant": family.grant.kept, "expires_at": family.expiresAt, "latest": family.latest,
            "revoked": family.isRevoked,
            "exchanges": family.exchanges.map { nonce, exchange in
                JSONValue.members([
                    "nonce": Base64URL.encode(nonce), "generation": exchange.generation, "at": exchange.at,
                ])
            },
        ])
    }

    /// Creates the tokens of a state file; `nil` if it is damaged.
    init?(kept: JSONValue, _ organizations: [Organization]) {
        guard let key = kept["key"]?.string, let elements = kept["families"]?.elements else { return nil }
        self.key = Array(key.utf8)
        // Files of earlier versions have the families in the order of their numbers.
        for (index, element) in elements.enumerated() {
            guard let grant = element["grant"].flatMap({ Grant(kept: $0, organizations) }),
                let expiry = element["expires_at"]?.integer
            else { return nil }
            var family = Family(grant: grant, expiresAt: expiry)
            (family.latest, family.isRevoked) = (element["latest"]?.integer ?? 0, element["revoked"]?.boolean ?? true)
            for exchange in element["exchanges"]?.elements ?? [] {
                guard let nonce = exchange["nonce"]?.string.flatMap({ try? Base64URL.decode($0) }),
                    let generation = exchange["generation"]?.integer, let time = exchange["at"]?.integer
                else { return nil }
                family.exchanges[nonce] = (generation, time)
            }
            let number = element["number"]?.integer ?? index
            put(family, number)
            next = max(next, number + 1)
        }
        next = max(next, kept["next"]?.integer ?? 0)
    }
}

extension Grant {
    fileprivate var kept: JSONValue {
        .members([
            "client": clientID, "user": userID, "audience": audience, "scopes": scopes, "session": session,
            "authenticated_at": authenticatedAt, "details": authorizationDetails, "key": keyThumbprint,
            "organization": organization?.id, "actor": actor, "methods": methods, "kind": kind,
        ])
    }

    fileprivate init?(kept: JSONValue, _ organizations: [Organization]) {
        guard let client = kept["client"]?.string, let user = kept["user"]?.string,
            let session = kept["session"]?.string, let time = kept["authenticated_at"]?.integer
        else { return nil }
        self.init(
            clientID: client, userID: user, audience: kept["audience"]?.string, scopes: kept["scopes"]?.texts ?? [],
            session: session, authenticatedAt: time)
        (authorizationDetails, keyThumbprint) = (kept["details"]?.elements ?? [], kept["key"]?.string)
        organization = organizations.first { $0.id == kept["organization"]?.string }
        (actor, methods, kind) = (kept["actor"], kept["methods"]?.texts ?? [], kept["kind"]?.string)
    }
}
