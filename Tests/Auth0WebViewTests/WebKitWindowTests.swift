import Auth0
import Auth0WebView
import Foundation
import LoginBrowsers
import ProgramRunner
import TenantEmulator
import TestEvents
import Testing
import WebDriverClient

/// Logins in a window of the real WebKit, on a virtual display; each in a process of its own, because GTK cannot change
/// its display.
///
/// One after the other, because each needs a display and three processes of WebKit.
@Suite(.inTurn) final class WebKitWindowTests {
    private let stage: Stage
    private let display: VirtualDisplay

    init() async throws {
        display = try await VirtualDisplay.start()
        stage = try Stage(display)
    }

    deinit {
        display.stop()
        stage.remove()
    }

    @Test func `row 9 a complete login runs in the window`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .logsIn)
            let credentials = await called { done in
                tenant.webAuth.provider(WebAuthentication.webViewProvider()).start(done)
            }

            #expect(try !credentials.get().idToken.isEmpty)
            #expect(
                tenant.journal.map(\.path).filter { $0 != "/favicon.ico" }.prefix(3) == [
                    "/authorize", "/u/login", "/u/login",
                ])
        }
    }

    @Test(arguments: ["com.example.demo://callback", "https://app.example/callback", "http://127.0.0.1/callback"])
    func `the redirect is intercepted before it is loaded`(redirect: String) async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage, redirect = redirect as String] in
            let tenant = try stage.enter(page: .logsIn, callback: redirect)
            let url = redirect.hasPrefix("http:") ? "http://127.0.0.1:\(try FreePort.find())/callback" : redirect
            let webAuth = tenant.webAuth.provider(WebAuthentication.webViewProvider())
                .redirectURL(try #require(URL(string: url)))

            #expect(try await !webAuth.start().accessToken.isEmpty)
        }
    }

    @Test func `headers are sent with the first request only`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .logsIn)
            _ = try await tenant.webAuth.headers(["X-Channel": "old", "X-Other": "b"]).headers(["x-channel": "new"])
                .provider(WebAuthentication.webViewProvider()).start()

            let entries = tenant.journal.filter { ["/authorize", "/u/login"].contains($0.path) }
            #expect(entries.map { $0.headers["X-Channel"] } == ["new", nil, nil])
            #expect(entries.map { $0.headers["X-Other"] } == ["b", nil, nil])
        }
    }

    @Test func `a session lasts as long as the program, and a persistent one longer`() async {
        for run in 1...2 {
            await #expect(processExitsWith: .success) { [stage = stage as Stage, run = run as Int] in
                let tenant = try stage.enter(page: .logsInAndRemembers)
                let webAuth = tenant.webAuth.provider(
                    WebAuthentication.webViewProvider(application: "com.example.demo")
                )
                .headers(["X-Run": "\(run)"])
                _ = try await webAuth.start()
                _ = try await webAuth.start()

                let visits = tenant.journal.filter { $0.path == "/authorize" }
                #expect(tenant.journal.count { $0.method == "POST" && $0.path == "/u/login" } == 1)
                #expect(visits[0].headers["Cookie"]?.contains("kept=yes") == (run == 2 ? true : nil))
                #expect(stage.mode("home/.local/share/com.example.demo/login-window") == 0o700)
            }
        }
    }

    @Test func `row 11 an ephemeral session leaves nothing`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .logsInAndRemembers)
            let webAuth = tenant.webAuth.useEphemeralSession().provider(WebAuthentication.webViewProvider())
            _ = try await webAuth.start()
            _ = try await webAuth.start()

            #expect(tenant.journal.count { $0.method == "POST" && $0.path == "/u/login" } == 2)
            #expect(tenant.journal.filter { $0.path == "/authorize" }.allSatisfy { $0.headers["Cookie"] == nil })
            #expect(!FileManager.default.fileExists(atPath: stage.path("home/.local/share")))
        }
    }

    @Test func `row 13 a logout ends the session of the window`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .logsIn)
            let webAuth = tenant.webAuth.provider(WebAuthentication.webViewProvider())
            _ = try await webAuth.start()
            try await webAuth.clearSession()
            _ = try await webAuth.start()

            #expect(tenant.journal.count { $0.method == "POST" && $0.path == "/u/login" } == 2)
        }
    }

    @Test func `A15 closing the window ends the login`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .waits)
            let closing = try await stage.closer()
            let failure = await tenant.failure { try await $0.start() }

            #expect(failure == .userCancelled)
            closing.stop()
        }
    }

    @Test func `a page that closes itself ends the login`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .closes)

            #expect(await tenant.failure { try await $0.start() } == .userCancelled)
        }
    }

    @Test func `A15 a cancelled login closes its window and ends WebKit's processes`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .waits)
            for _ in 0..<5 {
                let failure = await tenant.failure { webAuth in
                    let task = Task { try await webAuth.start() }
                    _ = try await tenant.nextRequest(matching: "/waiting")
                    #expect(stage.children() > 0)
                    task.cancel()
                    return try await task.value
                }
                #expect(failure == .userCancelled)
            }

            // They end by themselves, a moment after their window.
            #expect(await SystemState.reaches { stage.children() == 0 })
        }
    }

    @Test(.enabled(if: Stage.hasGTK4, "there is no GTK 4 here"))
    func `a login in a process with GTK 4 fails with an explanation`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .logsIn)
            try #require(dlopen("libgtk-4.so.1", RTLD_NOW) != nil)
            let failure = await tenant.failure { try await $0.start() }

            #expect(failure == .browserUnavailable)
            #expect((failure?.cause as? UserAgentError)?.detail.contains("GTK 4") == true)
        }
    }

    @Test func `A6 a window opens pages only, and no other window`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .wanders)
            _ = try await tenant.webAuth.provider(WebAuthentication.webViewProvider()).start()

            // The page has requested all of these, and was still able to log in.
            let seen = tenant.journal.first { $0.path == "/wandered" }
            #expect(seen?.query == "windows=0&files=false")
        }
    }

    @Test func `a certificate that cannot be trusted is a failure with a reason`() async throws {
        let server = try await stage.untrustedServer()
        await #expect(processExitsWith: .success) { [stage = stage as Stage, port = server.value as Int] in
            let tenant = try stage.enter(page: .logsIn)
            let page = try #require(URL(string: "https://127.0.0.1:\(port)/authorize"))
            let failure = await tenant.failure { try await $0.authorizeURL(page).start() }

            #expect(failure == .browserUnavailable)
            let cause = try #require(failure?.cause as? UserAgentError)
            #expect(cause.code == .untrusted)
            #expect(cause.detail.contains("127.0.0.1") && cause.detail.contains("the authority is not known"))
        }
        server.program.stop()
    }

    @Test func `a page that cannot be loaded is a failure with a reason`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .logsIn)
            let page = try #require(URL(string: "http://127.0.0.1:\(try FreePort.find())/authorize"))
            let failure = await tenant.failure { try await $0.authorizeURL(page).start() }

            #expect(failure == .browserUnavailable)
            #expect((failure?.cause as? UserAgentError)?.code == .failed)
        }
    }

    @Test func `a login without a display fails with an explanation`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .logsIn)
            unsetenv("DISPLAY")
            for _ in 0..<2 {
                let failure = await tenant.failure { try await $0.start() }

                #expect(failure == .browserUnavailable)
                #expect((failure?.cause as? UserAgentError)?.code == .notFound)
                #expect((failure?.cause as? UserAgentError)?.detail.contains("DISPLAY") == true)
            }
        }
    }

    @Test func `a program that runs GTK itself on the main actor shows the window in its own main loop`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .logsIn)
            let provider = await MainActor.run { WebAuthentication.webViewProvider(loop: .program) }

            await stage.runMainLoop {
                let credentials = try await tenant.webAuth.provider(provider).start()
                return !credentials.accessToken.isEmpty && stage.threads(named: "auth0-webview") == 0
            }
        }
    }
}
