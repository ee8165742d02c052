import Auth0
import ByteEncodings
import Foundation
import LoginBrowsers
import ProgramRunner
import Streams
import TenantEmulator
import TestEvents
import Testing

/// Logins with a private-use URI scheme; each in a process of its own, whose environment names the folder in which the
/// processes of a user find each other.
@Suite struct CustomSchemeTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    init() throws {
        try #require(mkfifo(folder + "/address", 0o600) == 0)
    }

    @Test func `A13 rows 7 and 8 twenty forged URLs change nothing, and the right one ends the login`() async {
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            let tenant = try enter(folder)
            let task = Task {
                try await tenant.webAuth.provider(WebAuthentication.safariProvider(application: "com.example.demo"))
                    .parameters(["prompt": "login"]).start()
            }
            let (page, answer) = try await tenant.visit(folder)
            let forgeries = Forgeries(of: answer, state: page["state"] ?? "").all

            for url in forgeries { #expect(WebAuthentication.handOver(["program", url]) != .taken) }

            #expect(forgeries.count == 20)
            #expect(page["redirect_uri"] == "com.example.demo://127.0.0.1/linux/com.example.demo/callback")
            #expect(page["prompt"] == "login")
            #expect(tenant.journal.isEmpty)
            #expect(WebAuthentication.handOver(["program", answer]) == .taken)
            #expect(try await !task.value.accessToken.isEmpty)
            #expect(WebAuthentication.handOver(["program", answer]) == .ignored)
        }
    }

    @Test func `A13 a URL without a waiting login does nothing`() async {
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            let tenant = try enter(folder)

            #expect(WebAuthentication.handOver(["program", "com.example.demo:/?code=1&state=2"]) == .ignored)
            for arguments in [
                [], ["com.example.demo:/"], ["program"], ["program", "--help"], ["p", "https://t.example/"],
                ["program", "db.example.com:5432"], ["program", "registry.example.com:latest"],
            ] {
                #expect(WebAuthentication.handOver(arguments) == .noCallback)
            }
            #expect(tenant.journal.isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["address"])
        }
    }

    @Test(
        arguments: [(["program", "com.example.demo:/?code=1&state=2"], 11), (["program"], 12)] as [([String], Int32)])
    func `a process with a URL that no login waits for ends with 1, and one without a URL continues`(
        arguments: [String], status: Int32
    ) async {
        await #expect(processExitsWith: .exitCode(status)) {
            [folder = folder as String, arguments = arguments as [String]] in
            _ = try enter(folder)
            tellExitsApart()
            WebAuthentication.exitIfHandedOver(arguments)
            _exit(12)
        }
    }

    @Test func `a process whose URL is received ends with 0`() async {
        await #expect(processExitsWith: .exitCode(10)) { [folder = folder as String] in
            let tenant = try enter(folder)
            let task = Task {
                try await tenant.webAuth.provider(WebAuthentication.safariProvider(application: "com.example.demo"))
                    .start()
            }
            let (_, answer) = try await tenant.visit(folder)
            tellExitsApart()
            WebAuthentication.exitIfHandedOver(["program", answer])
            task.cancel()
            _exit(12)
        }
    }

    @Test func `row 64 the former name of resume`() async throws {
        let options: [String: any Sendable] = ["sourceApplication": "org.example.browser"]

        let isTaken = Auth0.resumeAuth(try #require(URL(string: "com.example.demo:/?code=1&state=2")), options: options)

        #expect(!isTaken)
        Auth0.resumeAuth(try #require(URL(string: "com.example.demo:/")))
    }

    @Test func `A18 a logout returns by the scheme, too, and only with its state`() async {
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            let tenant = try enter(folder)
            let url = "com.example.demo://callback"
            let webAuth = tenant.webAuth.redirectURL(try #require(URL(string: url)))
            let task = Task { try await webAuth.clearSession() }
            let page = try await tenant.page(folder)

            for forgery in ["com.example.demo://other", url, "\(url)?state=", "\(url)?error=x&state=1"] {
                #expect(WebAuthentication.handOver(["program", forgery]) == .ignored)
            }
            let target = try #require(page["returnTo"])
            #expect(target.hasPrefix("\(url)?state="))
            #expect(WebAuthentication.handOver(["program", target]) == .taken)

            try await task.value
        }
    }

    @Test func `without a shared folder a login fails with advice`() async {
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            let tenant = try enter(folder)
            setenv("XDG_RUNTIME_DIR", "/proc/nonexistent", 1)
            setenv("HOME", "/proc/nonexistent", 1)
            unsetenv("XDG_STATE_HOME")
            let webAuth = tenant.webAuth.provider(WebAuthentication.safariProvider(application: "com.example.demo"))
            let error = await #expect(throws: WebAuthError.self) { try await webAuth.start() }
            #expect(error == .callbackUnavailable)
            #expect((error?.cause as? UserAgentError)?.code == .noPlace)
        }
    }

    @Test func `A15 abandoned logins leave no socket, descriptor or thread`() async {
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            let tenant = try enter(folder)
            setenv("BROWSER", "/bin/true", 1)
            let webAuth = tenant.webAuth.provider(WebAuthentication.safariProvider(application: "com.example.demo"))
            func abandon() async {
                _ = await called { (done: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) in
                    webAuth.start(done).cancel()
                }
            }
            await abandon()
            let (descriptors, threads) = (count("fd"), count("task"))

            for _ in 0..<200 { await abandon() }

            // The last threads may not have ended yet.
            #expect(await SystemState.reaches { sockets(in: "\(folder)/com.example.demo").isEmpty })
            #expect(await SystemState.reaches { count("fd") <= descriptors })
            #expect(await SystemState.reaches { count("task") <= threads + 8 })
        }
    }
}

