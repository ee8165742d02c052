import ByteEncodings

/// A grant type of the token endpoint; the raw value is the `grant_type`.
enum GrantType: String, CaseIterable {
    case password
    case passwordRealm = "http://auth0.com/oauth/grant-type/password-realm"
    case oneTimeCode = "http://auth0.com/oauth/grant-type/passwordless/otp"
    case authorizationCode = "authorization_code"
    case refreshToken = "refresh_token"
    case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    case tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange"
    case passkey = "urn:okta:params:oauth:grant-type:webauthn"
    case clientCredentials = "client_credentials"
    case secondFactorCode = "http://auth0.com/oauth/grant-type/mfa-otp"
    case outOfBand = "http://auth0.com/oauth/grant-type/mfa-oob"
    case recoveryCode = "http://auth0.com/oauth/grant-type/mfa-recovery-code"

    /// The grant type of ID tokens in authorization responses, which the token endpoint does not have.
    static let implicit = "implicit"

    /// The grant types of the service that the emulator does not have: Token Vault and CIBA.
    ///
    /// - SeeAlso: [Token Vault](https://auth0.com/docs/secure/tokens/token-vault), [Client-Initiated Backchannel
    ///   Authentication](https://auth0.com/docs/get-started/authentication-and-authorization-flow/client-initiated-backchannel-authentication-flow)
    static let unbuilt: Set = [
        "urn:auth0:params:oauth:grant-type:token-exchange:federated-connection-access-token",
        "urn:openid:params:grant-type:ciba",
    ]

    /// The grant types that a client can have.
    static let names = (allCases.map(\.rawValue) + [implicit]).sorted()
}

extension TenantState {
    /// Exchanges the grant of an authenticated client for a token response.
    mutating func exchange(_ grant: GrantType, _ request: ClientRequest) throws(Refusal) -> JSONValue {
        switch grant {
        case .password: try exchangePassword(request)
        case .passwordRealm: try exchangePassword(request, realm: request.required("realm"))
        case .oneTimeCode: try exchangeOneTimeCode(request)
        case .authorizationCode: try exchangeAuthorizationCode(request)
        case .refreshToken: try exchangeRefreshToken(request)
        case .deviceCode: try exchangeDeviceCode(request)
        case .tokenExchange: try exchangeSubjectToken(request)
        case .passkey: try exchangePasskey(request)
        case .clientCredentials: try exchangeClientCredentials(request)
        case .secondFactorCode: try exchangeSecondFactorCode(request)
        case .outOfBand: try exchangeOutOfBand(request)
        case .recoveryCode: try exchangeRecoveryCode(request)
        }
    }
}
