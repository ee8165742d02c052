import ByteEncodings

/// An authentication method that is being added to an account.
struct Enrollment: Sendable {
    /// What has to come back to confirm it.
    enum Proof: Sendable {
        /// The code that was sent.
        case code(String)
        /// A code of the authenticator app with this secret, in hexadecimal.
        case app(secret: String)
        /// A password that satisfies the policy of a connection.
        case password(connection: String)
        /// Nothing but the session, for a new recovery code.
        case recoveryCode(String)
        /// Nothing but the session.
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
    /// The method it becomes.
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

    /// The second factor it becomes, if it does.
    fileprivate func factor(_ id: String) -> SecondFactor? {
        switch (type, proof) {
        case ("totp", .app(let secret)): SecondFactor(id: id, kind: .app(secret: secret), isConfirmed: true)
        case ("push-notification", _): SecondFactor(id: id, kind: .push, isConfirmed: true)
        case ("phone", _): fields["phone_number"]?.string.map(SecondFactor.phone(id))
        case ("email", _): fields["email"]?.string.map(SecondFactor.email(id))
        default: nil
        }
    }
}

extension SecondFactor {
    fileprivate static func phone(_ id: String) -> (String) -> SecondFactor {
        { SecondFactor(id: id, kind: .sms(number: $0), isConfirmed: true) }
    }

    fileprivate static func email(_ id: String) -> (String) -> SecondFactor {
        { SecondFactor(id: id, kind: .email(address: $0), isConfirmed: true) }
    }
}

extension User {
    /// Adds a method that was confirmed, and what it can be used for; a password and a recovery code replace the one
    /// there was.
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

    /// Removes a method, and what it was used for.
    mutating func remove(_ method: AuthenticationMethod) {
        authenticationMethods.removeAll { $0.id == method.id }
        secondFactors.removeAll { $0.id == method.id }
        if method.type == "recovery-code" { recoveryCode = nil }
    }
}
