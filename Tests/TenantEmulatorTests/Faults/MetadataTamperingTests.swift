import ByteEncodings
import TenantEmulator
import Testing

@Suite struct MetadataTamperingTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }
    let path = "/.well-known/openid-configuration"

    init() throws { tenant = try .withStoppedClock() }

    private func document(_ tampering: MetadataTampering) async throws -> TestResponse {
        tenant.faults.set(.metadata(tampering), on: path, times: 1)
        return try await client.get(path)
    }

    @Test(arguments: MetadataTampering.allCases)
    func `A5 every alteration changes the document once`(tampering: MetadataTampering) async throws {
        let genuine = try await client.get(path)
        let changed = try await document(tampering)
        let after = try await client.get(path)

        let isSame = changed.body == genuine.body && changed.header("content-type") == genuine.header("content-type")
        #expect(!isSame)
        #expect(after.body == genuine.body)
    }

    @Test(
        arguments: [
            (MetadataTampering.issuerOther, "issuer", "https://evil.example/"),
            (.endpointPlain, "token_endpoint", "http://evil.example/oauth/token"),
            (.endpointScript, "authorization_endpoint", "javascript:alert(1)//"),
            (.endpointRelative, "token_endpoint", "/oauth/token"),
            (.issuerMissing, "issuer", nil), (.tokenEndpointMissing, "token_endpoint", nil),
            (.authorizationEndpointMissing, "authorization_endpoint", nil), (.keySetMissing, "jwks_uri", nil),
        ] as [(MetadataTampering, String, String?)])
    func `A5 T2 alters one member`(tampering: MetadataTampering, name: String, value: String?) async throws {
        let members = try await document(tampering).json

        #expect(members?[name]?.string == value)
        #expect(members?["userinfo_endpoint"]?.string == tenant.issuer + "userinfo")
    }

    @Test func `A5 alters its own addresses`() async throws {
        let port = tenant.port
        let issuer = try await document(.issuerWithoutSlash)["issuer"]
        let userInfo = try await document(.endpointUserInfo)["token_endpoint"]
        let fragment = try await document(.endpointFragment)["token_endpoint"]

        #expect(issuer == tenant.domain)
        #expect(userInfo == "http://name:word@127.0.0.1:\(port)/oauth/token")
        #expect(fragment == "http://127.0.0.1:\(port)/oauth/token#part")
    }

    @Test func `A3 J2 alters the supported features`() async throws {
        let plain = try await document(.plainProofKeys).json?["code_challenge_methods_supported"]?.elements
        let missing = try await document(.proofKeysMissing).json?["code_challenge_methods_supported"]
        let shared = try await document(.sharedSecretsOnly).json?["id_token_signing_alg_values_supported"]?.elements
        let flag = try await document(.issuerParameterMissing).json?["authorization_response_iss_parameter_supported"]

        #expect(plain?.map(\.string) == ["plain"])
        #expect(missing == nil)
        #expect(shared?.map(\.string) == ["HS256"])
        #expect(flag == nil)
    }

    @Test func `alters the document as a whole`() async throws {
        let words = try await document(.notJSON)
        let array = try await document(.array)
        let duplicate = try await document(.duplicateMember)
        let page = try await document(.contentType)
        let huge = try await document(.huge)
        let redirect = try await document(.redirect)

        #expect(words.status == 200 && words.json == nil)
        #expect(array.json?.count == 1)
        #expect(duplicate.json == nil && duplicate.text.contains(#""issuer":"\#(tenant.issuer)""#))
        #expect(page.header("content-type") == "text/html")
        #expect(huge.body.count > 4 << 20)
        #expect(redirect.status == 302)
        #expect(try await client.get(redirect.header("location") ?? "")["issuer"] == tenant.issuer)
    }
}
