import ByteEncodings

/// The handlers of the token endpoint's grant types.
enum GrantHandlers {
    /// Exchanges the grant of an authenticated client for a token response.
    typealias Handler =
        @Sendable (Parameters, Client, RequestContext, inout TenantState) throws(Refusal) -> JSONValue

    /// The grant type of ID tokens in authorization responses, which the token endpoint does not have.
    static let implicit = "implicit"

    /// The grant types that a client can have.
    static let names = (all.keys + [implicit]).sorted()

    /// The handlers by `grant_type`.
    static let all: [String: Handler] = [
        "password": { parameters, client, context, tenant throws(Refusal) in
            try tenant.exchangePassword(parameters, client, context)
        },
        "http://auth0.com/oauth/grant-type/password-realm": { parameters, client, context, tenant throws(Refusal) in
            try tenant.exchangePassword(parameters, client, context, realm: parameters.required("realm"))
        },
        "http://auth0.com/oauth/grant-type/passwordless/otp": { parameters, client, context, tenant throws(Refusal) in
            try tenant.exchangeOneTimeCode(parameters, client, context)
        },
        "authorization_code": { parameters, client, context, tenant throws(Refusal) in
            try tenant.exchangeAuthorizationCode(parameters, client, context)
        },
        "refresh_token": { parameters, client, context, tenant throws(Refusal) in
            try tenant.exchangeRefreshToken(parameters, client, context)
        },
        "urn:ietf:params:oauth:grant-type:device_code": { parameters, client, context, tenant throws(Refusal) in
            try tenant.exchangeDeviceCode(parameters, client, context)
        },
        "urn:ietf:params:oauth:grant-type:token-exchange": { parameters, client, context, tenant throws(Refusal) in
            try tenant.exchangeSubjectToken(parameters, client, context)
        },
        Client.passkeyGrant: { parameters, client, context, tenant throws(Refusal) in
            try tenant.exchangePasskey(parameters, client, context)
        },
        "client_credentials": { parameters, client, context, tenant throws(Refusal) in
            try tenant.exchangeClientCredentials(parameters, client, context)
        },
        "http://auth0.com/oauth/grant-type/mfa-otp": { parameters, client, context, tenant throws(Refusal) in
            try tenant.exchangeSecondFactorCode(parameters, client, context)
        },
        "http://auth0.com/oauth/grant-type/mfa-oob": { parameters, client, context, tenant throws(Refusal) in
            try tenant.exchangeOutOfBand(parameters, client, context)
        },
        "http://auth0.com/oauth/grant-type/mfa-recovery-code": { parameters, client, context, tenant throws(Refusal) in
            try tenant.exchangeRecoveryCode(parameters, client, context)
        },
    ]
}
