import ByteEncodings

extension TenantState {
    /// Exchanges an authenticator's response for the tokens of its user, who may be new.
    mutating func exchangePasskey(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        let session = try request.required("auth_session")
        guard let sent = request["authn_response"] else { throw .missing("authn_response") }
        let response: AuthenticatorResponse
        do throws(RelyingParty.Defect) {
            response = try AuthenticatorResponse(sent)
        } catch { throw .invalidRequest("Invalid authn_response: \(error.description)") }
        guard passkeys.challenges[session]?.clientID == request.client.id, let sent = endCeremony(session) else {
            throw .invalidGrant("Invalid or expired auth_session.")
        }
        let connection = try passkeyConnection(request.parameters)
        guard try organization(request.parameters, request.client)?.id == sent.organization else {
            throw .invalidGrant("The organization is not the one of the challenge.")
        }
        let user: User
        do throws(RelyingParty.Defect) {
            user = try self.user(of: response, sent, connection)
        } catch { throw .invalidGrant("Passkey verification failed: \(error.description)") }
        // The authenticator has verified its user, which counts as a second factor.
        return try logIn(user, with: grant(request, user), request.context, secondFactor: true)
    }

    /// Finds the user whose passkey was used, or creates the user of a sign-up.
    mutating func user(
        of response: AuthenticatorResponse, _ sent: PasskeyChallenge, _ connection: Connection
    ) throws(RelyingParty.Defect) -> User {
        switch sent.purpose {
        case .login(let name):
            guard name == connection.name else { throw RelyingParty.Defect("realm") }
            return try owner(of: response, sent, in: connection)
        case .signup(let user):
            guard user.record.connection == connection.name else { throw RelyingParty.Defect("realm") }
            return try signUp(user, response, sent)
        case .enrollment: throw RelyingParty.Defect("auth_session")
        }
    }

    /// Finds the user of the passkey that signed a response.
    private mutating func owner(
        of response: AuthenticatorResponse, _ sent: PasskeyChallenge, in connection: Connection
    ) throws(RelyingParty.Defect) -> User {
        guard let passkey = passkeys.credentials[response.credentialID], let user = users[passkey.userID],
            ([user.record] + user.linked).contains(where: { $0.connection == connection.name })
        else { throw RelyingParty.Defect("unknown credential") }
        let data = try sent.party.authenticate(
            response, challenge: sent.challenge, key: passkey.key, userHandle: passkey.userHandle,
            signCount: passkey.signCount)
        guard data.isBackupEligible == passkey.isBackupEligible else { throw RelyingParty.Defect("backup eligibility") }
        passkeys.credentials[response.credentialID]?.signCount = data.signCount
        if var method = user.authenticationMethods.first(where: { $0.id == passkey.methodID }) {
            method.fields["credential_backed_up"] = .boolean(data.isBackedUp)
            users[user.id]?.update(method)
        }
        return users[user.id] ?? user
    }

    private mutating func signUp(
        _ user: User, _ response: AuthenticatorResponse, _ sent: PasskeyChallenge
    ) throws(RelyingParty.Defect) -> User {
        let object = try sent.party.register(response, challenge: sent.challenge)
        // Another sign-up may have created the user meanwhile.
        guard (try? checkIsNew(user)) != nil else { throw RelyingParty.Defect("The user already exists.") }
        users[user.id] = user
        do throws(RelyingParty.Defect) {
            _ = try store(object, response, of: user, for: sent.party, userAgent: nil)
        } catch {
            users[user.id] = nil
            throw error
        }
        return users[user.id] ?? user
    }
}
