import ByteEncodings

extension TenantSeed.User {
    /// The fields of a user.
    static let fields: [SeedField<Self>] = identity + records + login

    private static let identity: [SeedField<Self>] = [
        .required("connection", \.connection, "The name of the connection."),
        .text("user_id", \.id, "The ID; a random one by default."),
        .text("email", \.email, "The e-mail address."),
        .flag("email_verified", \.isEmailVerified, "Whether the e-mail address is verified; false by default."),
        .text("username", \.username, "The user name."),
        .text("phone_number", \.phoneNumber, "The phone number."),
        .text("password", \.password, "The password; without one the user cannot log in with a password."),
        .flag("blocked", \.isBlocked, "Whether the user is blocked; false by default."),
    ]

    private static let records: [SeedField<Self>] = [
        .object("profile", \.profile, "The claims of the profile, such as given_name."),
        .object("user_metadata", \.userMetadata, "The metadata that the user can read and change."),
        .object("app_metadata", \.appMetadata, "The metadata that the user can only read."),
        .other("permissions", .object, "The permissions, by the identifier of the API.") {
            reader, user throws(EmulatorError) in
            user.permissions = (try reader.scopesByAudience("permissions") ?? [:]).mapValues(Set.init)
        },
    ]

    private static let login: [SeedField<Self>] = [
        .other("login_refusal", .object, "status and body of the response to the correct password; tokens by default.")
        {
            reader, user throws(EmulatorError) in
            user.loginRefusal = try reader.optional(
                "login_refusal", "an object with the number status and the object body", LoginRefusal.init)
        },
        .other("authentication_methods", .list, "The methods of the My Account API: id, type and fields of each.") {
            reader, user throws(EmulatorError) in
            user.authenticationMethods = try reader.list("authentication_methods", AuthenticationMethod.init)
        },
        .other("second_factors", .list, "The second factors: id, type and target of each.") {
            reader, user throws(EmulatorError) in
            user.secondFactors = try reader.list("second_factors", SecondFactor.init)
        },
        .flag("mfa_required", \.requiresSecondFactor, "Whether the user needs a second factor; false by default."),
        .text("recovery_code", \.recoveryCode, "The recovery code that replaces a second factor once."),
    ]
}
