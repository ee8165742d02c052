import Auth0
import Foundation
import ProgramRunner
import TenantEmulator
import Testing
import WebDriverClient

/// The complete flow of a custom scheme without replacements: `xdg-open`, Chromium on a virtual display, its own call
/// of `xdg-open` for the scheme, the desktop entry, a second process, and the first one, which has waited.
@Suite struct DesktopLoginTests {
    /// A page that logs in automatically.
    private static let loginPage = """
        <!doctype html><title>Log in</title><form method="post"></form>
        <script>
        const config = JSON.parse(atob("@@config@@")), form = document.forms[0]
        form.action = config.loginURL
        for (const [name, value] of Object.entries({
            username: "john@example.com", password: "Sesame-2026!",
            state: config.internalOptions.state, _csrf: config.internalOptions._csrf,
        })) {
            const field = form.appendChild(document.createElement("input"))
            field.type = "hidden"
            field.name = name
            field.value = value
        }
        form.submit()
        </script>
        """

    private let tenant: EmulatedTenant
    private let home: URL

    init() throws {
        var configuration = TenantConfiguration.anyPort
        configuration.loginPage = Self.loginPage
        tenant = try EmulatedTenant.start(configuration)
        home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(
            at: home.appending(path: "runtime"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    private func environment(_ display: VirtualDisplay) -> [String: String] {
        let browser = Checkout.fixtures + "/browsers/browser-of-a-desktop"
        let inherited = ProcessInfo.processInfo.environment.filter {
            ["LD_LIBRARY_PATH", "PATH", "TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS"].contains($0.key)
        }
        return inherited.merging([
            "HOME": home.path, "XDG_RUNTIME_DIR": home.appending(path: "runtime").path, "DISPLAY": display.name,
            "XDG_CURRENT_DESKTOP": "X-Generic", "BROWSER": browser, "AUTH0_DOMAIN": tenant.domain,
            "AUTH0_REDIRECT_URL": "http://127.0.0.1:0/callback",
            "AUTH0_CLIENT_ID": tenant.clientID, "LOGIN_ORIGIN": tenant.domain,
        ]) { $1 }
    }

    /// The browser belongs to the user, and stays open after a login.
    private func closeBrowser() {
        let file = home.appending(path: "browser.pid")
        let text = (try? String(contentsOf: file, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
        if let identifier = text.flatMap({ pid_t($0) }), identifier > 1 { kill(-identifier, SIGKILL) }
    }

    @Test func `A13 row 7 a real browser is redirected by the scheme of a program`() async throws {
        let display = try await VirtualDisplay.start()
        defer {
            closeBrowser()
            display.stop()
            try? FileManager.default.removeItem(at: home)
        }
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "DesktopLogin")

        let run = try await ProgramRun(
            "/usr/bin/timeout", ["600", program.path], environment: environment(display))

        #expect(String(decoding: run.output, as: UTF8.self) == "Hello, John Appleseed\n")
        #expect(run.status == 0)
        #expect(tenant.journal.count { $0.path == "/oauth/token" } == 1)
        let sockets = try FileManager.default.contentsOfDirectory(
            at: home.appending(path: "runtime/com.example.demo"), includingPropertiesForKeys: nil)
        #expect(sockets.isEmpty)
    }
}
