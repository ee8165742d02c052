import ByteEncodings

extension TenantState {
    static let logoutEvent = "http://schemas.openid.net/event/backchannel-logout"
    private static let logoutTokenLifetime = 120

    /// Creates a logout token ([OpenID Connect Back-Channel Logout
    /// §2.4](https://openid.net/specs/openid-connect-backchannel-1_0.html#LogoutToken)).
    func logoutToken(of userID: String, client: Client, session: String?, tampering: TokenTampering?) -> String {
        var claims: [String: JSONValue] = [
            "iss": .string(issuer), "sub": .string(userID), "aud": .string(client.id), "iat": .integer(now),
            "exp": .integer(now + Self.logoutTokenLifetime), "jti": .string(Secrets.token(16)),
            "events": .members([Self.logoutEvent: JSONValue.object([])]),
        ]
        claims["sid"] = session.map(JSONValue.string)
        return signForClient(claims, with: idTokenKey(of: client.id), type: "logout+jwt", tampering: tampering)
    }
}

extension TenantState {
    /// Ends a session, and notifies the clients that received tokens from it.
    mutating func endSession(_ cookie: String) {
        guard let session = sessions.active.removeValue(forKey: cookie) else { return }
        for client in session.clients.sorted().compactMap(client) {
            guard let url = client.backChannelLogoutURL else { continue }
            let token = logoutToken(of: session.userID, client: client, session: session.id, tampering: nil)
            if let notification = LogoutNotification(token, to: url) { notifications.append(notification) }
        }
    }
}

extension EmulatedTenant {
    /// Creates the logout token that notifies a client of the logout of a user.
    ///
    /// - Parameters:
    ///   - login: The user's ID, e-mail address, user name or phone number.
    ///   - clientID: The client; `nil`, the default, for ``clientID``.
    ///   - session: The `sid` claim; `nil`, the default, leaves it out.
    ///   - tampering: The alteration of the token; `nil`, the default, for a correct token.
    /// - Returns: The token in compact form, as the tenant sends it to the client's back-channel logout URL.
    /// - Throws: ``EmulatorError/Code/unknown`` if there is no such user or client.
    /// - SeeAlso: [OpenID Connect Back-Channel Logout
    ///   §2.4](https://openid.net/specs/openid-connect-backchannel-1_0.html#LogoutToken)
    public func logoutToken(
        for login: String, clientID: String? = nil, session: String? = nil, tampering: TokenTampering? = nil
    ) throws -> String {
        let clientID = clientID ?? self.clientID
        let token = core.withState { state -> String? in
            guard let user = state.anyUser(login), let client = state.client(clientID) else { return nil }
            return state.logoutToken(of: user.id, client: client, session: session, tampering: tampering)
        }
        guard let token = token ?? nil else { throw EmulatorError(.unknown, "user or client") }
        return token
    }
}
