import HTTPMessages
import OpenID
import Testing
import TransportDoubles

@Suite struct DiscoverTests {
    private static let issuer = "https://op.example.com"

    private func metadata(_ members: String = "", issuer: String = issuer) -> String {
        """
        {"issuer": "\(issuer)", "authorization_endpoint": "https://op.example.com/authorize",
        "token_endpoint": "https://op.example.com/token", "jwks_uri": "https://keys.example.com/jwks"\(members)}
        """
    }

    private func failure(_ body: String, of issuer: String = issuer, status: Int = 200) async -> OpenIDError? {
        let request = OpenID.discover(issuer, session: StubTransport(status: status, body: body))
        guard case .failure(let error) = await request.result() else { return nil }
        return error
    }

    @Test(arguments: [
        (
            "https://op.example.com", DiscoveryDocument.openIDConfiguration,
            "https://op.example.com/.well-known/openid-configuration"
        ),
        (
            "https://op.example.com/", .openIDConfiguration, "https://op.example.com/.well-known/openid-configuration"
        ),
        (
            "https://op.example.com:8443/tenant/a/", .openIDConfiguration,
            "https://op.example.com:8443/tenant/a/.well-known/openid-configuration"
        ),
        (
            "https://op.example.com/tenant/a", .authorizationServer,
            "https://op.example.com/.well-known/oauth-authorization-server/tenant/a"
        ),
        (
            "https://op.example.com", .authorizationServer,
            "https://op.example.com/.well-known/oauth-authorization-server"
        ),
        (
            "https://old.example.com/t/", .at("https://op.example.com/t/.well-known/openid-configuration?p=x"),
            "https://op.example.com/t/.well-known/openid-configuration?p=x"
        ),
        ("http://127.0.0.1:9000", .at("http://127.0.0.1:9000/metadata"), "http://127.0.0.1:9000/metadata"),
    ])
    func `requests the document of an issuer at its well-known address`(
        issuer: String, document: DiscoveryDocument, address: String
    ) async throws {
        let transport = StubTransport(body: metadata(issuer: issuer))

        let provider = try await OpenID.discover(issuer, from: document, session: transport).start()

        #expect(transport.requests.map(\.url.string) == [address])
        #expect(provider.metadata.issuer == issuer)
    }

    @Test func `reads the metadata of a provider, and treats missing members as unknown`() async throws {
        let body = metadata(
            #", "end_session_endpoint": null, "scopes_supported": ["openid"], "x": {"y": 1}, "userinfo_endpoint": "https://op.example.com/me?v=1""#
        )

        let metadata = try await OpenID.discover(Self.issuer, session: StubTransport(body: body)).start().metadata

        #expect(metadata.tokenEndpoint?.string == "https://op.example.com/token")
        #expect(metadata.keySetURL?.host == "keys.example.com")
        #expect(metadata.userInfoEndpoint?.string == "https://op.example.com/me?v=1")
        #expect(metadata.endSessionEndpoint == nil)
        #expect(metadata.supported("scopes_supported") == ["openid"])
        #expect(metadata.supported("grant_types_supported") == nil)
        #expect(!metadata.includesIssuerInResponse)
        #expect((metadata["x"] as? [String: any Sendable])?["y"] as? Int == 1)
    }

    @Test(arguments: [
        "https://op.example.com/", "https://OP.example.com", "https://op.example.com:443", "https://op.example.co",
        "http://op.example.com", "https://evil.example", "",
    ])
    func `A5 discovery-issuer-mismatch`(other: String) async {
        let error = await failure(metadata(issuer: other))

        #expect(error?.code == .issuerMismatch)
    }

    @Test func `A5 a document at a custom address has to name the issuer, too`() async {
        let transport = StubTransport(body: metadata())
        let request = OpenID.discover(
            "https://other.example.com", from: .at("https://op.example.com/document"), session: transport)

        let error = await #expect(throws: OpenIDError.self) { _ = try await request.start() }

        #expect(error?.code == .issuerMismatch)
        #expect(transport.requests.map(\.url.string) == ["https://op.example.com/document"])
    }

