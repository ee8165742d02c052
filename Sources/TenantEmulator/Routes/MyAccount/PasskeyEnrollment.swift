import ByteEncodings

extension TenantState {
    /// The ID of a passkey that is not created yet; its `auth_session` identifies the enrollment.
    static let newPasskeyID = "passkey|new"

    mutating func beginPasskeyEnrollment(
        _ body: MyAccountBody, _ user: User, _ context: RequestContext
    ) throws(Refusal) -> HTTPResponse {
        let record = try identity(body, of: user)
        guard connection(record.connection)?.allowsPasskeys == true else {
            throw .invalid("connection", "does not allow passkeys")
        }
        return .json(beginCeremony(.enrollment(userID: user.id), clientID: nil), status: 201)
            .with("Location", methodAddress(Self.newPasskeyID, context))
    }

    mutating func confirmPasskeyEnrollment(
        _ body: MyAccountBody, _ user: User, userAgent: String?
    ) throws(Refusal) -> AuthenticationMethod {
        let session = try body.required("auth_session")
        guard let value = body["authn_response"] else { throw .invalid("authn_response", "is required") }
        guard case .enrollment(let userID)? = passkeys.challenges[session]?.purpose, userID == user.id,
            let sent = endCeremony(session)
        else { throw .problem(404, "A0E-404-0001", "Not Found", "No such enrollment is under way") }
        do throws(RelyingParty.Defect) {
            let response = try AuthenticatorResponse(value)
            let object = try relyingParty.register(response, challenge: sent.challenge)
            return try store(object, response, of: user, for: sent.party, userAgent: userAgent)
        } catch { throw .invalid("authn_response", "is not valid: \(error.description)") }
    }

    /// Finds the user's account that `identity_user_id` and `connection` select.
    func identity(_ body: MyAccountBody, of user: User) throws(Refusal) -> User.Record {
        let (localID, connection) = (try body.optional("identity_user_id"), try body.optional("connection"))
        let records = ([user.record] + user.linked).filter { localID == nil || $0.localID == localID }
        guard !records.isEmpty else { throw .invalid("identity_user_id", "is not an identity of the user") }
        guard let record = records.first(where: { connection == nil || $0.connection == connection }) else {
            throw .invalid("connection", "is not a connection of the user")
        }
        return record
    }
}
