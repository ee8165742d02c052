import ByteEncodings

extension Route {
    /// The device authorization endpoint.
    ///
    /// - SeeAlso: [RFC 8628 §3.1](https://www.rfc-editor.org/rfc/rfc8628#section-3.1)
    static let devices = client("/oauth/device/code") { request, tenant throws(Refusal) in
        .json(try tenant.beginDeviceLogin(request))
    }
}

extension TenantState {
    fileprivate mutating func beginDeviceLogin(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        let (client, parameters) = (request.client, request.parameters)
        let grant = GrantType.deviceCode.rawValue
        guard client.allows(grant) else { throw .grantNotAllowed(grant, client) }
        let code = Secrets.token(32)
        // Consonants only, without letters that are easily confused: RFC 8628 §6.1.
        let letters = Array("BCDFGHJKLMNPQRSTVWXZ")
        let word = Secrets.bytes(8).map { String(letters[Int($0) % letters.count]) }
        let userCode = word.prefix(4).joined() + "-" + word.suffix(4).joined()
        let login = DeviceLogin(
            clientID: client.id, userCode: userCode, audience: try audience(parameters),
            scopes: try parameters.scopes() ?? [], expiresAt: now + 900,
            organization: try organization(parameters, client))
        deviceLogins.store(login, as: code, at: now)
        return .members([
            "device_code": code, "user_code": userCode, "verification_uri": "\(domain)/activate",
            "verification_uri_complete": "\(domain)/activate?user_code=\(userCode)", "expires_in": 900, "interval": 5,
        ])
    }

    /// Exchanges a device code for tokens, or reports the progress of the login.
    ///
    /// - SeeAlso: [RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5)
    mutating func exchangeDeviceCode(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        let code = try request.required("device_code")
        guard var login = deviceLogins[code], login.clientID == request.client.id else {
            throw .invalidGrant("Invalid or expired device code.")
        }
        guard now < login.expiresAt else {
            // Reported once; the code is unknown afterwards.
            deviceLogins[code] = nil
            throw .oauth(403, "expired_token", "The device code has expired.")
        }
        let isTooEarly = login.askedAt.map { now - $0 < login.interval } ?? false
        login.askedAt = now
        if isTooEarly { login.interval += 5 }
        deviceLogins[code] = login
        switch login.decision {
        case .none where isTooEarly:
            throw .oauth(
                429, "slow_down", "You are polling faster than the specified interval of \(login.interval) seconds.")
        case .none: throw .oauth(403, "authorization_pending", "User has yet to authorize device code.")
        case .denied(let reason):
            deviceLogins[code] = nil
            throw .oauth(403, "access_denied", "User cancelled the confirmation prompt.").because(reason)
        case .approved(let userID):
            deviceLogins[code] = nil
            guard let user = users[userID] else { throw .invalidGrant("Invalid or expired device code.") }
            if let organization = login.organization { try authorizeLogin(of: user, to: organization) }
            var grant = Grant(
                clientID: login.clientID, userID: user.id, audience: login.audience,
                scopes: granted(login.scopes, of: login.audience, to: user, in: login.organization),
                session: tokens.newID(24, of: user.id), authenticatedAt: now)
            grant.organization = login.organization
            return try logIn(user, with: grant, request.context, secondFactor: true)
        }
    }
}

extension EmulatedTenant {
    /// Approves a device login, as the user would in the browser.
    ///
    /// - Parameters:
    ///   - userCode: The user code that the device shows.
    ///   - login: The user's ID, e-mail address, user name or phone number.
    /// - Throws: ``EmulatorError/Code/unknown`` if there is no such code or user.
    public func approveDevice(userCode: String, as login: String) throws {
        try decideDevice(userCode) { state in state.anyUser(login).map { .approved(userID: $0.id) } }
    }

    /// Denies a device login, as the user would in the browser.
    ///
    /// - Parameter userCode: The user code that the device shows.
    /// - Throws: ``EmulatorError/Code/unknown`` if there is no such code.
    public func denyDevice(userCode: String) throws { try decideDevice(userCode) { _ in .denied() } }

    private func decideDevice(
        _ userCode: String, _ decision: (TenantState) -> DeviceLogin.Decision?
    ) throws(EmulatorError) {
        try core.change(of: "user code or user") { state -> Void? in
            guard let code = state.deviceLogins.first(where: { $0.value.userCode == userCode })?.key,
                let decision = decision(state)
            else { return nil }
            state.deviceLogins[code]?.decision = decision
            return ()
        }
    }
}
