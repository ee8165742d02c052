import ByteEncodings
import Foundation
import HTTPMessages
import JOSE
import OpenID
import OpenSSLCryptography
import Synchronization
import Testing
import TransportDoubles

/// Logins with responses in the form of widely used providers; names and values are made up.
@Suite struct WidelyUsedLoginTests {
    private static let issuer = "https://op.example.com"

    /// The unusual but legal or common properties of a provider's responses.
    struct Shape: Sendable, CustomTestStringConvertible {
        let name: String
        /// More members of the token response.
        var answer = #""expires_in": 3600"#
        var tokenType = "Bearer"
        /// More claims of the ID token.
        var claims: [String: any Sendable] = [:]
        /// More members of the key that signs.
        var key = #""use": "sig", "alg": "RS256""#
        /// More keys.
        var keys = ""
        var keyID: String? = "k1"
        var algorithm = SignatureAlgorithm.rs256
        var status = 200
        var profile = #""email_verified": true"#
        var scope: String?
        var testDescription: String { name }
    }

    private static let shapes = [
        Shape(name: "Google", claims: ["azp": "c", "hd": "example.com"], scope: nil),
        Shape(
            name: "Microsoft Entra", answer: #""scope": "openid email", "expires_in": 4211, "ext_expires_in": 4211"#,
            claims: ["ver": "2.0", "tid": "8f0c", "rh": "0.x", "uti": "y"],
            key: #""use": "sig", "x5t": "k1", "x5c": ["MIIC"], "issuer": "https://op.example.com/{tenantid}""#,
            keys: #", {"kty": "RSA", "use": "sig", "kid": "k2", "n": "AQAB", "e": "AQAB", "x5c": ["MIIC"]}"#,
            scope: "openid email"),
        Shape(
            name: "Microsoft's older tokens",
            answer: #""expires_in": "3599", "expires_on": "2000000000", "resource": "r""#,
            scope: nil),
        Shape(
            name: "Keycloak",
            answer: """
                "expires_in": 300, "refresh_expires_in": 0, "refresh_token": "r", "not-before-policy": 0,
                "session_state": "s", "scope": "openid"
                """,
            claims: ["azp": "c", "acr": "1", "typ": "ID", "sid": "s", "realm_access": ["roles": ["x"]]],
            keys: #", {"kty": "RSA", "use": "enc", "alg": "RSA-OAEP", "kid": "k1", "n": "AQAB", "e": "AQAB"}"#,
            scope: "openid"),
        Shape(
            name: "Apple", claims: ["email_verified": "true", "is_private_email": "true", "nonce_supported": true],
            profile: #""email_verified": "true""#),
        Shape(
            name: "Amazon Cognito", answer: #""expires_in": 3600, "refresh_token": "r""#,
            claims: ["token_use": "id", "cognito:username": "x", "origin_jti": "y"],
            profile: #""email_verified": "true""#),
        Shape(name: "GitLab", answer: #""created_at": 1700000000, "expires_in": 7200"#, claims: ["sub_legacy": "x"]),
        Shape(
            name: "Twitch", answer: #""scope": ["openid", "user:read"], "expires_in": null"#, tokenType: "bearer",
            scope: "openid user:read"),
        Shape(
            name: "keys of other kinds, members that are null, no name", claims: ["aud": ["c"]],
            key: #""alg": null, "use": null, "kid": null, "key_ops": ["verify"], "x5c": null"#,
            keys: """
                , {"kty": "oct", "k": "AAAA"}, {"kty": "AKP", "alg": "ML-DSA-44", "pub": "AA"},
                {"kty": "RSA", "alg": "RSA-OAEP-256", "n": "AQAB", "e": "AQAB"}, {"kty": "EC", "crv": "secp256k1"}
                """,
            keyID: nil, status: 201),
        Shape(name: "PS256", key: #""alg": "PS256""#, algorithm: .ps256),
    ]

    private static let secret = Result { try PrivateKey(generating: .rsa(bits: 2048)) }

    /// A provider that responds in a form; each ID token gets the nonce of the current login.
    private func provider(_ shape: Shape, nonce: @escaping @Sendable () -> String) throws -> StubTransport {
        let signing = try SigningKey(Self.secret.get(), algorithm: shape.algorithm, id: shape.keyID)
        let numbers = try #require(signing.publicKey).json
        var key = #""kty": "RSA", "n": "\#(numbers["n"]?.string ?? "")", "e": "\#(numbers["e"]?.string ?? "")""#
        if let id = shape.keyID { key += #", "kid": "\#(id)""# }
        let keys = #"{"keys": [{\#(key), \#(shape.key)}\#(shape.keys)]}"#
        return StubTransport { request in
            switch request.url.path {
            case "/token":
                let now = Int(Date().timeIntervalSince1970)
                var claims: [String: any Sendable] = [
                    "iss": Self.issuer, "sub": "me", "aud": "c", "iat": now, "exp": now + 3600, "nonce": nonce(),
                ]
                claims.merge(shape.claims) { $1 }
                guard let payload = try? JSONValue(freeForm: claims).text,
                    let token = try? signing.sign(Array(payload.utf8), type: nil)
                else { return .failure(TransportError(.cancelled)) }
                let body = """
                    {"access_token": "AT", "token_type": "\(shape.tokenType)", "id_token": "\(token)", \(shape.answer)}
                    """
                return .success(
                    TransportResponse(
                        status: shape.status, fields: ["Content-Type": "application/json;charset=UTF-8"],
                        body: Array(body.utf8)))
            case "/userinfo":
                return .success(TransportResponse(status: 200, body: Array(#"{"sub": "me", \#(shape.profile)}"#.utf8)))
            default: return .success(TransportResponse(status: 200, body: Array(keys.utf8)))
            }
        }
    }

    @Test(arguments: shapes)
    func `logs in at a provider of every shape`(shape: Shape) async throws {
        // Each has keys of its own: they are kept by their address.
        let nonce = Nonce()
        let transport = try provider(shape) { nonce.value }
        var metadata = ProviderMetadata(issuer: Self.issuer)
        metadata.authorizationEndpoint = try HTTPURL(Self.issuer + "/authorize")
        metadata.tokenEndpoint = try HTTPURL(Self.issuer + "/token")
        metadata.userInfoEndpoint = try HTTPURL(Self.issuer + "/userinfo")
        metadata.keySetURL = try HTTPURL(Self.issuer + "/keys/\(UUID())")
        let client = OpenIDProvider(metadata, session: transport).client(id: "c", authentication: .secretPost("s"))
        let pending = try await client.begin(client.login().redirectURI("https://app.example.com/callback")).start()
        nonce.value = try #require(URLComponents(string: pending.url)?.queryItems?.first { $0.name == "nonce" }?.value)

        let credentials = try await client.finish(pending, with: "code=1&state=\(pending.state)&session_state=x")
            .start()
        let profile = try await client.userInfo(of: credentials).start()

        #expect(credentials.accessToken == "AT")
        #expect(credentials.scope == shape.scope)
        #expect(try decode(jwt: credentials.idToken).subject == "me")
        #expect(profile.emailVerified == true)
        #expect(transport.requests.last?.fields["Authorization"] == "Bearer AT")
    }

    @Test func `Apple's form response is handled like a query, for web servers only`() async throws {
        let nonce = Nonce()
        let transport = try provider(Shape(name: "Apple")) { nonce.value }
        var metadata = ProviderMetadata(issuer: Self.issuer)
        metadata.authorizationEndpoint = try HTTPURL(Self.issuer + "/authorize")
        metadata.tokenEndpoint = try HTTPURL(Self.issuer + "/token")
        metadata.keySetURL = try HTTPURL(Self.issuer + "/keys/\(UUID())")
        let client = OpenIDProvider(metadata, session: transport).client(id: "c", authentication: .secretPost("s"))
        let login = client.login().scope("openid name email").parameters(["response_mode": "form_post"])
        let pending = try await client.begin(login.redirectURI("https://app.example.com/callback")).start()
        nonce.value = try #require(URLComponents(string: pending.url)?.queryItems?.first { $0.name == "nonce" }?.value)

        let form = "state=\(pending.state)&code=c.0.a&user=%7B%22name%22%3A%7B%22firstName%22%3A%22A+B%22%7D%7D"
        let credentials = try await client.finish(pending, with: form).start()
        let native = await #expect(throws: OpenIDError.self) { try await login.start() }

        #expect(pending.url.contains("response_mode=form_post"))
        #expect(credentials.accessToken == "AT")
        #expect(native?.code == .argumentInvalid)
        for mode in ["fragment", "form_post.jwt", "query", ""] {
            let other = login.parameters(["response_mode": mode]).redirectURI("https://app.example.com/callback")
            let error = await #expect(throws: OpenIDError.self) { _ = try await client.begin(other).start() }
            #expect(error?.code == .argumentInvalid)
        }
    }
}

/// The nonce of the current login, which the browser sends to the provider.
private final class Nonce: Sendable {
    private let state = Mutex("")
    var value: String {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

extension JSONValue {
    fileprivate var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
