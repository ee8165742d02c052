import ByteEncodings

extension ControlRoutes {
    /// The routes of tokens: they accept a token of another issuer, sign a token with any claims, and change the claims
    /// of later tokens.
    static let tokens: [ControlRoute] = [
        .change(
            "POST", "/_emulator/subject-tokens",
            "Makes token exchanges accept a token of another issuer, such as an authorization code of Apple.",
            body: [
                .text("subject_token", "The token.", isRequired: true),
                .text(
                    "subject_token_type",
                    "The type, such as http://auth0.com/oauth/token-type/apple-authz-code.", isRequired: true),
                .text("user", "The ID, e-mail address, user name or phone number of the user.", isRequired: true),
                ControlField("times", .integer(1...1_000_000), "The number of exchanges; any number without it."),
            ],
            done: "The token is accepted.", refusals: [404: "There is no such user."]
        ) { request, core throws(Refusal) in
            let token = TenantSeed.SubjectToken(
                request.text("subject_token"), type: request.text("subject_token_type"), user: request.text("user"),
                times: request["times"]?.integer)
            guard core.withState({ $0.accept(token) }) == true else { throw .notFound("user \(token.user)") }
        },
        ControlRoute(
            method: "POST", path: "/_emulator/tokens",
            summary: "Signs a token with any claims, without a login: for tests of an API.",
            body: [
                ControlField(
                    "claims", .object,
                    "The claims. Without them the tenant adds iss, iat, exp (in an hour) and jti; null removes one.",
                    isRequired: true),
                ControlField("header", .object, "Further members of the header; null removes one."),
            ],
            success: .json("The token.", ControlSchemas.object(["token": ControlSchemas.string]), status: 201)
        ) { request, core throws(Refusal) in
            let token = core.withState { tenant in
                tenant.token(request["claims"]?.dictionary ?? [:], header: request["header"]?.dictionary ?? [:])
            }
            guard let token else { throw .oauth(503, "system", "The tenant has not started") }
            return .members(["token": token])
        },
        .change(
            "PUT", "/_emulator/claims",
            "Replaces the custom claims of later tokens, as access_token_claims and id_token_claims of a seed.",
            body: [
                ControlField("access_token", .object, "The claims of access tokens; without it they stay."),
                ControlField(
                    "id_token", .object, "The claims of ID tokens and of the user info; without it they stay."),
            ], done: "Later tokens have these claims."
        ) { request, core throws(Refusal) in
            let access = try claims("access_token", request)
            let id = try claims("id_token", request)
            _ = core.withState { tenant in
                tenant.accessTokenClaims = access ?? tenant.accessTokenClaims
                tenant.idTokenClaims = id ?? tenant.idTokenClaims
            }
        },
    ]

    private static func claims(_ name: String, _ request: ControlRequest) throws(Refusal) -> CustomClaims? {
        guard let claims = request[name]?.dictionary else { return nil }
        return try checked { () throws(EmulatorError) in try CustomClaims(claims, at: SeedPath(root: name)) }
    }
}

extension TenantState {
    private static let signedLifetime = 3600

    fileprivate mutating func token(_ claims: [String: JSONValue], header: [String: JSONValue]) -> String {
        let own = TokenClaims(members: claims)
        let usual: [String: JSONValue] = [
            "iss": .string(issuer), "iat": .integer(now), "exp": .integer(now + Self.signedLifetime),
            "jti": .string(tokens.newID(16, of: own.subject ?? "", at: own.owningClient)),
        ]
        let members = TokenTampering.change(usual, claims)
        tokens.accept(TokenClaims(members: members))
        return signForClient(members, with: keys.current, tampering: TokenTampering(header: header))
    }
}
