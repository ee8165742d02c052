import Foundation
import OpenID
import ReachFive
import TenantEmulator
import TestEvents
import Testing

/// Logins that must not succeed, and their errors.
@Suite struct LoginFailureTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try .reachFive() }

    private func error(_ page: ScriptedPage, from client: ReachFive? = nil) async throws -> ReachFiveError {
        let future = (client ?? tenant.client()).webviewLogin(.init(presentationContextProvider: page))
        return try #require(await #expect(throws: ReachFiveError.self) { try await future.get() })
    }

    @Test func `row 79 a user who closes the window cancels the login`() async throws {
        #expect(try await error(ScriptedPage(tenant, .closing)) == .AuthCanceled)
    }

    @Test func `row 79 a user who refuses fails to authenticate`() async throws {
        guard case .AuthFailure(let reason) = try await error(ScriptedPage(tenant, .refusing)) else {
            throw FailureMissing()
        }
        #expect(reason.hasPrefix("access_denied"))
    }

    @Test func `row 79 a request that is not valid has the members of the response`() async throws {
        let body = #"""
            {"error": "invalid_request", "error_id": "2hNB", "error_user_msg": "Mauvaise requête",
             "error_message_key": "error.bad", "error_description": "bad",
             "error_details": [{"field": "code", "message": "missing", "code": "missing"}]}
            """#
        tenant.faults.set(
            .status(400, headers: ["Content-Type": "application/json"], body: Array(body.utf8)), on: "/oauth/token")

        let error = try await error(ScriptedPage(tenant))

        guard case .RequestError(requestErrors: let errors) = error else { throw error }
        #expect(errors.error == "invalid_request")
        #expect(errors.errorId == "2hNB")
        #expect(errors.errorUserMsg == "Mauvaise requête")
        #expect(errors.errorMessageKey == "error.bad")
        #expect(errors.errorDescription == "bad")
        #expect(errors.errorDetails == [FieldError(field: "code", message: "missing", code: "missing")])
        #expect(error.message() == "Mauvaise requête")
        #expect(error == .RequestError(apiError: errors))
    }

    @Test func `row 79 a server that fails is a technical error`() async throws {
        tenant.faults.set(.status(500), on: "/oauth/token")
        guard case .TechnicalError(let reason) = try await error(ScriptedPage(tenant)) else { throw FailureMissing() }
        #expect(reason.contains("500") || reason.contains("responseInvalid"))
    }

    @Test func `row 79 the names of later versions create the same errors`() {
        let errors = ApiError(error: "invalid_grant")

        #expect(ReachFiveError.AuthFailure(reason: "r", apiError: errors) == .AuthFailure(reason: "r"))
        #expect(ReachFiveError.TechnicalError(reason: "r", apiError: nil) == .TechnicalError(reason: "r"))
        #expect(ReachFiveError.RequestError(apiError: errors) == .RequestError(requestErrors: errors))
    }

    @Test(.timeLimit(.minutes(30))) func `a response with another state is ignored`() async throws {
        let page = ScriptedPage(tenant) { items in
            items = items.map { $0.name == "state" ? URLQueryItem(name: "state", value: "zf3ifjfmdkj") : $0 }
        }
        let future = tenant.client().webviewLogin(.init(state: "zf3ifjfmdkj", presentationContextProvider: page))

        try await page.openings.reaches(1)
        #expect(!future.isCompleted)
        future.cancel()

        #expect(await #expect(throws: ReachFiveError.self) { try await future.get() } == .AuthCanceled)
        #expect(!tenant.journal.contains { $0.path == "/oauth/token" })
    }

    @Test(arguments: ["nonce-other", "signature-flipped", "aud-other", "iss-other", "exp-past", "alg-none"])
    func `an ID token that is not valid fails the login`(name: String) async throws {
        let tampering = try TokenTampering(named: name)
        tenant.faults.set(.tamper(tampering), on: "/oauth/token")

        guard case .AuthFailure(let reason) = try await error(ScriptedPage(tenant)) else { throw FailureMissing() }

        #expect(reason.contains("ID token"))
    }

    @Test func `an ID token in HS256 says which setting to change`() async throws {
        let tenant = try EmulatedTenant.reachFive { configuration in
            configuration.seed.clients[0].id = "symmetric"
            configuration.seed.clients[0].secret = "a-secret-that-the-program-does-not-know"
            configuration.seed.clients[0].signsIDTokensWithSecret = true
            configuration.seed.clients[0].authentication = .publicClient
        }

        let error = try await error(ScriptedPage(tenant), from: tenant.client(clientID: "symmetric"))

        #expect(error.message().contains("RS256"))
    }

    @Test func `an unknown client is a request that is not valid`() async throws {
        let error = try await error(ScriptedPage(tenant), from: tenant.client(clientID: "none"))
        guard case .RequestError(let errors) = error else { throw FailureMissing() }
        #expect(errors.error == "invalid_client")
        #expect(errors.errorId?.isEmpty == false)
    }

    @Test func `a domain that is not one is a technical error`() async throws {
        let client = ReachFive(sdkConfig: SdkConfig(domain: "http://example.com", clientId: "one"))
        #expect(try await error(ScriptedPage(tenant), from: client).description.hasPrefix("TechnicalError"))
    }

    @Test(.timeLimit(.minutes(30))) func `cancelling the task that waits cancels the login`() async throws {
        let page = ScriptedPage(tenant, .waiting)
        let client = tenant.client()
        let task = Task { try await client.webviewLogin(.init(presentationContextProvider: page)).get() }
        try await page.openings.reaches(1)

        task.cancel()

        #expect(await #expect(throws: ReachFiveError.self) { try await task.value } == .AuthCanceled)
    }

    @Test(.timeLimit(.minutes(30))) func `a login that was cancelled opens no page later`() async throws {
        let (released, metadata) = (EventCounter(), "/.well-known/openid-configuration")
        tenant.faults.set(.hold, on: metadata, times: 1)
        func begin() -> (LoginFuture<AuthToken, ReachFiveError>, EventCounter) {
            let event = ReleaseEvent(released)
            let page = ScriptedPage(tenant, .waiting) { _ in withExtendedLifetime(event) {} }
            let request = WebviewLoginRequest(scope: ["openid"], presentationContextProvider: page)
            return (tenant.client().webviewLogin(request), page.openings)
        }

        let (login, openings) = begin()
        _ = try await tenant.nextRequest(matching: metadata)
        login.cancel()
        tenant.faults.release()

        try await released.reaches(1)
        #expect(login.error == .AuthCanceled)
        #expect(openings.count == 0)
    }

    @Test(.timeLimit(.minutes(30)))
    func `a cancelled login says so if its account does not respond`() async throws {
        let metadata = "/.well-known/openid-configuration"
        tenant.faults.set(.hold, on: metadata)
        let login = tenant.client().webviewLogin(.init(presentationContextProvider: ScriptedPage(tenant)))
        _ = try await tenant.nextRequest(matching: metadata)

        login.cancel()
        tenant.stop()

        #expect(await #expect(throws: ReachFiveError.self) { try await login.get() } == .AuthCanceled)
    }

    @Test func `printed forms have no secrets and nothing about the user`() async throws {
        let page = ScriptedPage(tenant)
        let token = try await tenant.client().webviewLogin(.init(presentationContextProvider: page)).get()
        var dumped = ""
        dump(token, to: &dumped)
        let printed = "\(token) \(String(reflecting: token)) \(dumped)"

        for secret in [token.accessToken, token.idToken, token.refreshToken, token.user?.email, token.user?.name] {
            #expect(!printed.contains(try #require(secret)))
        }
    }

    private struct FailureMissing: Error {}
}