    @Test(arguments: ["http://127.0.0.1/document", "http://op.example.com/", "file:///etc/passwd", ""])
    func `T2 a document of an https issuer is fetched with https`(address: String) async {
        let transport = StubTransport(body: metadata())
        let request = OpenID.discover(Self.issuer, from: .at(address), session: transport)

        let error = await #expect(throws: OpenIDError.self) { _ = try await request.start() }

        #expect(error?.code == .argumentInvalid)
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        "http://op.example.com/token", "javascript:alert(1)", "file:///etc/passwd", "https://a@op.example.com/token",
        "https://op.example.com/token#x", "https://op.example.com/to ken", "//op.example.com/token", "/token", "",
        "ftp://op.example.com/", "http://127.0.0.1:8080/token",
    ])
    func `A5 T2 a forbidden endpoint makes the whole document invalid`(address: String) async {
        for name in ["userinfo_endpoint", "end_session_endpoint", "registration_endpoint", "introspection_endpoint"] {
            let error = await failure(metadata(#", "\#(name)": "\#(address)""#))

            #expect(error?.code == .metadataInvalid)
            #expect("\(error as Any)".contains(name))
        }
    }

    @Test func `plain http is allowed for an issuer on loopback`() async throws {
        let issuer = "http://127.0.0.1:9000/o"
        let body = #"{"issuer": "\#(issuer)", "token_endpoint": "\#(issuer)/token"}"#

        let provider = try await OpenID.discover(issuer, session: StubTransport(body: body)).start()

        #expect(provider.metadata.tokenEndpoint?.string == "http://127.0.0.1:9000/o/token")
    }

    @Test(arguments: [
        "http://op.example.com", "op.example.com", "", "https://", "https://op.example.com?x=1",
        "https://op.example.com/#x", "https://a b", "javascript:alert(1)",
    ])
    func `an issuer that is not a URL causes no request`(issuer: String) async {
        let transport = StubTransport(body: metadata())
        let request = OpenID.discover(issuer, session: transport)

        await #expect(throws: OpenIDError.self) { _ = try await request.start() }
        #expect(await failure("", of: issuer)?.code == .argumentInvalid)
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        ("<html>", OpenIDError.Code.responseInvalid), ("", .responseInvalid), ("[]", .metadataInvalid),
        ("{}", .metadataInvalid), (#"{"issuer": 1}"#, .metadataInvalid),
        (#"{"issuer": "https://op.example.com", "issuer": "https://evil.example"}"#, .responseInvalid),
        (#"{"issuer": "https://op.example.com", "token_endpoint": 1}"#, .metadataInvalid),
    ])
    func `an invalid document is refused`(body: String, code: OpenIDError.Code) async {
        #expect(await failure(body)?.code == code)
    }

    @Test func `T1 a redirect is not followed`() async {
        let error = await failure("", status: 302)

        #expect(error?.code != nil)
        #expect(error?.statusCode == 302)
    }

    @Test func `a missing endpoint of the provider is named in the error`() async throws {
        let transport = StubTransport(body: metadata())
        let client = try await OpenID.discover(Self.issuer, session: transport).start().client(id: "c")
        let error = await #expect(throws: OpenIDError.self) { try await client.revoke("t").start() }

        #expect(error?.code == .unsupported)
        #expect("\(error as Any)".contains("revocation_endpoint"))
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: ["HTTPS://op.example.com", "Https://op.example.com", "https://op.example.com"])
    func `T2 an issuer on TLS has no endpoint on loopback, whatever the case of its scheme`(issuer: String) async {
        let body = metadata(#", "userinfo_endpoint": "http://127.0.0.1:9/userinfo""#, issuer: issuer)

        #expect(await failure(body, of: issuer)?.code == .metadataInvalid)
        #expect(await failure(metadata(issuer: issuer), of: issuer) == nil)
    }

    @Test(arguments: ["token_endpoint", "authorization_endpoint", "jwks_uri", "end_session_endpoint"])
    func `T2 E1 nothing is sent without TLS unless the issuer is written as http on a loopback literal`(
        name: String
    ) async {
        for host in ["op.example.com", "127.0.0.1:9", "[::1]:9", "localhost:9"] {
            let members = [
                "authorization_endpoint": "https://op.example.com/authorize",
                "token_endpoint": "https://op.example.com/token", "jwks_uri": "https://op.example.com/jwks",
            ].merging([name: "http://\(host)/"]) { $1 }
            let transport = StubTransport(
                body: #"{"issuer": "\#(Self.issuer)", "#
                    + members.map { #""\#($0)": "\#($1)""# }.sorted().joined(separator: ", ") + "}")

            let error = await #expect(throws: OpenIDError.self) {
                _ = try await OpenID.discover(Self.issuer, session: transport).start()
            }

            #expect(error?.code == .metadataInvalid)
            #expect(transport.requests.allSatisfy { $0.url.isSecure } && transport.requests.count == 1)
        }
        for issuer in ["http://op.example.com", "http://localhost.example:9", "http://127.0.0.2.example.com"] {
            let transport = StubTransport(body: metadata(issuer: issuer))

            await #expect(throws: OpenIDError.self) {
                _ = try await OpenID.discover(issuer, session: transport).start()
            }
            #expect(transport.requests.isEmpty)
        }
    }

    @Test func `T2 an issuer on loopback has endpoints on loopback, whatever the case of its scheme`() async {
        for issuer in ["http://127.0.0.1:9", "HTTP://127.0.0.1:9"] {
            let body = metadata(#", "userinfo_endpoint": "http://127.0.0.1:9/userinfo""#, issuer: issuer)
            #expect(await failure(body, of: issuer) == nil)
        }
    }
}
