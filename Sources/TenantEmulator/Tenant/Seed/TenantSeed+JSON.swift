import ByteEncodings
import JOSE

extension TenantSeed {
    /// Parses a seed.
    ///
    /// The JSON has the form of ``standardJSON``; every list may be omitted except `clients`.
    ///
    /// - Parameter json: The JSON text.
    /// - Throws: ``EmulatorError/Code/malformedSeed`` with the path, the line and the column of the member that is
    ///   invalid, missing, unknown or a duplicate.
    public init(json: [UInt8]) throws {
        let text = SeedText(json)
        let value: JSONValue
        do {
            // A seed is the developer's own file, and may have any number of users.
            value = try JSONValue(parsing: json, limits: JSONLimits(members: .max, values: .max))
        } catch { throw text.located(error) }
        do throws(EmulatorError) {
            try self.init(value)
            try validate()
        } catch { throw text.located(error) }
    }

    private init(_ value: JSONValue) throws(EmulatorError) {
        var reader = try SeedReader(value, at: .seed)
        clients = try reader.list("clients", Client.init)
        connections = try reader.list("connections", Connection.init)
        organizations = try reader.list("organizations", Organization.init)
        apis = try reader.list("apis", API.init)
        users = try reader.list("users", User.init)
        roles = try reader.list("roles", Role.init)
        subjectTokens = try reader.list("subject_tokens", SubjectToken.init)
        if connections.isEmpty { connections = [Connection(name: "Username-Password-Authentication")] }
        // As Auth0 does not fall back to any connection, `null` leaves the tenant without a default one.
        let usual = connections.first { $0.strategy == .database }?.name
        defaultDirectory = try reader.nullable("default_directory", default: usual)
        accessTokenClaims = try reader.object("access_token_claims")
        idTokenClaims = try reader.object("id_token_claims")
        defaultAudience = try reader.text("default_audience")
        factors = try reader.texts("factors", of: User.AuthenticationMethod.types)
        try reader.finish()
    }
}

extension TenantSeed.Client {
    init(_ reader: inout SeedReader) throws(EmulatorError) {
        self.init(id: try reader.required("client_id"))
        name = try reader.text("name") ?? id
        secret = try reader.text("client_secret")
        keys = try reader.optional("jwks", "a JSON Web Key Set with at least one key") {
            try? JSONWebKeySet(parsing: $0.text)
        }
        authentication = try reader.choice("token_endpoint_auth_method", Authentication.Kind.self)
            .map(Authentication.init)
        callbacks = try reader.texts("callbacks")
        logoutURLs = try reader.texts("logout_urls")
        allowedOrigins = try reader.texts("allowed_origins")
        webOrigins = try reader.texts("web_origins")
        backChannelLogoutURL = try reader.text("backchannel_logout_uri")
        allowsAnyLoopbackPort = try reader.flag("any_loopback_port")
        grantTypes = try reader.texts("grant_types", of: GrantHandlers.names)
        clientGrants = try reader.scopesByAudience("client_grants")
        isThirdParty = try reader.flag("third_party")
        requiresPushedRequests = try reader.flag("require_pushed_authorization_requests")
        requiresSignedRequests = try reader.flag("require_signed_request_object")
        requiresPKCE = try reader.optional("require_pkce", "true or false", \.boolean)
        requiresDPoP = try reader.flag("require_proof_of_possession")
        organizationUsage = OrganizationUsage(
            kind: try reader.choice("organization_usage", OrganizationUsage.Kind.self) ?? .deny)
        organizationPrompt = OrganizationPrompt(
            kind: try reader.choice("organization_require_behavior", OrganizationPrompt.Kind.self) ?? .never)
        // Any asymmetric algorithm means that of the tenant, which a seed does not choose.
        let algorithms = ["HS256", "RS256", "PS256", "ES256", "EdDSA"]
        signsIDTokensWithSecret = try reader.choice("id_token_signing_alg", of: algorithms) == "HS256"
        wantsSignedUserInfo = try reader.choice("userinfo_signed_response_alg", of: algorithms) != nil
    }
}

extension TenantSeed.Connection {
    fileprivate init(_ reader: inout SeedReader) throws(EmulatorError) {
        let name = try reader.required("name")
        let strategy = try reader.required("strategy", of: Strategy.Kind.allCases.map(\.rawValue))
        self.init(
            name: name, strategy: Strategy(kind: Strategy.Kind(rawValue: strategy) ?? .database),
            displayName: try reader.text("display_name"))
        requiresUsername = try reader.flag("requires_username")
        allowsSignup = !(try reader.flag("disable_signup"))
        allowsPasskeys = !(try reader.flag("disable_passkeys"))
        hidesExistingUsers = try reader.flag("hide_existing_users")
        passwordPolicy = PasswordPolicy(
            rules: try reader.choice("password_policy", TenantEmulator.PasswordPolicy.self) ?? .good)
        usedPasswords = try reader.texts("used_passwords")
    }
}

