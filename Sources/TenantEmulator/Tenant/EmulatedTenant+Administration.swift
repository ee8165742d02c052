import OpenSSLCryptography
import ByteEncodings

extension EmulatedTenant {
    /// Somebody who can log in, as far as a person at a terminal wants to know.
    public struct UserSummary: Sendable {
        /// The identifier.
        public let id: String
        /// The connection the user is of.
        public let connection: String
        /// The e-mail address, user name or phone number.
        public let login: String
    }

    /// Who can log in now, by identifier.
    public var users: [UserSummary] {
        let users = core.withState { Array($0.users.values) } ?? []
        return users.sorted { $0.id < $1.id }.map { user in
            let record = user.record
            return UserSummary(
                id: user.id, connection: record.connection,
                login: record.email ?? record.username ?? record.phoneNumber ?? "")
        }
    }

    /// Makes the code a browser would bring back, as if the user had logged in there.
    ///
    /// - Parameters:
    ///   - login: The user's e-mail address, user name, phone number or identifier.
    ///   - codeChallenge: The S256 challenge.
    ///   - redirectURI: Where the code is brought back to.
    ///   - scope: What was asked for.
    ///   - audience: The API that was asked for.
    ///   - nonce: What the ID token repeats.
    ///   - clientID: The client that asked; the tenant's first one by default.
    ///   - organization: The identifier or name of the organization that was asked for.
    ///   - keyThumbprint: The `dpop_jkt` that was asked with.
    /// - Returns: A code that is good for one exchange within 60 seconds.
    /// - Throws: ``EmulatorError/Code/unknown`` when there is no such user, client, redirect URI, API or member of the
    ///   organization, or when the challenge is none.
    public func issueAuthorizationCode(
        for login: String, codeChallenge: String, redirectURI: String, scope: String = "openid profile email",
        audience: String? = nil, nonce: String? = nil, clientID: String? = nil,
        organization: String? = nil, keyThumbprint: String? = nil
    ) throws -> String {
        let clientID = clientID ?? self.clientID
        guard (try? Base64URL.decode(codeChallenge))?.count == HashAlgorithm.sha256.digestCount else {
            throw EmulatorError(.unknown, "code challenge")
        }
        let code = core.withState { state -> String? in
            // Its tokens are for the profile anyway.
            let audience = audience == state.userInfoAudience ? nil : audience
            guard let user = state.anyUser(login), let client = state.client(clientID),
                client.accepts(redirectURI: redirectURI), client.allows("authorization_code"),
                audience == nil || audience.flatMap(state.api) != nil
            else { return nil }
            let joined = organization.flatMap(state.organization)
            guard organization == nil || joined?.has(user) == true else { return nil }
            var grant = Grant(
                clientID: clientID, userID: user.id, audience: audience,
                scopes: state.granted(scope.split(separator: " ").map(String.init), of: audience, to: user),
                session: Secrets.token(24), authenticatedAt: state.now)
            (grant.nonce, grant.organization) = (nonce, joined)
            let redirect = CodeRedirect(
                uri: redirectURI, state: nil, challenge: codeChallenge, keyThumbprint: keyThumbprint)
            return state.issueCode(for: grant, redirect)
        }
        guard let code = code ?? nil else {
            throw EmulatorError(.unknown, "user, client, redirect URI, API or organization")
        }
        return code
    }

    /// Removes a user, whose refresh tokens then stand for nobody.
    ///
    /// - Throws: ``EmulatorError/Code/unknown`` when there is no such user.
    public func deleteUser(_ login: String) throws {
        let removed = core.withState { state in
            state.anyUser(login).flatMap { state.users.removeValue(forKey: $0.id) } != nil
        }
        guard removed == true else { throw EmulatorError(.unknown, "user") }
    }

    /// The code a user's authenticator app shows now, by the tenant's clock.
    public func authenticatorCode(for login: String) -> String? {
        core.withState { state in
            state.anyUser(login)?.appSecret.flatMap { TOTP(secret: $0)?.code(at: state.now) }
        } ?? nil
    }

    /// Answers the questions that wait on a user's phone.
    ///
    /// - Returns: How many there were.
    @discardableResult
    public func answerPush(for login: String, approve: Bool) -> Int {
        core.withState { state in
            guard let user = state.anyUser(login) else { return 0 }
            let codes = state.outOfBandChallenges.filter { _, challenge in
                challenge.bindingCode == nil && challenge.isApproved == nil
                    && state.secondFactorLogins[challenge.login]?.grant.userID == user.id
            }.keys
            for code in codes { state.outOfBandChallenges[code]?.isApproved = approve }
            return codes.count
        } ?? 0
    }

    /// Insists on the tenant's nonce in proofs of possession from now on, or no longer.
    public func requireDPoPNonce(_ isRequired: Bool = true) {
        _ = core.withState { $0.possession.requiresNonce = isRequired }
    }

    /// Makes the nonces for proofs of possession that were handed out worthless.
    public func rotateDPoPNonce() { _ = core.withState { $0.possession.rotateNonce() } }

    /// Signs with a new key from now on.
    ///
    /// - Parameter keepingOld: Whether the key set goes on showing the keys from before.
    /// - Throws: ``EmulatorError/Code/system`` when no key can be made.
    public func rotateSigningKey(keepingOld: Bool = true) throws {
        let failure = core.withState { state -> EmulatorError? in
            do throws(EmulatorError) {
                try state.keys.rotate(keepingOld: keepingOld)
                return nil
            } catch { return error }
        }
        if let failure = failure ?? nil { throw failure }
    }
}

extension TenantState {
    /// A user by identifier or by anything they log in with.
    func anyUser(_ login: String) -> User? {
        users[login] ?? users.values.first { $0.record.isCalled(login) }
    }
}
