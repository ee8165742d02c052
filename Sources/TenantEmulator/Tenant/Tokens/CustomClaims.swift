import ByteEncodings

/// The claims that a seed adds to tokens, in the form of ``TenantSeed/accessTokenClaims``.
struct CustomClaims: Sendable {
    /// The claims that protocols define, which cannot be replaced.
    private static let reserved: Set = [
        "iss", "sub", "aud", "exp", "iat", "nbf", "jti", "azp", "nonce", "auth_time", "at_hash", "c_hash", "sid",
        "scope",
        "cnf", "gty", "client_id", "permissions", "org_id", "org_name", "act", "amr", "acr", "authorization_details",
        "session_expiry",
    ]

    private let claims: [String: JSONValue]

    /// Checks the claims of a seed: reserved names, and values that JSON cannot represent, are refused.
    init(_ seed: [String: any Sendable], _ member: String) throws(EmulatorError) {
        try self.init(JSONValue.members(ofSeed: seed, .seed[member]), at: .seed[member])
    }

    /// Refuses reserved names.
    init(_ claims: [String: JSONValue], at place: SeedPath) throws(EmulatorError) {
        if let name = claims.keys.sorted().first(where: Self.reserved.contains) {
            throw .seed(place[name], "the claim is reserved")
        }
        self.claims = claims
    }

    var isEmpty: Bool { claims.isEmpty }

    /// Adds the claims, with the values of a login.
    func add(to members: inout [String: JSONValue], _ values: JSONValue) {
        for (name, value) in claims {
            guard let text = value.string, text.hasPrefix("{"), text.hasSuffix("}") else {
                members[name] = value
                continue
            }
            var found: JSONValue? = values
            for part in text.dropFirst().dropLast().split(separator: ".") { found = found?[String(part)] }
            members[name] = found
        }
    }
}

extension TenantState {
    /// Adds the claims of the seed to an access token or an ID token.
    func addCustomClaims(
        _ custom: CustomClaims, to claims: inout [String: JSONValue], _ grant: Grant, _ user: User?
    ) {
        guard !custom.isEmpty else { return }
        var person = user?.managed ?? [:]
        if let user {
            person["roles"] = roles(of: user.id, in: grant.organization).map(\.name).json
            let scopes = grant.audience.map { permissions(of: user, at: $0, in: grant.organization) } ?? []
            person["permissions"] = scopes.sorted().json
        }
        let values = JSONValue.members([
            "user": user == nil ? nil : person.json,
            "client": JSONValue.members(["id": grant.clientID, "name": client(grant.clientID)?.name]),
            "organization": grant.organization.map(\.managed),
        ])
        custom.add(to: &claims, values)
    }
}
