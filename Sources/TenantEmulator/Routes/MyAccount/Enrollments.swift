import ByteEncodings
import OpenSSLCryptography

extension Route {
    static let enrollments = [
        Route("POST", "/me/v1/authentication-methods") { context, tenant throws(Refusal) in
            let user = try tenant.account(context, "create:me:authentication_methods")
            return try tenant.beginEnrollment(MyAccountBody(context.request), user, context)
        },
        Route("POST", "/me/v1/authentication-methods/{id}/verify") { context, tenant throws(Refusal) in
            let user = try tenant.account(context, "create:me:authentication_methods")
            let body = try MyAccountBody(context.request)
            guard context["id"] != TenantState.newPasskeyID else {
                let agent = context.request.header("user-agent")
                return .json(try tenant.confirmPasskeyEnrollment(body, user, userAgent: agent).json, status: 201)
            }
            return .json(try tenant.confirmEnrollment(context["id"], body, user).json, status: 201)
        },
        Route("PATCH", "/me/v1/authentication-methods/{id}") { context, tenant throws(Refusal) in
            let user = try tenant.account(context, "update:me:authentication_methods")
            return .json(try tenant.changeMethod(context["id"], MyAccountBody(context.request), user).json)
        },
    ]
}

extension TenantState {
    fileprivate mutating func beginEnrollment(
        _ body: MyAccountBody, _ user: User, _ context: RequestContext
    ) throws(Refusal) -> HTTPResponse {
        let type = try body.required("type")
        try body.refuseOthers(than: Self.members(toEnroll: type))
        guard type != "passkey" else { return try beginPasskeyEnrollment(body, user, context) }
        let setup = try setup(type, body, user)
        let id = "\(type)|dev_\(Secrets.hex(8))"
        let session = Secrets.token(32)
        let enrollment = Enrollment(
            userID: user.id, session: session, type: type, fields: setup.fields, proof: setup.proof,
            expiresAt: now + 300)
        secondFactors.enrollments.store(enrollment, as: id, at: now)
        var members = setup.members
        (members["id"], members["auth_session"]) = (.string(id), .string(session))
        return .json(members.json, status: 201).with("Location", methodAddress(id, context))
    }

    /// The start of an enrollment: the members of the response, the fields of the method, and the proof that completes
    /// it.
    private typealias Setup = (members: [String: JSONValue], fields: [String: JSONValue], proof: Enrollment.Proof)

    private mutating func setup(_ type: String, _ body: MyAccountBody, _ user: User) throws(Refusal) -> Setup {
        switch type {
        case "phone":
            let number = try body.required("phone_number") { $0.isPhoneNumber }
            let preferred = try body.preferredMethod ?? "sms"
            let fields = [
                "phone_number": JSONValue.string(number), "preferred_authentication_method": .string(preferred),
            ]
            return ([:], fields, .code(sendCode(to: number, by: .sms)))
        case "email":
            let email = try body.required("email") { $0.isAddress }
            return ([:], ["email": .string(email)], .code(sendCode(to: email, by: .email)))
        case "totp":
            let secret = Secrets.hex(20)
            let members = ["barcode_uri": barcode(secret), "manual_input_code": .string(TOTP.base32(secret))]
            return (members, [:], .app(secret: secret))
        case "push-notification": return (["barcode_uri": barcode(Secrets.hex(20))], [:], .session)
        case "recovery-code":
            let code = Secrets.hex(12).uppercased()
            return (["recovery_code": .string(code)], [:], .recoveryCode(code))
        case "password":
            let record = try identity(body, of: user)
            guard let connection = connection(record.connection), connection.strategy == .database else {
                throw .invalid("connection", "has no passwords")
            }
            let fields = ["identity_user_id": JSONValue.string(record.localID)]
            return (["policy": connection.policy.described], fields, .password(connection: connection.name))
        default: throw .invalid("type", "must be a type that can be enrolled")
        }
    }

    private mutating func sendCode(to address: String, by channel: InboxMessage.Channel) -> String {
        let code = Secrets.digits(6)
        send(.secondFactor, to: address, by: channel, code: code)
        return code
    }

