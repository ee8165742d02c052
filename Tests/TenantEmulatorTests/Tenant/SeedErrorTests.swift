import ByteEncodings
import TenantEmulator
import Testing

/// The errors of a seed name the member, what is wrong with it and what is allowed, and its line and column.
@Suite struct SeedErrorTests {
    private static let client = #""clients": [{"client_id": "a"}]"#
    private static let database = #""connections": [{"name": "db", "strategy": "auth0"}]"#

    private func problem(_ json: String) -> String? {
        let error = #expect(throws: EmulatorError.self) { try TenantSeed(json: Array(json.utf8)) }
        #expect(error?.code == .malformedSeed)
        return error?.detail
    }

    @Test func `names the line and the column`() {
        #expect(
            problem("{\n  \"clients\": [\n    {\"client_id\": \"é\", \"nmae\": \"b\"}\n  ]\n}")?
                .hasSuffix("(line 3, column 24)") == true)
        #expect(
            problem("{\"clients\": [{\"client_id\": \"a\"},\n{\"client_id\": \"a\"}]}")
                == "seed.clients[1].client_id: the client_id a occurs twice (line 2, column 2)")
        #expect(
            problem("{\"clients\": [\n") == "the text is not JSON: unexpected end (line 2, column 1)")
        #expect(problem("") == "the text is not JSON: it is empty")
        #expect(problem("{\n \"clients\": 1,\n \"clients\": 2}")?.contains("a member occurs twice (line 3") == true)
    }

    @Test(arguments: [
        ("[]", "seed: an object is required, not an array"), ("{}", "seed.clients: at least one is required"),
        (#"{"clients": []}"#, "seed.clients: at least one is required"),
        (#"{"clients": {}}"#, "seed.clients: an array of objects is required, not an object"),
        (#"{"clients": [7]}"#, "seed.clients[0]: an object is required, not a number"),
        (#"{"clients": [{"name": "x"}]}"#, "seed.clients[0].client_id: the member is required"),
        (#"{"clients": [{"client_id": ""}]}"#, "seed.clients[0].client_id: the value must not be empty"),
        (#"{"clients": [{"client_id": null}]}"#, "seed.clients[0].client_id: a string is required, not null"),
        (#"{"clients": [{"client_id": 1}]}"#, "seed.clients[0].client_id: a string is required, not a number"),
    ])
    func `says what is wrong with a client`(json: String, problem: String) {
        #expect(self.problem(json)?.hasPrefix(problem) == true, "\(self.problem(json) ?? "")")
    }

    @Test(arguments: [
        (#""nmae": "b""#, "nmae: there is no such member"), (#""callbacks": ["b", 1]"#, "callbacks[1]: a string"),
        (
            #""grant_types": ["implicitly"]"#,
            #"grant_types[0]: "implicitly" is not one of authorization_code, client_credentials, "#
        ),
        (#""id_token_signing_alg": "none""#, #"id_token_signing_alg: "none" is not one of HS256, RS256"#),
        (
            #""token_endpoint_auth_method": "basic""#,
            #"token_endpoint_auth_method: "basic" is not one of client_secret_basic, "#
        ),
        (
            #""refresh_token": {"rotation_type": "never"}"#,
            #"refresh_token.rotation_type: "never" is not one of rotating, non-rotating"#
        ),
        (#""refresh_token": {"leeway": -1}"#, "refresh_token.leeway: a number of seconds from 0 is required"),
        (#""refresh_token": {"lifetime": 1}"#, "refresh_token.lifetime: there is no such member"),
        (#""client_grants": {"https://a/": ["x"]}"#, "client_grants.https://a/: there is no API https://a/"),
        (
            #""client_grants": {"{domain}/api/v2/": "x"}"#,
            "client_grants.{domain}/api/v2/: an array of strings is required, not a string"
        ),
    ])
    func `says what is wrong with a member of a client`(member: String, problem: String) {
        let found = self.problem(#"{"clients": [{"client_id": "a", \#(member)}]}"#)

        #expect(found?.hasPrefix("seed.clients[0].\(problem)") == true, "\(found ?? "")")
    }

    @Test(arguments: [
        (#""clints": []"#, "seed.clints: there is no such member; allowed are access_token_claims, apis, clients,"),
        (#""default_directory": "x""#, "seed.default_directory: there is no connection x; there are db"),
        (#""default_audience": "x""#, "seed.default_audience: there is no API x; there are none"),
        (#""factors": ["password", "fax"]"#, #"seed.factors[1]: "fax" is not one of password, passkey, "#),
        (#""apis": [{"audience": "x"}, {"audience": "x"}]"#, "seed.apis[1].audience: the audience x occurs twice"),
        (#""apis": [{"audience": "x", "token_dialect": "y"}]"#, #"seed.apis[0].token_dialect: "y" is not one of acc"#),
        (#""roles": [{"name": "x"}, {"name": "x"}]"#, "seed.roles[1].name: the name x occurs twice"),
        (#""roles": [{"name": "x", "members": ["nobody"]}]"#, "seed.roles[0].members: there is no user nobody"),
        (
            #""roles": [{"name": "x", "permissions": {"y": 1}}]"#,
            "seed.roles[0].permissions.y: an array of strings is required, not a number"
        ),
        (
            #""roles": [{"name": "x", "permissions": ["y"]}]"#,
            "seed.roles[0].permissions: an object of arrays of scopes by audience is required, not an array"
        ),
        (
            #""organizations": [{"id": "1", "name": "x"}, {"id": "2", "name": "X"}]"#,
            "seed.organizations[1].name: the name x occurs twice"
        ),
        (
            #""organizations": [{"id": "1", "name": "x", "connections": ["db", "y"]}]"#,
            "seed.organizations[0].connections[1]: there is no connection y"
        ),
        (
            #""organizations": [{"id": "1", "name": "x", "members": ["y"]}]"#,
            "seed.organizations[0].members: there is no user y"
        ),
        (#""id_token_claims": {"sub": "x"}"#, "seed.id_token_claims.sub: the claim is reserved"),
        (
            #""users": [{"connection": "y", "email": "a@b.example"}]"#,
            "seed.users[0].connection: there is no connection y"
        ),
        (#""users": [{"connection": "db"}]"#, "seed.users[0]: a user needs an email, a username or a phone_number"),
        (
            #""users": [{"connection": "db", "email": "a@b.example"}, {"connection": "db", "email": "A@B.example"}]"#,
            "seed.users[1].email: the email a@b.example occurs twice in the connection db"
        ),
        (
            #""users": [{"connection": "db", "email": "a", "second_factors": [{"id": "1", "type": "fax"}]}]"#,
            #"seed.users[0].second_factors[0].type: "fax" is not one of otp, phone, email, push-notification"#
        ),
        (
            #""users": [{"connection": "db", "email": "a", "second_factors": [{"id": "1", "type": "otp", "target": "x"}]}]"#,
            "seed.users[0].second_factors[0].target: the secret of the codes, in hexadecimal, is required"
        ),
    ])
    func `says what is wrong with another member`(member: String, problem: String) {
        let json = "{\(Self.client), \(Self.database), \(member)}"

        #expect(self.problem(json)?.hasPrefix(problem) == true, "\(self.problem(json) ?? "")")
    }

    @Test(arguments: [
        #""roles": [{"name": "x", "permissions": {"{domain}/api/v2/": ["a"], "http://127.0.0.1:4600/api/v2/": ["b"]}}]"#,
        #""users": [{"connection": "db", "email": "a", "permissions": {"{domain}/x": [], "http://127.0.0.1:4600/x": []}}]"#,
    ])
    func `an audience with and without the domain is an error, not a crash`(member: String) throws {
        let json = "{\(Self.client), \(Self.database), \(member)}"
        var configuration = TenantConfiguration(port: 0, seed: try TenantSeed(json: Array(json.utf8)))
        configuration.origin = "http://127.0.0.1:4600"

        let error = #expect(throws: EmulatorError.self) { try EmulatedTenant.start(configuration) }

        #expect(error?.code == .malformedSeed)
        #expect(error?.detail?.contains("occurs twice, with and without {domain}") == true)
    }

    @Test func `client grants, APIs and the default audience follow the domain`() async throws {
        let json = """
            {"clients": [{"client_id": "a", "client_secret": "s", "client_grants": {
                "{domain}/api/v2/": ["read:users"], "{domain}/x": ["y"]}}],
             "apis": [{"audience": "{domain}/x", "scopes": ["y", "z"]}], "default_audience": "{domain}/x"}
            """
        let tenant = try EmulatedTenant.start { $0.seed = try TenantSeed(json: Array(json.utf8)) }
        let client = TestClient(tenant)
        let form = ["grant_type": "client_credentials", "client_id": "a", "client_secret": "s"]

        let usual = try await client.tokens(form)
        let management = try await client.tokens(form.merging(["audience": tenant.domain + "/api/v2/"]) { $1 })
        let more = try await client.tokens(form.merging(["scope": "z"]) { $1 })

        #expect(usual["scope"] == "y" && claims(of: usual["access_token"])?["aud"]?.string == tenant.domain + "/x")
        #expect(management["scope"] == "read:users")
        #expect(more.status == 403)
    }

    @Test func `a user of another connection may have the same address`() throws {
        let seed = TenantSeed(
            clients: [.init(id: "a")],
            users: [.init(email: "a@b.example"), .init(email: "a@b.example", connection: "email")],
            connections: [.init(name: "Username-Password-Authentication"), .init(name: "email", strategy: .email)])

        #expect(try EmulatedTenant.start { $0.seed = seed }.users.count == 2)
    }
}
