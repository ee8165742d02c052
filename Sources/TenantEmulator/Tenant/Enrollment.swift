import ByteEncodings

/// The enrollment of an authentication method in progress.
struct Enrollment: Sendable, Expiring {
    enum Proof: Sendable {
        /// The code that was sent.
        case code(String)
        /// A code of the authenticator app with this secret, in hexadecimal.
        case app(secret: String)
        /// A password that satisfies the policy of a connection.
        case password(connection: String)
        /// Only the `auth_session`, for a new recovery code.
        case recoveryCode(String)
        /// Only the `auth_session`.
        case session
    }

    let userID: String
    let session: String
    let type: String
    let fields: [String: JSONValue]
    let proof: Proof
    let expiresAt: Int
}

extension Enrollment {
    func method(_ id: String, at timestamp: String) -> AuthenticationMethod {
        var fields = fields
        fields["created_at"] = .string(timestamp)
        if type == "password" {
            fields["last_password_reset"] = .string(timestamp)
            fields["usage"] = ["primary"].json
        } else {
            fields["usage"] = ["secondary"].json
            fields["confirmed"] = .boolean(true)
        }
        return AuthenticationMethod(id: id, type: type, fields: fields)
    }

    /// Creates the second factor of the enrolled method; `nil` if the method is not a second factor.
    fileprivate func factor(_ id: String) -> SecondFactor? {
        let kind: SecondFactor.Kind? =
            switch (type, proof) {
            case ("totp", .app(let secret)): .app(secret: secret)
            case ("push-notification", _): .push
            case ("phone", _): fields["phone_number"]?.string.map(SecondFactor.Kind.sms)
            case ("email", _): fields["email"]?.string.map(SecondFactor.Kind.email)
            default: nil
            }
        return kind.map { SecondFactor(id: id, kind: $0, isConfirmed: true) }
    }
}

extension User {
    /// Adds an enrolled method and its second factor; a password or recovery code replaces the previous one.
    mutating func add(_ method: AuthenticationMethod, _ enrollment: Enrollment) {
        if case .recoveryCode(let code) = enrollment.proof { recoveryCode = code }
        if let factor = enrollment.factor(method.id) { secondFactors.append(factor) }
        let replaces = method.type == "password" || method.type == "recovery-code"
        authenticationMethods.removeAll { other in
            replaces && other.type == method.type
                && other.fields["identity_user_id"] == method.fields["identity_user_id"]
        }
        authenticationMethods.append(method)
    }

    /// Changes the fields of a method, which may be one that ``authenticationMethods`` does not have.
    mutating func update(_ method: AuthenticationMethod) {
        guard let index = authenticationMethods.firstIndex(where: { $0.id == method.id }) else {
            return authenticationMethods.append(method)
        }
        authenticationMethods[index].fields.merge(method.fields) { $1 }
    }

    mutating func remove(_ method: AuthenticationMethod) {
        authenticationMethods.removeAll { $0.id == method.id }
        secondFactors.removeAll { $0.id == method.id }
        if method.type == "recovery-code" { recoveryCode = nil }
        guard method.type == "password" else { return }
        let account = account(of: method)
        if record.localID == account { record.password = nil }
        for index in linked.indices where linked[index].localID == account { linked[index].password = nil }
    }
}

extension User {
    /// The authentication methods and the second factors, which a seed lists separately.
    ///
    /// - SeeAlso: [Get a list of authentication
    ///   methods](https://auth0.com/docs/api/management/v2/users/get-authentication-methods)
    var methods: [AuthenticationMethod] {
        let recovery = recoveryCode.map { _ in method(recoveryCodeID, "recovery-code", ["confirmed": true.json]) }
        let factors = secondFactors.map { factor in
            var fields = ["confirmed": factor.isConfirmed.json]
            fields["name"] = factor.name?.json
            return method(factor.id, factor.type == "otp" ? "totp" : factor.type, fields)
        }
        let own = factors + [recovery].compactMap(\.self)
        let listed = Set(authenticationMethods.map { $0.type == "recovery-code" ? recoveryCodeID : $0.id })
        return authenticationMethods + own.filter { !listed.contains($0.id) }
    }

    /// The methods of the My Account API, which lists the passwords, too.
    ///
    /// - SeeAlso: [The type of a password in
    ///   auth0-spa-js](https://auth0.github.io/auth0-spa-js/interfaces/PasswordAuthenticationMethod.html)
    var accountMethods: [AuthenticationMethod] {
        let listed = Set(authenticationMethods.filter { $0.type == "password" }.map(account(of:)))
        let accounts = ([record] + linked).filter { $0.password != nil && !listed.contains($0.localID) }
        return accounts.map { account in
            let fields = ["identity_user_id": account.localID.json, "usage": ["primary"].json]
            return method("password|\(account.localID)", "password", fields)
        } + methods
    }

    /// The local ID of the account that a password belongs to: that of the user unless the method names another one.
    private func account(of password: AuthenticationMethod) -> String {
        password.fields["identity_user_id"]?.string ?? record.localID
    }

    var recoveryCodeID: String { "recovery-code|dev_\(record.localID)" }

    private func method(_ id: String, _ type: String, _ fields: [String: JSONValue]) -> AuthenticationMethod {
        let creation = ["created_at": createdAt.timestamp.json]
        return AuthenticationMethod(id: id, type: type, fields: fields.merging(creation) { $1 })
    }
}
