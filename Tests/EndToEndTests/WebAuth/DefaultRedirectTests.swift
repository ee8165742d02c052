import Auth0
import Foundation
import OpenID
import OpenIDDoubles
import ProgramRunner
import RequestPipeline
import TenantEmulator
import TestEvents
import Testing
import TransportDoubles

/// The redirect URL of a login that names none, at a tenant that compares it exactly; each in a process of its own,
/// because the ports and the environment belong to the machine and the process.
@Suite struct DefaultRedirectTests {
    private static let allowed = (8484...8489).map { "http://127.0.0.1:\($0)/callback" }

    @Test func `C1 a login and a logout use a port that can be allowed`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open(redirectURL: nil, anyPort: false)

            _ = try await Auth0.webAuth().start()
            let login = seed.parameters["redirect_uri"]
            try await Auth0.webAuth().clearSession()

            #expect(DefaultRedirectTests.allowed.contains(login ?? ""))
            let logout = seed.parameters["returnTo"]?.prefix { $0 != "?" }
            #expect(DefaultRedirectTests.allowed.contains(String(logout ?? "")))
        }
    }

    @Test func `C1 the environment names another redirect URL`() async {
        await #expect(processExitsWith: .success) {
            let url = "http://127.0.0.1:\(try FreePort.find())/from/environment"
            let seed = try SeedBrowser.open(redirectURL: url, anyPort: false, callbacks: [url])

            _ = try await Auth0.webAuth().start()

            #expect(seed.parameters["redirect_uri"] == url)
        }
    }

    @Test func `C1 a login without a response names the URL to allow`() async {
        await #expect(processExitsWith: .success) {
            let tenant = try EmulatedTenant.start()
            let alarm = ManualAlarm()
            let opened = AsyncStream<URL>.makeStream()
            let login = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort.provider {
                url, callback in
                opened.continuation.yield(url)
                return WaitingAgent(callback: callback)
            }
            var pages = opened.stream.makeAsyncIterator()

            let late = Task { await login.timed(by: alarm.time, alarm.alarm).result() }
            let page = await pages.next()
            let delay = await alarm.nextDelay()
            alarm.advance(by: delay ?? .zero)
            guard case .failure(let timedOut) = await late.value else { throw CancellationError() }
            let logout = Task { try await login.clearSession() }
            _ = await pages.next()
            WebAuthentication.cancel()

            let url = page?.parameters["redirect_uri"] ?? "?"
            #expect(timedOut == .timedOut)
            let advice = String(describing: timedOut.cause)
            #expect(advice.contains("(Allowed Callback URLs) contain \(url)"))
            let cancelled = await #expect(throws: WebAuthError.self) { try await logout.value }
            #expect(cancelled == .userCancelled)
            let logoutAdvice = String(describing: cancelled?.cause)
            #expect(logoutAdvice.contains("(Allowed Logout URLs) contain http://127.0.0.1:"))
        }
    }

    @Test func `C2 an application ID of the environment`() async {
        await #expect(processExitsWith: .success) {
            let scheme = "com.example.environment"
            let callback = "\(scheme)://127.0.0.1/linux/\(scheme)/callback"
            let seed = try SeedBrowser.open(callbacks: [callback])
            setenv("AUTH0_APPLICATION_ID", scheme, 1)

            _ = try await Auth0.webAuth().provider(WebAuthentication.safariProvider()).start()

            #expect(seed.parameters["redirect_uri"] == callback)
        }
    }

    @Test func `C3 useHTTPS is ignored for a browser, which cannot bring the URL`() async {
        await #expect(processExitsWith: .success) {
            let (seed, log) = (try SeedBrowser.open(), LogRecorder())

            _ = try await Auth0.webAuth().using(logger: log).useHTTPS().start()

            #expect(seed.parameters["redirect_uri"]?.hasPrefix("http://127.0.0.1:") == true)
            let line = await log.all().first { $0.contains("useHTTPS() is ignored") }
            #expect(line?.contains("https://127.0.0.1/linux/") == true)
        }
    }

    @Test func `C3 useHTTPS is followed when a user agent of the program can bring the URL`() async {
        await #expect(processExitsWith: .success) {
            let (seed, log) = (try SeedBrowser.open(), LogRecorder())

            _ = try await Auth0.webAuth().using(logger: log).useHTTPS().provider(seed.browser.provider).start()

            #expect(seed.parameters["redirect_uri"]?.hasPrefix("https://127.0.0.1/linux/") == true)
            #expect(await !log.all().contains { $0.contains("useHTTPS() is ignored") })
        }
    }

    @Test func `C1 the log names the URL to allow when the page opens`() async {
        await #expect(processExitsWith: .success) {
            let (seed, log) = (try SeedBrowser.open(), LogRecorder())

            _ = try await Auth0.webAuth().using(logger: log).start()
            try await Auth0.webAuth().using(logger: log).clearSession()

            let callback = seed.browser.addresses.first?.parameters["redirect_uri"] ?? "?"
            let lines = await log.all()
            #expect(lines.contains { $0.contains("Allowed Callback URLs") && $0.hasSuffix(" \(callback)") })
            #expect(lines.contains { $0.contains("Allowed Logout URLs") && $0.contains(" http://127.0.0.1:") })
        }
    }
}
