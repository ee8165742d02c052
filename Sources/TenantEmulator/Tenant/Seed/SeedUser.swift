import ByteEncodings

/// A user as a seed describes it.
struct SeedUser: Sendable {
    let id: String?
    let connection: String
    let email: String?
    let emailVerified: Bool
    let username: String?
    let phoneNumber: String?
    let password: String?
    let isBlocked: Bool
    let profile: [String: JSONValue]
    let userMetadata: [String: JSONValue]
    let appMetadata: [String: JSONValue]
    let permissions: [String: Set<String>]
    let loginRefusal: LoginRefusal?
    let authenticationMethods: [AuthenticationMethod]
    let secondFactors: [SecondFactor]
    let requiresSecondFactor: Bool
    let recoveryCode: String?

    init(_ reader: inout SeedReader) throws(EmulatorError) {
        id = try reader.text("user_id")
        connection = try reader.required("connection")
        email = try reader.text("email")
        emailVerified = try reader.flag("email_verified")
        username = try reader.text("username")
        phoneNumber = try reader.text("phone_number")
        password = try reader.text("password")
        isBlocked = try reader.flag("blocked")
        profile = try reader.object("profile")
        userMetadata = try reader.object("user_metadata")
        appMetadata = try reader.object("app_metadata")
        permissions = try reader.object("permissions").mapValues { Set(($0.elements ?? []).compactMap(\.string)) }
        loginRefusal = try reader.optional("login_refusal", LoginRefusal.init)
        authenticationMethods = try reader.list("authentication_methods", AuthenticationMethod.init)
        secondFactors = try reader.list("second_factors", SecondFactor.init)
        requiresSecondFactor = try reader.flag("mfa_required")
        recoveryCode = try reader.text("recovery_code")
    }
}

extension SecondFactor {
    init(_ reader: inout SeedReader) throws(EmulatorError) {
        id = try reader.required("id")
        let target = try reader.text("target") ?? ""
        switch try reader.required("type") {
        case "otp": kind = .app(secret: target)
        case "phone": kind = .sms(number: target)
        case "email": kind = .email(address: target)
        case "push-notification": kind = .push
        default: throw EmulatorError(.malformedSeed, "second_factors: type of \(id)")
        }
        isConfirmed = true
    }
}

/// The error response that a seeded user receives instead of tokens after the correct password.
struct LoginRefusal: Sendable {
    let status: Int
    let body: JSONValue

    init?(_ value: JSONValue) {
        guard let status = value["status"]?.integer, let body = value["body"], body.dictionary != nil else {
            return nil
        }
        (self.status, self.body) = (status, body)
    }
}

/// An authentication method of a user, in the form of the My Account API.
struct AuthenticationMethod: Sendable {
    let id: String
    let type: String
    var fields: [String: JSONValue]

    init(id: String, type: String, fields: [String: JSONValue]) {
        (self.id, self.type, self.fields) = (id, type, fields)
    }

    init(_ reader: inout SeedReader) throws(EmulatorError) {
        id = try reader.required("id")
        type = try reader.required("type")
        fields = try reader.object("fields")
    }

    var json: JSONValue {
        var members = fields
        members["id"] = .string(id)
        members["type"] = .string(type)
        members["created_at"] = members["created_at"] ?? .string("2026-01-01T00:00:00.000Z")
        members["usage"] = members["usage"] ?? .array([.string("secondary")])
        return members.json
    }
}
