import ByteEncodings
import JOSE

extension TenantSeed {
    /// Parses a seed.
    ///
    /// The JSON has the form of ``standardJSON``; every list may be omitted except `clients`.
    ///
    /// - Parameter json: The JSON text.
    /// - Throws: ``EmulatorError/Code/malformedSeed`` with the path, the line and the column of the member that is
    ///   invalid, missing, unknown or a duplicate.
    public init(json: [UInt8]) throws {
        let text = SeedText(json)
        let value: JSONValue
        do {
            // A seed is the developer's own file, and may have any number of users.
            value = try JSONValue(parsing: json, limits: JSONLimits(members: .max, values: .max))
        } catch { throw text.located(error) }
        do throws(EmulatorError) {
            try self.init(value)
            try validate()
        } catch { throw text.located(error) }
    }

    private init(_ value: JSONValue) throws(EmulatorError) {
        var reader = try SeedReader(value, at: .seed)
        clients = try reader.list("clients", Client.init)
        connections = try reader.list("connections", Connection(name: ""), Connection.fields)
        organizations = try reader.list("organizations", Organization(id: "", name: ""), Organization.fields)
        apis = try reader.list("apis", API(audience: ""), API.fields)
        users = try reader.list("users", User.init)
        roles = try reader.list("roles", Role.init)
        subjectTokens = try reader.list("subject_tokens", SubjectToken.init)
        if connections.isEmpty { connections = [Connection(name: "Username-Password-Authentication")] }
        // Auth0 does not fall back to any connection, so `null` means no default connection.
        let usual = connections.first { $0.strategy == .database }?.name
        defaultDirectory = try reader.nullable("default_directory", default: usual)
        accessTokenClaims = try reader.object("access_token_claims")
        idTokenClaims = try reader.object("id_token_claims")
        defaultAudience = try reader.text("default_audience")
        factors = try reader.texts("factors", of: User.AuthenticationMethod.types)
        try reader.finish()
    }
}

extension TenantSeed.Client {
    init(_ reader: inout SeedReader) throws(EmulatorError) { self = try Self.fields.read(&reader, Self(id: "")) }
}

extension TenantSeed.Role {
    fileprivate init(_ reader: inout SeedReader) throws(EmulatorError) {
        self.init(
            name: try reader.required("name"),
            permissions: (try reader.scopesByAudience("permissions") ?? [:]).mapValues(Set.init),
            members: Set(try reader.texts("members")))
        (id, description) = (try reader.text("id"), try reader.text("description") ?? name)
    }
}

extension TenantSeed.SubjectToken {
    fileprivate init(_ reader: inout SeedReader) throws(EmulatorError) {
        self.init(
            try reader.required("subject_token"), type: try reader.required("subject_token_type"),
            user: try reader.required("user"),
            times: try reader.optional("times", "a number of at least 1") { value in
                value.integer.flatMap { $0 > 0 ? $0 : nil }
            })
    }
}

extension TenantSeed.User {
    init(_ reader: inout SeedReader) throws(EmulatorError) { self = try Self.fields.read(&reader, Self()) }
}

extension TenantSeed.User.LoginRefusal {
    init?(_ value: JSONValue) {
        guard let status = value["status"]?.integer, let body = value["body"]?.freeFormObject else { return nil }
        self.init(status: status, body: body)
    }
}

extension TenantSeed.User.AuthenticationMethod {
    init(_ reader: inout SeedReader) throws(EmulatorError) {
        self.init(
            id: try reader.required("id"), type: try reader.required("type", of: Self.types),
            fields: try reader.object("fields"))
    }

    /// The types of the My Account API.
    static let types = [
        "password", "passkey", "webauthn-platform", "webauthn-roaming", "totp", "phone", "email", "push-notification",
        "recovery-code",
    ]
}

extension TenantSeed.User.SecondFactor {
    init(_ reader: inout SeedReader) throws(EmulatorError) {
        id = try reader.required("id")
        let type = try reader.required("type", of: ["otp", "phone", "email", "push-notification"])
        let target = type == "push-notification" ? try reader.text("target") : try reader.required("target")
        guard type != "otp" || target.flatMap(TOTP.init(secret:)) != nil else {
            throw .seed(reader.place["target"], "the secret of the codes, in hexadecimal, is required")
        }
        kind = TenantEmulator.SecondFactor.Kind(type, target: target ?? "") ?? .push
    }
}
