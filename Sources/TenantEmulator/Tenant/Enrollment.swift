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

    mutating func remove(_ method: AuthenticationMethod) {
        authenticationMethods.removeAll { $0.id == method.id }
        secondFactors.removeAll { $0.id == method.id }
        if method.type == "recovery-code" { recoveryCode = nil }
    }
}
