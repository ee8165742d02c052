import Auth0
import Auth0WebView
import Foundation
import LoginBrowsers
import ProgramRunner
import TenantEmulator
import Testing
import WebDriverClient

/// Logins in a window of the real WebKit, on a display that nobody looks at; each in a process of its own, since GTK stays
/// on the display that it began with.
///
/// One after the other: each needs a display, and three processes of WebKit's.
@Suite(.serialized) final class WebKitWindowTests {
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

    @Test func `row 9 a whole login goes through the window`() async {
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
    func `the answer is caught before it is loaded`(redirect: String) async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage, redirect = redirect as String] in
            let tenant = try stage.enter(page: .logsIn, callback: redirect)
            let url = redirect.hasPrefix("http:") ? "http://127.0.0.1:\(try FreePort.find())/callback" : redirect
            let webAuth = tenant.webAuth.provider(WebAuthentication.webViewProvider())
                .redirectURL(try #require(URL(string: url)))

            #expect(try await !webAuth.start().accessToken.isEmpty)
        }
    }

    @Test func `headers go with the first request and with no other`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .logsIn)
            _ = try await tenant.webAuth.headers(["X-Channel": "old", "X-Other": "b"]).headers(["x-channel": "new"])
                .provider(WebAuthentication.webViewProvider()).start()

            let entries = tenant.journal.filter { ["/authorize", "/u/login"].contains($0.path) }
            #expect(entries.map { $0.header("X-Channel") } == ["new", nil, nil])
            #expect(entries.map { $0.header("X-Other") } == ["b", nil, nil])
        }
    }

    @Test func `a session lasts as long as the program, and what is to be kept lasts longer`() async {
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
                #expect(visits[0].header("Cookie")?.contains("kept=yes") == (run == 2 ? true : nil))
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
            #expect(tenant.journal.filter { $0.path == "/authorize" }.allSatisfy { $0.header("Cookie") == nil })
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

    @Test func `A15 a window that the person closes ends the login`() async {
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

    @Test func `A15 a login that is given up takes its window away, and WebKit's processes with it`() async {
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
            var looks = 0
            while stage.children() > 0, looks < 1_000_000 {
                looks += 1
                await Task.yield()
            }
            #expect(stage.children() == 0)
        }
    }

    @Test(.enabled(if: Stage.hasGTK4, "there is no GTK 4 here"))
    func `beside GTK 4 a login fails and says so`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .logsIn)
            try #require(dlopen("libgtk-4.so.1", RTLD_NOW) != nil)
            let failure = await tenant.failure { try await $0.start() }

            #expect(failure == .browserUnavailable)
            #expect((failure?.cause as? UserAgentError)?.detail.contains("GTK 4") == true)
        }
    }

    @Test func `A6 a window goes to pages only, and opens no other window`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .wanders)
            _ = try await tenant.webAuth.provider(WebAuthentication.webViewProvider()).start()

            // The page has asked for all of these, and is still there to log in.
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

    @Test func `without a display a login fails and says so`() async {
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

    @Test func `a program that runs GTK itself shows the window in its own main loop`() async {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let tenant = try stage.enter(page: .logsIn)
            stage.runMainLoop()
            let webAuth = tenant.webAuth.provider(WebAuthentication.webViewProvider(loop: .program))

            #expect(try await !webAuth.start().accessToken.isEmpty)
            #expect(stage.threads(named: "auth0-webview") == 0)
        }
    }
}