    private func barcode(_ secret: String) -> JSONValue {
        .string("otpauth://totp/emulator?secret=\(TOTP.base32(secret))&issuer=emulator")
    }

    fileprivate mutating func confirmEnrollment(
        _ id: String, _ body: MyAccountBody, _ user: User
    ) throws(Refusal) -> AuthenticationMethod {
        let session = try body.required("auth_session")
        guard let enrollment = secondFactors.enrollments[id], enrollment.userID == user.id,
            enrollment.session == session,
            now < enrollment.expiresAt
        else { throw .problem(404, "A0E-404-0001", "Not Found", "No such enrollment is under way") }
        try check(enrollment.proof, body, user)
        secondFactors.enrollments[id] = nil
        let method = enrollment.method(id, at: clock.now.timestamp)
        users[user.id]?.add(method, enrollment)
        return method
    }

    private mutating func check(_ proof: Enrollment.Proof, _ body: MyAccountBody, _ user: User) throws(Refusal) {
        switch proof {
        case .session, .recoveryCode: break
        case .code(let code):
            guard try body.required("otp_code") == code else { throw .invalid("otp_code", "is wrong") }
        case .app(let secret):
            guard redeem(try body.required("otp_code"), ofApp: secret) else { throw .invalid("otp_code", "is wrong") }
        case .password(let name):
            try changePassword(of: user, in: name, to: body.required("new_password"))
        }
    }

    private static func members(toEnroll type: String) -> Set<String> {
        switch type {
        case "phone": ["type", "phone_number", "preferred_authentication_method"]
        case "email": ["type", "email"]
        case "passkey", "password": ["type", "identity_user_id", "connection"]
        default: ["type"]
        }
    }

    fileprivate mutating func changeMethod(
        _ id: String, _ body: MyAccountBody, _ user: User
    ) throws(Refusal) -> AuthenticationMethod {
        var method = try user.authenticationMethod(id)
        try body.refuseOthers(than: ["name", "preferred_authentication_method"])
        if let name = try body.optional("name") { method.fields["name"] = .string(name) }
        if let preferred = try body.preferredMethod {
            guard method.type == "phone" else {
                throw .invalid("preferred_authentication_method", "is for phones only")
            }
            method.fields["preferred_authentication_method"] = .string(preferred)
        }
        users[user.id]?.update(method)
        return method
    }
}

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

    mutating func changePassword(of user: User, in name: String, to password: String) throws(Refusal) {
        guard let connection = connection(name), connection.policy.accepts(password) else {
            throw .invalid("new_password", "is too weak")
        }
        guard !connection.isUsed(password, replacing: user.password(in: name)) else {
            throw .invalid("new_password", "was used before")
        }
        guard let stretched = try? hash(password) else {
            throw .problem(500, "A0E-500-0001", "Internal Server Error", "Cannot store the password")
        }
        users[user.id]?.setPassword(stretched, in: name)
    }
}

extension User {
    fileprivate func password(in connection: String) -> PasswordHash? {
        ([record] + linked).first { $0.connection == connection }?.password
    }

    fileprivate mutating func setPassword(_ password: PasswordHash, in connection: String) {
        if record.connection == connection { return record.password = password }
        guard let index = linked.firstIndex(where: { $0.connection == connection }) else { return }
        linked[index].password = password
    }
}

extension PasswordPolicy {
    var described: JSONValue {
        .members([
            "complexity": JSONValue.members([
                "min_length": minimumLength, "character_types": ["uppercase", "lowercase", "number", "special"],
                "character_type_rule": self == .good ? "three_of_four" : "all",
                "identical_characters": "allow", "sequential_characters": "allow", "max_length_exceeded": "truncate",
            ]),
            "profile_data": JSONValue.members(["active": false, "blocked_fields": [String]()]),
            "history": JSONValue.members(["active": false, "size": 5]),
            "dictionary": JSONValue.members(["active": false, "default": "en_10k"]),
        ])
    }
}
