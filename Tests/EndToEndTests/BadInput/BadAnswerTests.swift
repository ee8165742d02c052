import Auth0
import Foundation
import FoundationNetworking
import HTTPMessages
import HTTPURLSession
import LibcurlTransport
import RequestPipeline
import TenantEmulator
import Testing

/// The faults of a server: each is its own typed error, and none traps, hangs or shows the response.
@Suite struct BadAnswerTests {
    private func failure(
        _ fault: EmulatedTenant.Fault, session: any Transport = CurlTransport.standard,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> AuthenticationError {
        let tenant = try EmulatedTenant.start()
        defer { tenant.stop() }
        tenant.faults.set(fault, on: "/oauth/token")
        let client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain, session: session)
        let error = await #expect(throws: AuthenticationError.self, sourceLocation: sourceLocation) {
            try await client.login(
                usernameOrEmail: "john@example.com", password: "Sesame-2026!",
                realmOrConnection: "Username-Password-Authentication"
            ).start()
        }
        let failure = try #require(error, sourceLocation: sourceLocation)
        #expect(!"\(failure)".contains("canary"), sourceLocation: sourceLocation)
        return failure
    }

    @Test(arguments: [
        ("<html><body>canary</body></html>", ResponseError.Code.notJSON), ("", .emptyBody), ("canary", .notJSON),
        ("[\"canary\"]", .unexpectedShape), ("{\"access_token\":\"canary\"}", .unexpectedShape),
        ("{\"access_token\":\"canary\",\"access_token\":\"canary\",\"token_type\":\"Bearer\"}", .notJSON),
        ("{\"access_token\":\"canary", .notJSON), ("\u{FEFF}{}", .notJSON),
    ])
    func `T10 a body without the promised JSON is an error`(body: String, code: ResponseError.Code) async throws {
        let error = try await failure(.body(Array(body.utf8), contentType: "text/html"))

        #expect((error.cause as? ResponseError)?.code == code)
        #expect(error.statusCode == 200)
    }

    @Test func `T5 a body of ten MiB is too large`() async throws {
        let error = try await failure(.body(Array(repeating: UInt8(ascii: " "), count: 10 << 20)))

        #expect((error.cause as? TransportError)?.code == .responseTooLarge)
        #expect(!error.isRetryable)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `T1 a redirect is not followed`(status: Int) async throws {
        let other = try EmulatedTenant.start()
        defer { other.stop() }

        let error = try await failure(.redirect(to: "\(other.domain)/oauth/token?canary=canary", status: status))

        #expect((error.cause as? TransportError)?.code == .unexpectedRedirect)
        #expect(error.statusCode == status)
        #expect("\(error)".contains(other.domain))
        #expect(other.journal.isEmpty)
    }

    @Test(arguments: [EmulatedTenant.Fault.closeConnection, .resetConnection, .loseResponse])
    func `T12 a connection that ends before the response leaves the outcome unknown`(
        fault: EmulatedTenant.Fault
    ) async throws {
        let error = try await failure(fault)

        #expect((error.cause as? TransportError)?.code == .outcomeUnknown)
        #expect(error.isNetworkError)
    }

    @Test(arguments: EmulatedTenant.BodyCut.allCases)
    func `T7 a truncated body is an error`(cut: EmulatedTenant.BodyCut) async throws {
        let error = try await failure(.truncateBody(cut))

        #expect((error.cause as? TransportError)?.code == .truncatedResponse)
        #expect(error.isNetworkError)
    }

    @Test(arguments: EmulatedTenant.BodyCut.allCases)
    func `T7 a truncated body is an error with a URLSession, too`(cut: EmulatedTenant.BodyCut) async throws {
        let error = try await failure(.truncateBody(cut), session: URLSession(configuration: .ephemeral))

        #expect(error.isNetworkError)
        #expect((error.cause as? TransportError)?.requestMayHaveArrived == true)
    }

    @Test func `the page of a proxy reaches the developer`() async throws {
        let page = "<html><head><title>403 Forbidden</title></head><body>Blocked by example-proxy</body></html>"

        let error = try await failure(.status(403, headers: ["Content-Type": "text/html"], body: Array(page.utf8)))

        let text = "The server did not respond with JSON: 403 Forbidden Blocked by example-proxy (status 403)"
        #expect(error.info["description"] as? String == text)
        #expect(error.localizedDescription.hasPrefix(text))
        #expect((error.cause as? ResponseError)?.code == .notJSON)
    }

    @Test(
        arguments: [
            (429, ["Retry-After": "7"], #"{"error":"too_many_attempts","error_description":"slow down"}"#),
            (500, [:], "<html canary>Internal error</html>"), (503, ["Retry-After": "315360000"], ""),
        ] as [(Int, [String: String], String)])
    func `T11 an unavailable server that sends Retry-After`(status: Int, fields: [String: String], body: String)
        async throws
    {
        let error = try await failure(.status(status, headers: fields, body: Array(body.utf8)))

        #expect(error.statusCode == status)
        #expect(error.isRetryable)
        if status == 429 { #expect(error.isTooManyAttempts && error.retryAfter == .seconds(7)) }
    }

    @Test func `T5 a silent server ends with the deadline`() async throws {
        let tenant = try EmulatedTenant.start()
        defer { tenant.stop() }
        tenant.faults.set(.hold, on: "/userinfo")
        var configuration = CurlTransport.Configuration()
        configuration.timeout = .milliseconds(150)
        let client = Auth0.authentication(
            clientId: tenant.clientID, domain: tenant.domain, session: CurlTransport(configuration: configuration))

        let error = await #expect(throws: AuthenticationError.self) {
            try await client.userInfo(withAccessToken: "AT").start()
        }

        #expect((error?.cause as? TransportError)?.code == .timedOut)
        #expect(error?.isRetryable == true)
    }
}
