import ByteEncodings
import ProgramRunner
import TenantEmulator
import Testing

/// Clients that were written for the service, against a tenant that serves TLS.
@Suite(.enabled(if: PythonJudge.isExpected), .timeLimit(.minutes(30))) struct ForeignClientTests {
    private let folder = TemporaryFolder()

    private func verdict(_ task: String, in environment: String = "python") async throws -> JSONValue {
        let authority = try TenantConfiguration.CertificateAuthority(folder: folder.path)
        let tenant = try EmulatedTenant.start { $0.certificateAuthority = authority }
        let path = try #require(authority.certificatePath)
        let line = #"{"task": "\#(task)", "domain": "127.0.0.1:\#(tenant.port)", "ca": "\#(path)"}"#

        let verdicts = try await PythonJudge("judge_emulator.py", environment: environment).verdicts([Array(line.utf8)])
        let verdict = try JSONValue(parsing: verdicts[0])
        #expect(verdict["refusal"]?.string == nil)
        return verdict
    }

    @Test(arguments: ["python", "python-auth0-4"])
    func `emulator-a1 Auth0's SDKs for Python log in, verify the ID token and renew`(environment: String) async throws {
        let verdict = try await verdict("login", in: environment)

        #expect(verdict["subject"]?.string == "auth0|000000000000000000000001")
        #expect(verdict["email"]?.string == "john@example.com")
        // It sends an empty scope with every renewal.
        #expect(verdict["renewed"]?.list?.contains(.string("id_token")) == true)
    }

    @Test(arguments: [("machine", "python"), ("machine4", "python-auth0-4")])
    func `emulator-a3 Auth0's SDKs for Python manage users with a token of a machine`(
        task: String, environment: String
    ) async throws {
        let verdict = try await verdict(task, in: environment)

        #expect(verdict["found"] == .boolean(true))
        #expect(verdict["listed"]?.list == [JSONValue.string("judged@example.com")])
        #expect(verdict["roles"]?.list == [JSONValue.string("judge")])
        #expect(verdict["ticket"] == .boolean(true))
        #expect(verdict["left"]?.integer == 0)
    }

    @Test func `emulator-b7 Authlib logs in by browser at a web application's client`() async throws {
        let verdict = try await verdict("browser")

        #expect(verdict["email"]?.string == "john@example.com")
        #expect(verdict["keys"]?.list?.contains(.string("id_token")) == true)
    }

    @Test func `emulator-a1 Auth0's SDK for APIs verifies bearer and DPoP tokens, and refuses others`() async throws {
        let verdict = try await verdict("api")

        #expect(verdict["subject"]?.string == "auth0|000000000000000000000001")
        #expect(verdict["type"]?.string == "DPoP")
        #expect(verdict["proven"] == verdict["subject"])
        // A changed signature, a bound token as a bearer token, and a proof by another key.
        #expect(verdict["refused"]?.list == Array(repeating: .string("VerifyAccessTokenError"), count: 3))
    }

    @Test(arguments: ["plain", "pushed"])
    func `emulator-a1 Auth0's SDK for web servers logs in, has a session, and logs out`(request: String) async throws {
        let login = try #require(try await verdict("server")[request])

        #expect(login["email"]?.string == "john@example.com")
        #expect(login["token"] == .boolean(true))
        #expect(login["pushed"] == .boolean(request == "pushed"))
        #expect(login["left"]?.string == "http://localhost:3000")
        #expect(login["user"] == .null)
        #expect(login["again"] == .boolean(true))
    }
}
