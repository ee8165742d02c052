import ByteEncodings
import JOSE

extension TenantSeed {
    /// Parses a seed.
    ///
    /// The JSON has the form of ``standardJSON``; every list may be omitted except `clients`.
    ///
    /// - Parameter json: The JSON text.
    /// - Throws: ``EmulatorError/Code/malformedSeed`` with the path of the member that is invalid or unknown.
    public init(json: [UInt8]) throws {
        let value: JSONValue
        do {
            // A seed is the developer's own file, and may have any number of users.
            value = try JSONValue(parsing: json, limits: JSONLimits(values: .max))
        } catch { throw EmulatorError(.malformedSeed, "\(error)", cause: error) }
        var reader = try SeedReader(value, at: "seed")
        clients = try reader.list("clients", Client.init)
        connections = try reader.list("connections", Connection.init)
        organizations = try reader.list("organizations", Organization.init)
        apis = try reader.list("apis", API.init)
        users = try reader.list("users", User.init)
        roles = try reader.list("roles", Role.init)
        if connections.isEmpty { connections = [Connection(name: "Username-Password-Authentication")] }
        // As Auth0 does not fall back to any connection, `null` leaves the tenant without a default one.
        let usual = connections.first { $0.strategy == .database }?.name
        defaultDirectory = try reader.nullable("default_directory", \.string, default: usual)
        accessTokenClaims = try reader.object("access_token_claims")
        idTokenClaims = try reader.object("id_token_claims")
        defaultAudience = try reader.text("default_audience")
        factors = try reader.texts("factors")
        try reader.finish()
        try validate()
    }
}

extension TenantSeed.Client {
    init(_ reader: inout SeedReader) throws(EmulatorError) {
        self.init(id: try reader.required("client_id"))
        name = try reader.text("name") ?? id
        secret = try reader.text("client_secret")
        keys = try reader.optional("jwks") { try? JSONWebKeySet(parsing: $0.text) }
        authentication = try reader.choice("token_endpoint_auth_method", Authentication.Kind.self)
            .map(Authentication.init)
        callbacks = try reader.texts("callbacks")
        logoutURLs = try reader.texts("logout_urls")
        allowedOrigins = try reader.texts("allowed_origins")
        webOrigins = try reader.texts("web_origins")
        backChannelLogoutURL = try reader.text("backchannel_logout_uri")
        allowsAnyLoopbackPort = try reader.flag("any_loopback_port")
        grantTypes = try reader.texts("grant_types")
        clientGrants = try reader.optional("client_grants") { value in
            guard let members = value.dictionary else { return nil }
            let grants = members.compactMapValues { $0.elements?.compactMap(\.string) }
            return grants.count == members.count ? grants : nil
        }
        isThirdParty = try reader.flag("third_party")
        requiresPushedRequests = try reader.flag("require_pushed_authorization_requests")
        requiresSignedRequests = try reader.flag("require_signed_request_object")
        requiresPKCE = try reader.optional("require_pkce", \.boolean)
        requiresDPoP = try reader.flag("require_proof_of_possession")
        organizationUsage = OrganizationUsage(
            kind: try reader.choice("organization_usage", OrganizationUsage.Kind.self) ?? .allow)
        organizationPrompt = OrganizationPrompt(
            kind: try reader.choice("organization_require_behavior", OrganizationPrompt.Kind.self) ?? .never)
        signsIDTokensWithSecret = try reader.optional("id_token_signing_alg") { $0.string == "HS256" } ?? false
        wantsSignedUserInfo = try reader.text("userinfo_signed_response_alg") != nil
    }
}

extension TenantSeed.Connection {
    fileprivate init(_ reader: inout SeedReader) throws(EmulatorError) {
        let name = try reader.required("name")
        guard let strategy = try reader.choice("strategy", Strategy.Kind.self) else {
            throw EmulatorError(.malformedSeed, "connections.\(name).strategy")
        }
        self.init(name: name, strategy: Strategy(kind: strategy), displayName: try reader.text("display_name"))
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
            name: try reader.required("name"), permissions: try reader.scopesByAudience("permissions") ?? [:],
            members: Set(try reader.texts("members")))
        (id, description) = (try reader.text("id"), try reader.text("description") ?? name)
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
        permissions = try reader.scopesByAudience("permissions") ?? [:]
        loginRefusal = try reader.optional("login_refusal", LoginRefusal.init)
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
            id: try reader.required("id"), type: try reader.required("type"), fields: try reader.object("fields"))
    }
}

extension TenantSeed.User.SecondFactor {
    fileprivate init(_ reader: inout SeedReader) throws(EmulatorError) {
        id = try reader.required("id")
        let target = try reader.text("target") ?? ""
        switch try reader.required("type") {
        case "otp": kind = .app(secret: target)
        case "phone": kind = .sms(number: target)
        case "email": kind = .email(address: target)
        case "push-notification": kind = .push
        default: throw EmulatorError(.malformedSeed, "second_factors: type of \(id)")
        }
    }
}
