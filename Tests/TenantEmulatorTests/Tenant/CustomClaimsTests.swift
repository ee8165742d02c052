import ByteEncodings
import Foundation
import ProgramRunner
import TenantEmulator
import Testing

@Suite struct CustomClaimsTests {
    private static func seed(_ claims: String) throws -> TenantSeed {
        try TenantSeed(
            json: Array(
                """
                {"clients": [{"client_id": "mine", "name": "Mine"},
                             {"client_id": "machine", "client_secret": "a-secret-of-a-machine-in-2026"}],
                 "apis": [{"audience": "https://a.example/", "scopes": ["read"], "privileged_scopes": ["read"]}],
                 "users": [{"connection": "Username-Password-Authentication", "email": "a@b.example", "password": "x",
                            "app_metadata": {"plan": {"name": "gold"}}}],
                 "roles": [{"name": "editor", "permissions": {"https://a.example/": ["read"]}, "members": ["a@b.example"]}],
                 \(claims)}
                """.utf8))
    }

    private static let members = """
        "access_token_claims": {"https://x.example/roles": "{user.roles}", "https://x.example/plan": "{user.app_metadata.plan.name}",
                                "https://x.example/none": "{user.app_metadata.nothing}", "https://x.example/fixed": {"a": [1]}},
        "id_token_claims": {"https://x.example/email": "{user.email}", "https://x.example/app": "{client.name}",
                            "https://x.example/can": "{user.permissions}"}
        """

    /// See [Get user info](https://auth0.com/docs/api/authentication/user-profile/get-user-info).
    @Test func `E4 the user info has the custom claims of the ID token`() async throws {
        let tenant = try EmulatedTenant.start { $0.seed = try Self.seed(Self.members) }
        let login = try await TestClient(tenant).logIn("a@b.example", password: "x", scope: "openid")

        let info = try await TestClient(tenant).get("/userinfo", token: login["access_token"])

        #expect(info["https://x.example/email"] == "a@b.example")
        #expect(info["https://x.example/app"] == "Mine")
        #expect(info["sub"] == claims(of: login["id_token"])?["sub"]?.string)
        #expect(info["email"] == nil)
    }

    @Test func `tokens have the claims of the seed, with the values of the login`() async throws {
        let tenant = try EmulatedTenant.start { $0.seed = try Self.seed(Self.members) }

        let login = try await TestClient(tenant).logIn(
            "a@b.example", password: "x", audience: "https://a.example/", scope: "openid read")
        let (access, id) = (claims(of: login["access_token"]), claims(of: login["id_token"]))

        #expect(access?["https://x.example/roles"]?.list == [.string("editor")])
        #expect(access?["https://x.example/plan"]?.string == "gold")
        #expect(access?["https://x.example/none"] == nil)
        #expect(access?["https://x.example/fixed"]?["a"]?.list?.first?.integer == 1)
        #expect(id?["https://x.example/email"]?.string == "a@b.example")
        #expect(id?["https://x.example/app"]?.string == "Mine")
        #expect(id?["https://x.example/can"]?.list == [.string("read")])
    }

    @Test func `a token of a machine has only the claims that need no user`() async throws {
        let tenant = try EmulatedTenant.start { $0.seed = try Self.seed(Self.members) }

        let response = try await TestClient(tenant).tokens([
            "grant_type": "client_credentials", "client_id": "machine",
            "client_secret": "a-secret-of-a-machine-in-2026", "audience": "https://a.example/",
        ])
        let access = claims(of: response["access_token"])

        #expect(access?["https://x.example/roles"] == nil)
        #expect(access?["https://x.example/fixed"] != nil)
    }

    @Test(arguments: ["iss", "sub", "scope", "nonce", "cnf"])
    func `claims of protocols cannot be replaced`(name: String) throws {
        for member in ["access_token_claims", "id_token_claims"] {
            let error = #expect(throws: EmulatorError.self) {
                _ = try Self.seed(#""\#(member)": {"\#(name)": "x"}"#)
            }
            #expect(error?.detail?.hasPrefix("seed.\(member).\(name): ") == true)
        }
    }
}

@Suite struct SigningKeyFileTests {
    private let folder = TemporaryFolder()

    @Test(arguments: TenantConfiguration.SigningAlgorithm.allCases)
    func `a key in a file verifies the tokens of an earlier start`(
        algorithm: TenantConfiguration.SigningAlgorithm
    ) async throws {
        var configuration = TenantConfiguration()
        configuration.signingAlgorithm = algorithm
        configuration.signingKeyFile = folder.path + "/key.pem"
        configuration.origin = "http://127.0.0.1:4600"

        let first = try EmulatedTenant.start(configuration)
        let token = try await TestClient(first).logIn(audience: "https://api.example.com/")["access_token"]
        let keys = try await TestClient(first).get("/.well-known/jwks.json")
        first.stop()
        let second = try EmulatedTenant.start(configuration)

        #expect(try await TestClient(second).get("/userinfo", token: token).status == 200)
        let kid = keys.json?["keys"]?.list?.first?["kid"]
        #expect(try await TestClient(second).get("/.well-known/jwks.json").json?["keys"]?.list?.first?["kid"] == kid)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/key.pem")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a file with another kind of key is refused with its path`() throws {
        try Data("no key".utf8).write(to: URL(filePath: folder.path + "/key.pem"))

        let error = #expect(throws: EmulatorError.self) {
            try EmulatedTenant.start { $0.signingKeyFile = folder.path + "/key.pem" }
        }

        #expect(error?.code == .system)
        #expect(error?.detail?.contains("key.pem") == true)
    }

    @Test(.timeLimit(.minutes(30)), arguments: [true, false])
    func `a pipe in the place of the key file is refused`(isOfStateFile: Bool) throws {
        let path = folder.path + "/state.key"
        try #require(mkfifo(path, 0o600) == 0)

        let error = #expect(throws: EmulatorError.self) {
            try EmulatedTenant.start {
                if isOfStateFile { $0.stateFile = folder.path + "/state" } else { $0.signingKeyFile = path }
            }
        }

        #expect(error?.code == .system)
        #expect(error?.detail == "cannot read \(path): it is a pipe: name another file")
    }
}