/// The URLs that an attacker without the state of a login can make a browser open.
private struct Forgeries {
    let all: [String]

    init(of answer: String, state: String) {
        let base = String(answer.prefix { $0 != "?" })
        let query = answer.dropFirst(base.count + 1)
        let wrong = String(state.reversed())
        all = [
            base, "\(base)?", "\(base)?code=stolen", "\(base)?code=stolen&state=", "\(base)?code=stolen&state=\(wrong)",
            "\(base)?code=stolen&state=\(state)x", "\(base)?code=stolen&state=\(state.lowercased())x",
            "\(base)?code=stolen&State=\(state)", "\(base)?code=stolen%26state=\(state)", "\(base)?error=access_denied",
            "\(base)?error=access_denied&state=\(wrong)", "\(base)?access_token=stolen&state=\(wrong)",
            "\(base)/?\(query)", "com.example.demo://evil.example/linux/com.example.demo/callback?\(query)",
            "com.example.demo:/callback?\(query)", "com.example.other" + answer.dropFirst("com.example.demo".count),
            "https" + answer.dropFirst("com.example.demo".count), "javascript:location='\(answer)'",
            "-\(answer)", "\(base)?code=\(String(repeating: "a", count: 40_000))&state=\(state)",
        ]
    }
}

/// Sets the runtime folder of this process, and a browser that records its address.
private func enter(_ folder: String) throws -> EmulatedTenant {
    setenv("XDG_RUNTIME_DIR", folder, 1)
    setenv("BROWSER", Checkout.fixtures + "/browsers/browser-that-tells", 1)
    return try EmulatedTenant.start(.anyPort)
}

/// Adds 10 to the status of a call of `exit`: a test that fails exits with 0 or 1, too.
private func tellExitsApart() { on_exit({ status, _ in _exit(10 + status) }, nil) }

/// The names in the folder where logins wait; none before the first login.
private func sockets(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
}

/// The number of entries of a folder of this process.
private func count(_ folder: String) -> Int { SystemState.entries(of: "/proc/self/\(folder)").count }

extension EmulatedTenant {
    fileprivate var webAuth: any WebAuth { Auth0.webAuth(clientId: clientID, domain: domain) }

    /// The parameters of the page that the browser opened.
    fileprivate func page(_ folder: String) async throws -> [String: String] {
        let told = try await ProgramRun("/usr/bin/timeout", ["300", "cat", "\(folder)/address"])
        let text = String(decoding: told.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return await (try #require(URL(string: text))).redirected().parameters
    }

    /// The page and the redirect of a user who logs in there.
    fileprivate func visit(_ folder: String) async throws -> (page: [String: String], answer: String) {
        let page = try await page(folder)
        let redirect = page["redirect_uri"] ?? ""
        let code = try issueAuthorizationCode(
            for: "john@example.com", codeChallenge: page["code_challenge"] ?? "", redirectURI: redirect,
            scope: page["scope"] ?? "", nonce: page["nonce"])
        let answer = FormEncoding.encode([("code", code), ("state", page["state"] ?? "")])
        return (page, "\(redirect)?\(answer)")
    }
}