extension TenantSeed.Organization {
    fileprivate init(_ reader: inout SeedReader) throws(EmulatorError) {
        self.init(
            id: try reader.required("id"), name: try reader.required("name"),
            displayName: try reader.text("display_name"))
        connections = try reader.texts("connections")
        assignsMembershipOnLogin = try reader.flag("assign_membership_on_login")
        members = Set(try reader.texts("members"))
    }
}

extension TenantSeed.API {
    fileprivate init(_ reader: inout SeedReader) throws(EmulatorError) {
        self.init(
            audience: try reader.required("audience"), scopes: try reader.texts("scopes"),
            privilegedScopes: Set(try reader.texts("privileged_scopes")),
            authorizationDetailsTypes: try reader.texts("authorization_details_types"))
        allowsOfflineAccess = try reader.flag("allow_offline_access", default: true)
        tokenDialect = TokenDialect(kind: try reader.choice("token_dialect", TokenDialect.Kind.self) ?? .auth0)
    }
}

extension TenantSeed.Role {
    fileprivate init(_ reader: inout SeedReader) throws(EmulatorError) {
        self.init(
            name: try reader.required("name"),
            permissions: (try reader.scopesByAudience("permissions") ?? [:]).mapValues(Set.init),
            members: Set(try reader.texts("members")))
        (id, description) = (try reader.text("id"), try reader.text("description") ?? name)
    }
}

extension TenantSeed.SubjectToken {
    fileprivate init(_ reader: inout SeedReader) throws(EmulatorError) {
        self.init(
            try reader.required("subject_token"), type: try reader.required("subject_token_type"),
            user: try reader.required("user"),
            times: try reader.optional("times", "a number of at least 1") { value in
                value.integer.flatMap { $0 > 0 ? $0 : nil }
            })
    }
}

extension TenantSeed.User {
    init(_ reader: inout SeedReader) throws(EmulatorError) {
        self.init(connection: try reader.required("connection"))
        id = try reader.text("user_id")
        email = try reader.text("email")
        isEmailVerified = try reader.flag("email_verified")
        username = try reader.text("username")
        phoneNumber = try reader.text("phone_number")
        password = try reader.text("password")
        isBlocked = try reader.flag("blocked")
        profile = try reader.object("profile")
        userMetadata = try reader.object("user_metadata")
        appMetadata = try reader.object("app_metadata")
        permissions = (try reader.scopesByAudience("permissions") ?? [:]).mapValues(Set.init)
        loginRefusal = try reader.optional(
            "login_refusal", "an object with the number status and the object body", LoginRefusal.init)
        authenticationMethods = try reader.list("authentication_methods", AuthenticationMethod.init)
        secondFactors = try reader.list("second_factors", SecondFactor.init)
        requiresSecondFactor = try reader.flag("mfa_required")
        recoveryCode = try reader.text("recovery_code")
    }
}

extension TenantSeed.User.LoginRefusal {
    fileprivate init?(_ value: JSONValue) {
        guard let status = value["status"]?.integer, let body = value["body"]?.freeFormObject else { return nil }
        self.init(status: status, body: body)
    }
}

extension TenantSeed.User.AuthenticationMethod {
    fileprivate init(_ reader: inout SeedReader) throws(EmulatorError) {
        self.init(
            id: try reader.required("id"), type: try reader.required("type", of: Self.types),
            fields: try reader.object("fields"))
    }
}

extension TenantSeed.User.AuthenticationMethod {
    /// The types of the My Account API.
    static let types = [
        "password", "passkey", "webauthn-platform", "webauthn-roaming", "totp", "phone", "email", "push-notification",
        "recovery-code",
    ]
}

extension TenantSeed.User.SecondFactor {
    fileprivate init(_ reader: inout SeedReader) throws(EmulatorError) {
        id = try reader.required("id")
        let types = ["otp", "phone", "email", "push-notification"]
        switch try reader.required("type", of: types) {
        case "otp":
            let secret = try reader.required("target")
            guard TOTP(secret: secret) != nil else {
                throw .seed(reader.place["target"], "the secret of the codes, in hexadecimal, is required")
            }
            kind = .app(secret: secret)
        case "phone": kind = .sms(number: try reader.required("target"))
        case "email": kind = .email(address: try reader.required("target"))
        default:
            kind = .push
            _ = try reader.text("target")
        }
    }
}
