import ByteEncodings

extension Route {
    /// The endpoints that begin a login or sign-up with a passkey; the token endpoint completes it.
    static let passkeys = [
        Route("POST", "/passkey/challenge") { context, tenant throws(Refusal) in
            .json(try tenant.beginPasskeyLogin(context, Parameters(context.request)))
        },
        Route("POST", "/passkey/register") { context, tenant throws(Refusal) in
            .json(try tenant.beginPasskeySignup(context, Parameters(context.request)))
        },
    ]
}

extension TenantState {
    fileprivate mutating func beginPasskeyLogin(_ context: RequestContext, _ parameters: Parameters) throws(Refusal)
        -> JSONValue
    {
        let client = try authenticateClient(context, parameters)
        try client.checkPasskeys()
        let connection = try passkeyConnection(parameters)
        return beginCeremony(
            .login(connection: connection.name), clientID: client.id,
            organization: try organization(parameters, client)?.id)
    }

    fileprivate mutating func beginPasskeySignup(_ context: RequestContext, _ parameters: Parameters) throws(Refusal)
        -> JSONValue
    {
        let client = try authenticateClient(context, parameters)
        try client.checkPasskeys()
        let connection = try passkeyConnection(parameters)
        guard connection.allowsSignup else { throw .oauth(400, "invalid_request", "Public signup is disabled") }
        let user = try newPasskeyUser(parameters, connection)
        try checkIsNew(user)
        return beginCeremony(
            .signup(user), clientID: client.id, organization: try organization(parameters, client)?.id)
    }

    /// Finds the database connection of the `realm`; without a realm, the default directory.
    func passkeyConnection(_ parameters: Parameters) throws(Refusal) -> Connection {
        let name = try parameters.optional("realm") ?? defaultDirectory ?? ""
        guard let connection = connection(name), connection.strategy == .database else {
            throw .oauth(400, "invalid_request", "connection \"\(name)\" does not exist or cannot be used")
        }
        guard connection.allowsPasskeys else {
            throw .oauth(400, "invalid_request", "Passkeys are not enabled for connection \"\(name)\"")
        }
        return connection
    }

    private func newPasskeyUser(_ parameters: Parameters, _ connection: Connection) throws(Refusal) -> User {
        guard let profile = parameters["user_profile"]?.dictionary else { throw .missing("user_profile") }
        let texts = profile.compactMapValues(\.string)
        guard texts.count == profile.count, Set(texts.keys).isSubset(of: Self.passkeyProfile) else {
            throw .oauth(400, "invalid_request", "Invalid user_profile")
        }
        guard texts["email"]?.isAddress != false, texts["phone_number"]?.isPhoneNumber != false else {
            throw .oauth(400, "invalid_request", "Invalid email or phone_number in user_profile")
        }
        guard texts["email"] != nil || texts["phone_number"] != nil || texts["username"] != nil else {
            throw .oauth(400, "invalid_request", "user_profile needs an email, phone_number or username")
        }
        guard let metadata = (parameters["user_metadata"] ?? .object([])).dictionary else {
            throw .oauth(400, "invalid_request", "user_metadata must be an object")
        }
        var record = newRecord(in: connection)
        (record.email, record.phoneNumber, record.username) = (
            texts["email"], texts["phone_number"], texts["username"]
        )
        record.profile = record.defaultProfile
        for name in Self.passkeyProfile.subtracting(Self.identifiers) {
            record.profile[name] = profile[name] ?? record.profile[name]
        }
        record.userMetadata = metadata
        return User(record: record, at: clock.now)
    }

    private static let identifiers: Set = ["email", "phone_number", "username"]
    private static let passkeyProfile = identifiers.union([
        "name", "given_name", "family_name", "nickname", "picture",
    ])

    /// Refuses a sign-up with an identifier of an existing user.
    func checkIsNew(_ user: User) throws(Refusal) {
        let record = user.record
        for identifier in [record.email, record.phoneNumber, record.username].compactMap(\.self)
        where owner(of: identifier, in: record.connection) != nil {
            throw .oauth(400, "invalid_request", "The user already exists.")
        }
    }
}

extension Client {
    static let passkeyGrant = "urn:okta:params:oauth:grant-type:webauthn"

    fileprivate func checkPasskeys() throws(Refusal) {
        guard allows(Self.passkeyGrant) else {
            throw .oauth(403, "unauthorized_client", "Grant type '\(Self.passkeyGrant)' not allowed for the client.")
        }
    }
}
