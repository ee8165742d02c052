import ByteEncodings

/// The enrollment of an authentication method in progress.
struct Enrollment: Sendable, Expiring {
    /// The proof that completes an enrollment.
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
    /// Creates the enrolled method.
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

    /// Removes a method and its second factor.
    mutating func remove(_ method: AuthenticationMethod) {
        authenticationMethods.removeAll { $0.id == method.id }
        secondFactors.removeAll { $0.id == method.id }
        if method.type == "recovery-code" { recoveryCode = nil }
    }
}
