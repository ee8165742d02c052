import ByteEncodings
import OpenSSLCryptography

extension EmulatedTenant {
    /// A user's login data, for a person at a terminal.
    public struct UserSummary: Sendable {
        /// The user ID.
        public let id: String
        /// The name of the user's connection.
        public let connection: String
        /// The e-mail address, user name or phone number.
        public let login: String
    }

    /// The users, sorted by ID.
    public var users: [UserSummary] {
        let users = core.withState { Array($0.users.sorted) } ?? []
        return users.map { user in
            let record = user.record
            return UserSummary(
                id: user.id, connection: record.connection,
                login: record.email ?? record.username ?? record.phoneNumber ?? "")
        }
    }

    /// The first users with their purposes, such as a second factor, and the number of all users.
    package func people(limit: Int) -> (people: [Person], count: Int) {
        core.withState { tenant in
            (tenant.users.sorted.prefix(limit).map { tenant.person($0, .english) }, tenant.users.count)
        } ?? ([], 0)
    }

    /// Issues the authorization code that a browser would bring to the client after a login.
    ///
    /// - Parameters:
    ///   - login: The user's ID, e-mail address, user name or phone number.
    ///   - codeChallenge: The S256 code challenge.
    ///   - redirectURI: The redirect URI of the authorization request.
    ///   - scope: The requested scopes, separated by spaces.
    ///   - audience: The requested API; `nil` for an access token that is only for user info.
    ///   - nonce: The nonce for the ID token.
    ///   - clientID: The client; `nil` for ``clientID``.
    ///   - organization: The ID or name of the requested organization.
    ///   - keyThumbprint: The `dpop_jkt` of the authorization request.
    /// - Returns: A code that can be exchanged once within 60 seconds.
    /// - Throws: ``EmulatorError/Code/unknown`` if the user, client, redirect URI, API or organization is unknown, the
    ///   user is not a member of the organization, or the challenge is not a SHA-256 hash.
    public func issueAuthorizationCode(
        for login: String, codeChallenge: String, redirectURI: String, scope: String = "openid profile email",
        audience: String? = nil, nonce: String? = nil, clientID: String? = nil,
        organization: String? = nil, keyThumbprint: String? = nil
    ) throws -> String {
        let clientID = clientID ?? self.clientID
        guard (try? Base64URL.decode(codeChallenge))?.count == HashAlgorithm.sha256.digestCount else {
            throw EmulatorError(.unknown, "code challenge")
        }
        return try core.change(of: "user, client, redirect URI, API or organization") { state -> String? in
            // User info is not an API: its audience means a grant without an API.
            let audience = audience == state.userInfoAudience ? nil : audience
            guard let user = state.anyUser(login), let client = state.client(clientID),
                client.accepts(redirectURI: redirectURI), client.allows("authorization_code"),
                audience == nil || audience.flatMap(state.api) != nil
            else { return nil }
            let joined = organization.flatMap(state.organization)
            guard organization == nil || joined?.has(user) == true else { return nil }
            var grant = Grant(
                clientID: clientID, userID: user.id, audience: audience,
                scopes: state.granted(
                    scope.split(separator: " ").map(String.init), of: audience, to: user, in: joined),
                session: state.tokens.newID(24, of: user.id), authenticatedAt: state.now)
            (grant.nonce, grant.organization) = (nonce, joined)
            let redirect = CodeRedirect(
                uri: redirectURI, state: nil, challenge: codeChallenge, keyThumbprint: keyThumbprint)
            return state.issueCode(for: grant, redirect)
        }
    }

    /// Removes a user, with sessions, memberships and passkeys; the user's refresh tokens become invalid.
    ///
    /// - Parameter login: The user's ID, e-mail address, user name or phone number.
    /// - Throws: ``EmulatorError/Code/unknown`` if there is no such user.
    public func deleteUser(_ login: String) throws {
        try core.change(of: "user") { state in state.anyUser(login).map { state.removeUser($0.id) } }
    }

    /// Computes the current code of a user's authenticator app, by the tenant's clock.
    ///
    /// - Parameter login: The user's ID, e-mail address, user name or phone number.
    /// - Returns: Six digits; `nil` if there is no such user, or the user has no authenticator app.
    public func authenticatorCode(for login: String) -> String? {
        core.withState { state in
            state.anyUser(login)?.appSecret.flatMap { TOTP(secret: $0)?.code(at: state.now) }
        } ?? nil
    }

    /// Approves the pending push notifications of a user.
    ///
    /// - Parameter login: The user's ID, e-mail address, user name or phone number.
    /// - Returns: The number of push notifications that were pending.
    @discardableResult
    public func approvePush(for login: String) -> Int { answerPush(for: login, isApproved: true) }

    /// Denies the pending push notifications of a user.
    ///
    /// - Parameter login: The user's ID, e-mail address, user name or phone number.
    /// - Returns: The number of push notifications that were pending.
    @discardableResult
    public func denyPush(for login: String) -> Int { answerPush(for: login, isApproved: false) }

    private func answerPush(for login: String, isApproved: Bool) -> Int {
        core.withState { state in
            state.anyUser(login).map { state.answerPush(ofUser: $0.id, isApproved: isApproved) } ?? 0
        } ?? 0
    }

    /// Whether DPoP proofs must contain the tenant's nonce from now on; `false` after the tenant has stopped.
    public var requiresDPoPNonce: Bool {
        get { core.withState(\.possession.requiresNonce) ?? false }
        set { _ = core.withState { $0.possession.requiresNonce = newValue } }
    }

    /// Invalidates the DPoP nonces that were issued so far.
    public func rotateDPoPNonce() { _ = core.withState { $0.possession.rotateNonce() } }

    /// Creates a new key and signs tokens with it from now on.
    ///
    /// - Parameter keepingOld: Whether the key set continues to publish the previous keys.
    /// - Throws: ``EmulatorError/Code/system`` if no key can be generated.
    public func rotateSigningKey(keepingOld: Bool = true) throws {
        _ = try core.change { state throws(EmulatorError) in try state.keys.rotate(keepingOld: keepingOld) }
    }
}
