import Auth0
import ByteEncodings
import Foundation
import HTTPMessages
import JOSE
import OpenSSLCryptography
import RequestPipeline
import SecretStorage

@testable import OpenID

extension CanaryValues {
    private static let issuer = "https://op.example.com"
    /// A secret of the length that HS256 requires.
    private static let secret = String(repeating: canary, count: 6)

    /// Returns the error of a provider that keeps the members of an error response.
    static func providerError(_ info: [String: any Sendable]) -> any Error { OpenIDError(info: info, statusCode: 403) }

    /// Tokens and keys.
    static func tokens() throws -> [Any] {
        let key = try SigningKey(secret: SecretBytes(Array(secret.utf8)), algorithm: .hs256)
        let verification = try VerificationKey(secret: SecretBytes(Array(secret.utf8)), algorithm: .hs256)
        let ring = try KeyRing([verification])
        let claims = """
            {"iss": "\(issuer)", "sub": "canary", "aud": "api", "exp": 4000000000, "iat": 1, "jti": "canary",
            "email": "canary@example.com", "events": {"\(LogoutToken.event)": {}}}
            """
        let text = try key.sign(Array(claims.utf8))
        let verified = try ring.verify(text)
        let jwt = try VerifiedJWT(verified)
        let keys = try TokenKeys.secret(secret)
        return [
            key, verification, ring, keys, try CompactJWS(text), verified, jwt, jwt.claim(name: "email"),
            try LogoutToken(jwt), try VerifiedAccessToken(jwt),
            IDTokenVerifier(issuer: issuer, clientID: "c", keys: keys),
            LogoutTokenVerifier(issuer: issuer, clientID: "c", keys: keys),
            AccessTokenVerifier(issuer: issuer, audience: "api", keys: keys),
            try DPoPNonceIssuer(secret: SecretBytes(Array(secret.utf8))),
            JWTDecodeError.invalidJSON(canary), JWTDecodeError.invalidBase64URL(canary),
            JWTDecodeError.invalidPartCount(canary, 1),
            Credentials(
                accessToken: canary, tokenType: "Bearer", idToken: canary, refreshToken: canary, recoveryCode: canary),
            SecurityToken(canary, type: .accessToken),
        ]
    }

    /// Providers, their clients, and what they respond.
    static func providers() throws -> [Any] {
        let (client, json) = (try client(), try JSONValue(parsing: Array(response.utf8)))
        var metadata = ClientMetadata(name: "n")
        metadata.additional = ["software_statement": canary]
        var expectations = IDTokenExpectations()
        (expectations.nonce, expectations.accessToken, expectations.code) = (canary, canary, canary)
        return [
            client, client.provider, client.provider.metadata, client.authentication, metadata, expectations,
            ClientAuthentication.secretPost(canary),
            try ClientAuthentication.secretJWT(secret), DPoP(keychainIdentifier: "k", store: MemoryStore()),
            try unwrapped(ClientRegistration(json)), try unwrapped(TokenIntrospection(json)),
            try unwrapped(ExchangedToken(json)), try unwrapped(json.freeFormObject.flatMap { UserInfo(json: $0) }),
            try AuthorizationDetail(type: "t", additional: ["account": canary]),
        ]
    }

    /// Logins and logouts that have not ended.
    static func logins() throws -> [Any] {
        let (client, device) = (try client(), try decoded(DeviceAuthorization.self))
        let deviceLogin = client.login(deviceAuthorization: device)
        let terminal = TerminalOutput { _ in }
        let webAuth = Auth0.webAuth(clientId: "c", domain: "t.example.com").state(canary).nonce(canary)
            .parameters(["login_hint": canary]).headers(["X": canary])
        return [
            client.login().loginHint(canary).parameters(["id_token_hint": canary]),
            client.logout(of: Credentials(idToken: canary)).parameters(["logout_hint": canary]),
            device, deviceLogin, DeviceLogin<Credentials, OpenIDError>.State.codeIssued(device),
            DeviceLogin<Credentials, OpenIDError>.State.authorized(Credentials(accessToken: canary)),
            DeviceInstructions(device, on: terminal, timeout: nil), try decoded(PendingLogin.self),
            try decoded(PendingLogout.self),
            try PKCE(verifier: String(repeating: canary, count: 8)), webAuth, webAuth.onMainActor(),
            Auth0.authorizeWithRequestUri(clientId: "c", domain: "t.example.com").state(canary)
                .sessionTransferToken(canary),
            AuthorizationError(.refused, "advice", parameters: ["error_description": canary]),
        ]
    }

    private static func client() throws -> OpenIDClient {
        var metadata = ProviderMetadata(issuer: issuer)
        metadata.tokenEndpoint = try HTTPURL("\(issuer)/token?key=\(canary)")
        return OpenIDProvider(metadata).client(id: "c", authentication: .secretBasic(canary))
    }

    private static func unwrapped<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw TransportError(.malformedResponse, detail: "\(Value.self)") }
        return value
    }
}
