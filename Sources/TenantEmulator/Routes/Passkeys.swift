import ByteEncodings

extension Route {
    /// The endpoints that begin a login or sign-up with a passkey; the token endpoint completes it.
    static let passkeys = [
        client("/passkey/challenge") { request, tenant throws(Refusal) in
            try tenant.beginPasskey(request) { .login(connection: $1.name) }
        },
        client("/passkey/register") { request, tenant throws(Refusal) in
            try tenant.beginPasskey(request) { tenant, connection throws(Refusal) in
                guard connection.allowsSignup else { throw .invalidRequest("Public signup is disabled") }
                let user = try tenant.newPasskeyUser(request.parameters, connection)
                try tenant.checkIsNew(user)
                return .signup(user)
            }
        },
    ]
}

extension TenantState {
    fileprivate mutating func beginPasskey(
        _ request: ClientRequest,
        for purpose: (TenantState, Connection) throws(Refusal) -> PasskeyChallenge.Purpose
    ) throws(Refusal) -> HTTPResponse {
        let (client, parameters) = (request.client, request.parameters)
        let grant = GrantType.passkey.rawValue
        guard client.allows(grant) else {
            throw .oauth(403, "unauthorized_client", "Grant type '\(grant)' not allowed for the client.")
        }
        let purpose = try purpose(self, passkeyConnection(parameters))
        let organization = try organization(parameters, client)?.id
        return .json(beginCeremony(purpose, clientID: client.id, organization: organization))
    }

    /// Finds the database connection of the `realm`; without a realm, the default directory.
    func passkeyConnection(_ parameters: Parameters) throws(Refusal) -> Connection {
        let connection = try usable(parameters.optional("realm") ?? defaultDirectory ?? "")
        guard connection.allowsPasskeys else {
            throw .invalidRequest("Passkeys are not enabled for connection \"\(connection.name)\"")
        }
        return connection
    }

    fileprivate func newPasskeyUser(_ parameters: Parameters, _ connection: Connection) throws(Refusal) -> User {
        guard let profile = parameters["user_profile"]?.dictionary else { throw .missing("user_profile") }
        let texts = profile.compactMapValues(\.string)
        guard texts.count == profile.count, Set(texts.keys).isSubset(of: UserPatch.profile.union(Self.identifiers))
        else { throw .invalidRequest("Invalid user_profile") }
        guard texts["email"]?.isAddress != false, texts["phone_number"]?.isPhoneNumber != false else {
            throw .invalidRequest("Invalid email or phone_number in user_profile")
        }
        guard texts["email"] != nil || texts["phone_number"] != nil || texts["username"] != nil else {
            throw .invalidRequest("user_profile needs an email, phone_number or username")
        }
        guard let metadata = (parameters["user_metadata"] ?? .object([])).dictionary else {
            throw .invalidRequest("user_metadata must be an object")
        }
        var record = newRecord(in: connection)
        (record.email, record.phoneNumber, record.username) = (
            texts["email"], texts["phone_number"], texts["username"]
        )
        record.profile = record.defaultProfile
        for name in UserPatch.profile {
            record.profile[name] = profile[name] ?? record.profile[name]
        }
        record.userMetadata = metadata
        return User(record: record, at: clock.now)
    }

    private static let identifiers: Set = ["email", "phone_number", "username"]

    /// Refuses a sign-up with an identifier of an existing user.
    func checkIsNew(_ user: User) throws(Refusal) {
        let record = user.record
        for identifier in [record.email, record.phoneNumber, record.username].compactMap(\.self)
        where owner(of: identifier, in: record.connection) != nil {
            throw .invalidRequest("The user already exists.")
        }
    }
}
