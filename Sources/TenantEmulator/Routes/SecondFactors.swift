import ByteEncodings

extension Route {
    /// The endpoints for the second factors of a login in progress.
    static let secondFactors = [
        Route("GET", "/mfa/authenticators") { context, tenant throws(Refusal) in
            let (_, _, user) = try tenant.secondFactorLogin(context)
            let recovery = user.recoveryCode.map { _ in
                JSONValue.members([
                    "id": user.recoveryCodeID, "authenticator_type": "recovery-code",
                    "active": true, "type": "recovery-code",
                ])
            }
            return .json(.array(user.secondFactors.map(\.json) + (recovery.map { [$0] } ?? [])))
        },
        Route("POST", "/mfa/associate") { context, tenant throws(Refusal) in
            .json(try tenant.enroll(context, Parameters(context.request)))
        },
        client("/mfa/challenge") { request, tenant throws(Refusal) in .json(try tenant.challenge(request)) },
    ]
}

extension TenantState {
    fileprivate mutating func secondFactorLogin(
        _ context: RequestContext
    ) throws(Refusal) -> (token: String, SecondFactorLogin, User) {
        guard let authorization = context.authorization else {
            throw .oauth(401, "invalid_grant", "Malformed mfa_token")
        }
        if authorization.scheme == .dpop {
            do throws(DPoPDefect) {
                guard try proofKey(of: context, token: authorization.token) != nil else { throw DPoPDefect("no proof") }
            } catch {
                let refusal = Refusal.oauth(401, error.error, error.description).response
                throw Refusal(challenged(refusal, by: .proof(error), context))
            }
        }
        return try secondFactorLogin(authorization.token, nil)
    }

    /// Adds a second factor, which becomes usable when the user has presented its first code.
    fileprivate mutating func enroll(_ context: RequestContext, _ parameters: Parameters) throws(Refusal) -> JSONValue {
        let (token, _, user) = try secondFactorLogin(context)
        guard user.confirmedFactors.isEmpty else {
            throw .oauth(403, "access_denied", "User is already enrolled.")
        }
        let factor = SecondFactor(id: "dev_\(Secrets.hex(8))", kind: try parameters.factorKind, isConfirmed: false)
        let recoveryCode = user.recoveryCode ?? Secrets.hex(12).uppercased()
        users[user.id]?.secondFactors = [factor]
        users[user.id]?.recoveryCode = recoveryCode
        if case .app(let secret) = factor.kind {
            let text = TOTP.base32(secret)
            return .members([
                "authenticator_type": "otp", "secret": text, "recovery_codes": [recoveryCode],
                "barcode_uri": TOTP.address(of: user, secret: text),
            ])
        }
        let code = begin(factor, login: token)
        let isPush = factor.kind == .push
        return .members([
            "authenticator_type": "oob", "oob_channel": factor.channel, "oob_code": code,
            "binding_method": isPush ? nil : "prompt",
            "barcode_uri": isPush ? "\(TOTP.address(of: user))?enrollment_tx_id=\(code.prefix(16))" : nil,
            "recovery_codes": [recoveryCode],
        ])
    }

    fileprivate mutating func challenge(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        let (token, _, user) = try secondFactorLogin(request.required("mfa_token"), request.client)
        let types = try request.parameters.scopes("challenge_type") ?? ["otp", "oob"]
        let id = try request.optional("authenticator_id")
        let factor = user.confirmedFactors.first { factor in
            types.contains(factor.channel == nil ? "otp" : "oob") && (id == nil || id == factor.id)
        }
        guard let factor else {
            throw .oauth(
                401, "unsupported_challenge_type",
                "User does not have any of the requested authenticators enrolled")
        }
        guard factor.channel != nil else { return .members(["challenge_type": "otp"]) }
        return .members([
            "challenge_type": "oob", "oob_code": begin(factor, login: token),
            "binding_method": factor.kind == .push ? nil : "prompt",
        ])
    }

    /// Sends a code or a push notification and returns its `oob_code`.
    mutating func begin(_ factor: SecondFactor, login: String) -> String {
        let code = "Fe26.\(Secrets.token(32))"
        let bindingCode = factor.kind == .push ? nil : Secrets.digits(6)
        let challenge = OutOfBandChallenge(
            login: login, factorID: factor.id, bindingCode: bindingCode, expiresAt: now + 300)
        secondFactors.challenges.store(challenge, as: code, at: now)
        switch factor.kind {
        case .sms(let number): send(.secondFactor, to: number, by: .sms, code: bindingCode)
        case .email(let address): send(.secondFactor, to: address, by: .email, code: bindingCode)
        case .app, .push: break
        }
        return code
    }
}

extension Parameters {
    fileprivate var factorKind: SecondFactor.Kind {
        get throws(Refusal) {
            let types = self["authenticator_types"]?.elements?.compactMap(\.string)
            let channels = self["oob_channels"]?.elements?.compactMap(\.string)
            switch (types, channels) {
            case (["otp"], nil): return .app(secret: Secrets.hex(20))
            case (["oob"], ["auth0"]): return .push
            case (["oob"], ["sms"]):
                let number = try required("phone_number")
                guard number.isPhoneNumber else { throw .invalidRequest("Invalid phone_number") }
                return .sms(number: number)
            case (["oob"], let channels?) where channels.contains("voice"):
                throw .notBuilt("The emulator has no voice calls (oob_channels)")
            case (["oob"], ["email"]):
                let address = try required("email")
                guard address.isAddress else { throw .invalidRequest("Invalid email") }
                return .email(address: address)
            default: throw .invalidRequest("Unsupported authenticator_types or oob_channels")
            }
        }
    }
}
