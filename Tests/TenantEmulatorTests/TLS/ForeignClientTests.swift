import ByteEncodings
import Foundation
import ProgramRunner
import TenantEmulator
import Testing

/// Clients that were written for the service, against a tenant that serves TLS.
@Suite(.enabled(if: PythonJudge.isExpected), .timeLimit(.minutes(5))) struct ForeignClientTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/emulator-clients-\(UUID().uuidString)"

    private func verdict(_ task: String) async throws -> JSONValue {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var configuration = TenantConfiguration()
        let authority = try CertificateAuthority(folder: folder)
        configuration.certificateAuthority = authority
        let tenant = try EmulatedTenant.start(configuration)
        let path = try #require(authority.certificatePath)
        let line = #"{"task": "\#(task)", "domain": "127.0.0.1:\#(tenant.port)", "ca": "\#(path)"}"#

        let verdicts = try await PythonJudge("judge_emulator.py").verdicts([Array(line.utf8)])
        return try JSONValue(parsing: verdicts[0])
    }

    @Test func `A1 Auth0's SDK for Python logs in, verifies the ID token and renews`() async throws {
        let verdict = try await verdict("login")

        #expect(verdict["refusal"]?.string == nil)
        #expect(verdict["subject"]?.string == "auth0|000000000000000000000001")
        #expect(verdict["email"]?.string == "john@example.com")
        // It sends an empty scope with every renewal.
        #expect(verdict["renewed"]?.list?.contains(.string("id_token")) == true)
    }

    @Test func `A3 Auth0's SDK for Python manages users with a token of a machine`() async throws {
        let verdict = try await verdict("machine")

        #expect(verdict["refusal"]?.string == nil)
        #expect(verdict["found"] == .boolean(true))
        #expect(verdict["listed"]?.list == [JSONValue.string("judged@example.com")])
        #expect(verdict["roles"]?.list == [JSONValue.string("judge")])
        #expect(verdict["ticket"] == .boolean(true))
        #expect(verdict["left"]?.integer == 0)
    }

    @Test func `B7 Authlib logs in by browser at a web application's client`() async throws {
        let verdict = try await verdict("browser")

        #expect(verdict["refusal"]?.string == nil)
        #expect(verdict["email"]?.string == "john@example.com")
        #expect(verdict["keys"]?.list?.contains(.string("id_token")) == true)
    }
}
