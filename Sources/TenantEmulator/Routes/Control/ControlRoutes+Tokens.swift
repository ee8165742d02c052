import ByteEncodings

extension ControlRoutes {
    /// The routes that sign a token with any claims, and that change the claims of later tokens.
    static let tokens = [
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
        ) { context, core throws(Refusal) in
            let members = try context.controlBody()
            let token = core.withState { tenant in
                tenant.token(members["claims"]?.dictionary ?? [:], header: members["header"]?.dictionary ?? [:])
            }
            guard let token else { throw .oauth(503, "system", "The tenant has not started") }
            return .json(.members(["token": token]), status: 201)
        },
        ControlRoute(
            method: "PUT", path: "/_emulator/claims",
            summary:
                "Replaces the custom claims of later tokens, as access_token_claims and id_token_claims of a seed.",
            body: [
                ControlField("access_token", .object, "The claims of access tokens; without it they stay."),
                ControlField(
                    "id_token", .object, "The claims of ID tokens and of the user info; without it they stay."),
            ], success: .empty("Later tokens have these claims.")
        ) { context, core throws(Refusal) in
            let members = try context.controlBody()
            let access = try claims("access_token", members)
            let id = try claims("id_token", members)
            _ = core.withState { tenant in
                tenant.accessTokenClaims = access ?? tenant.accessTokenClaims
                tenant.idTokenClaims = id ?? tenant.idTokenClaims
            }
            return HTTPResponse(204)
        },
    ]

    private static func claims(_ name: String, _ members: [String: JSONValue]) throws(Refusal) -> CustomClaims? {
        guard let claims = members[name]?.dictionary else { return nil }
        return try checked { () throws(EmulatorError) in try CustomClaims(claims, at: SeedPath(root: name)) }
    }
}

extension TenantState {
    private static let signedLifetime = 3600

    /// Signs any claims.
    fileprivate func token(_ claims: [String: JSONValue], header: [String: JSONValue]) -> String {
        let usual: [String: JSONValue] = [
            "iss": .string(issuer), "iat": .integer(now), "exp": .integer(now + Self.signedLifetime),
            "jti": .string(Secrets.token(16)),
        ]
        return signForClient(
            TokenTampering.change(usual, claims), with: keys.current,
            tampering: TokenTampering(header: header, signature: .genuine, edit: { _, _ in }))
    }
}
