import Auth0
import Auth0WebView
import CAuth0WebKitGTK
import Foundation
import ProgramRunner
import TenantEmulator
import Testing
import WebDriverClient

/// A display and a home folder for the windows of one test, which several processes may show.
struct Stage: Codable, Sendable {
    private let display: String
    private let folder: String

    init(_ display: VirtualDisplay) throws {
        self.display = display.name
        folder = FileManager.default.temporaryDirectory.appending(path: "login-window-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder + "/home", withIntermediateDirectories: true)
    }

    func path(_ file: String) -> String { "\(folder)/\(file)" }

    func mode(_ file: String) -> mode_t? {
        var status = stat()
        return stat(path(file), &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// Makes this process show windows on this display, for a tenant with a page of this test.
    func enter(page: LoginPage, callback: String? = nil) throws -> EmulatedTenant {
        for name in ["XDG_DATA_HOME", "XDG_CACHE_HOME", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] {
            unsetenv(name)
        }
        setenv("DISPLAY", display, 1)
        setenv("HOME", path("home"), 1)
        // No accessibility bus, and no graphics card.
        setenv("NO_AT_BRIDGE", "1", 1)
        setenv("GDK_BACKEND", "x11", 1)
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1)
        // Tests whose logins run at the same time cannot share the default ports.
        setenv("AUTH0_REDIRECT_URL", "http://127.0.0.1:0/callback", 1)
        var configuration = TenantConfiguration()
        configuration.allowsAnyLoopbackPort = true
        configuration.loginPage = page.text
        // One port for all processes of a test, so that pages and cookies have one origin.
        configuration.port = try port()
        if let callback { configuration.seed.clients[0].callbacks.append(callback) }
        return try EmulatedTenant.start(configuration)
    }

    private func port() throws -> UInt16 {
        let file = path("port")
        if let text = try? String(contentsOfFile: file, encoding: .utf8), let port = UInt16(text) { return port }
        let port = try FreePort.find()
        try "\(port)".write(toFile: file, atomically: true, encoding: .utf8)
        return port
    }

    /// Removes the files of the processes.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Starts a program that closes the next window.
    func closer() async throws -> LeashedProgram {
        try await LeashedProgram.start("env DISPLAY=\(display) python3 \(Self.fixture("close-window.py"))") {
            $0.contains("watching\n") ? true : nil
        }.program
    }

    /// A server with an untrusted certificate, and its port.
    func untrustedServer() async throws -> (program: LeashedProgram, value: Int) {
        try await LeashedProgram.start("sh \(Self.fixture("untrusted-server.sh"))") { said in
            said.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .first { $0.hasPrefix("ACCEPT ") }
                .flatMap { $0.split(separator: ":").last }.flatMap { Int($0) }
        }
    }

    private static func fixture(_ name: String) -> String { "\(Checkout.fixtures)/webview/\(name)" }

    /// Runs GTK in code of the main actor, like a program with its own windows, while a task of another executor logs
    /// in; the process succeeds if the task returns `true`.
    @MainActor func runMainLoop(while login: @escaping @Sendable () async throws -> Bool) -> Never {
        var calls = auth0_webkit()
        _ = auth0_webkit_load(&calls)
        _ = calls.gtk_init_check(nil, nil)
        Task.detached {
            // Without the handlers of `exit`, which would unload GTK under the loop.
            _exit((try? await login()) == true ? EXIT_SUCCESS : EXIT_FAILURE)
        }
        calls.g_main_loop_run(calls.g_main_loop_new(nil, 0))
        _exit(EXIT_FAILURE)
    }

    /// Whether GTK 4 is installed; it is not loaded.
    static var hasGTK4: Bool {
        ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"].contains {
            FileManager.default.fileExists(atPath: "\($0)/libgtk-4.so.1")
        }
    }

    /// The number of running child processes.
    func children() -> Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.reduce(0) { count, task in
            let children = (try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)) ?? ""
            return count + children.split(separator: " ").count
        }
    }

    /// The number of threads of this process with a name.
    func threads(named name: String) -> Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.count { task in
            (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "\(name)\n"
        }
    }
}

extension EmulatedTenant {
    var webAuth: any WebAuth { Auth0.webAuth(clientId: clientID, domain: domain).timeout(.seconds(150)) }

    /// The error of a login in a window.
    func failure(_ login: (any WebAuth) async throws -> Credentials) async -> WebAuthError? {
        do {
            _ = try await login(webAuth.useEphemeralSession().provider(WebAuthentication.webViewProvider()))
            return nil
        } catch { return error as? WebAuthError }
    }
}

/// The argument of a callback.
func called<Value: Sendable>(_ start: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    await withCheckedContinuation { continuation in start { continuation.resume(returning: $0) } }
}
