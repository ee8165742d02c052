import Auth0
import Foundation
import OpenID
import TenantEmulator
import Testing

/// Logins that end without a response, as at a tenant that shows an error page because it does not know the redirect
/// URL.
@Suite struct UnansweredLoginTests {
    private let tenant: EmulatedTenant
    private let opened = AsyncStream<URL>.makeStream()

    init() throws { tenant = try EmulatedTenant.start(.anyPort) }

    private func webAuth(isClosed: Bool) -> any WebAuth {
        Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort.allowingConcurrentLogins()
            .provider { [opened] url, callback in
                opened.continuation.yield(url)
                return WaitingAgent(isClosed: isClosed, callback: callback)
            }
    }

    /// Checks that the printed error names the URL to allow, where to allow it, and no secret of the login.
    private func check(_ error: WebAuthError?, _ page: URL?, _ list: String) {
        let text = "\(String(describing: error?.description)) \(error?.localizedDescription ?? "")"
        let redirect =
            page?.parameters["redirect_uri"] ?? page?.parameters["returnTo"]?.prefix { $0 != "?" }.description
        #expect(error == .userCancelled)
        #expect(redirect?.hasPrefix("http://127.0.0.1:") == true)
        #expect(text.contains("(\(list)) contain \(redirect ?? "?")"))
        for name in ["state", "nonce", "code_challenge"] {
            guard let secret = page?.parameters[name] else { continue }
            #expect(!text.contains(secret), "\(name)")
        }
        #expect(!text.contains("state="))
    }

    @Test func `C1 a closed window names the URL to allow`() async {
        var pages = opened.stream.makeAsyncIterator()

        let login = await #expect(throws: WebAuthError.self) { _ = try await webAuth(isClosed: true).start() }
        check(login, await pages.next(), "Allowed Callback URLs")
        let logout = await #expect(throws: WebAuthError.self) { try await webAuth(isClosed: true).clearSession() }
        check(logout, await pages.next(), "Allowed Logout URLs")
    }

    @Test func `C1 a cancelled task names the URL to allow`() async {
        var pages = opened.stream.makeAsyncIterator()
        let task = Task { try await webAuth(isClosed: false).start() }
        let page = await pages.next()

        task.cancel()

        check(await #expect(throws: WebAuthError.self) { _ = try await task.value }, page, "Allowed Callback URLs")
    }

    @Test func `the success of an agent ends a logout, and no login`() async throws {
        let webAuth = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort
            .allowingConcurrentLogins()
            .provider { _, callback in
                callback(.success(()))
                callback(.failure(.userCancelled))
                return WaitingAgent(callback: callback)
            }

        try await webAuth.clearSession()
        let login = await #expect(throws: WebAuthError.self) { _ = try await webAuth.start() }
        #expect(login == .userCancelled)
    }

    @Test func `C1 a closed window of OpenID names the URL to allow`() async throws {
        let client = try await OpenID.discover(tenant.issuer).start().client(id: tenant.clientID)
        let window = LoginWindow { url, ended in
            ClosedWindow(url: url, opened: opened.continuation, ended: ended)
        }
        var pages = opened.stream.makeAsyncIterator()

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client.login().window(window).allowingConcurrentLogins().start()
        }

        let redirect = await pages.next()?.parameters["redirect_uri"]
        #expect(error?.code == .cancelled)
        #expect(error.map { "\($0)" }?.contains("contain \(redirect ?? "?")") == true)
    }

    /// A window that the user closes at once.
    private struct ClosedWindow: UserAgent {
        let url: URL
        let opened: AsyncStream<URL>.Continuation
        let ended: @Sendable (LoginWindow.Ending) -> Void

        func start() {
            opened.yield(url)
            ended(.closed)
        }
        func finish(with result: Result<Void, AuthorizationError>) {}
    }
}
