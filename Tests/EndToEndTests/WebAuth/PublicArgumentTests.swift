import Auth0
import Foundation
import HTTPMessages
import OpenID
import ProgramRunner
import Synchronization
import TenantEmulator
import TestEvents
import Testing

/// The arguments of the browser, which every user of the machine can read; each in a process of its own, whose
/// environment names the browsers.
@Suite struct PublicArgumentTests {
    private typealias Options = PublicArgumentOptions

    @Test func `A7 every option of a login and of a logout in the API listing is tested`() throws {
        func untested(_ options: some Collection<String>, _ listed: Set<String>) -> [String] {
            Set(options).symmetricDifference(listed.subtracting(Options.withoutBrowser)).sorted()
        }
        let logging = try ListedMembers.functions(of: "RequestPipeline.Loggable", returning: ["Self"])
        let binding = try ListedMembers.functions(of: "OpenID.SenderConstraining", returning: ["Self"])
        let webAuth = try ListedMembers.functions(of: "Auth0.WebAuth", returning: ["Self", "any WebAuth"])
        let pushed = try ListedMembers.functions(of: "Auth0.PARAuth", returning: ["Self", "any PARAuth"])
        let login = try ListedMembers.functions(of: "OpenID.BrowserLogin", returning: ["BrowserLogin"])
        let logout = try ListedMembers.functions(of: "OpenID.BrowserLogout", returning: ["BrowserLogout"])

        #expect(webAuth.count > 25 && login.count > 10)
        #expect(untested(Options.webAuth.keys, webAuth.union(logging).union(binding)) == [])
        #expect(untested(Options.pushed.keys, pushed.union(logging)) == [])
        #expect(untested(Options.login.keys, login) == [])
        #expect(untested(Options.logout.keys, logout) == [])
    }

    @Test func `A7 no option of a login is among the arguments of the browser`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open()
            for (name, option) in Options.webAuth {
                let login = try option(Auth0.webAuth())
                await PublicArgumentTests.open(name, seed) { await login.result() }
            }
            try PublicArgumentTests.checkArguments(of: seed)
        }
    }

    @Test func `A7 A18 no option of a login that a server has begun is among the arguments of the browser`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open()
            for (name, option) in Options.pushed {
                let login = try option(Auth0.authorizeWithRequestUri().state(Options.canary))
                await PublicArgumentTests.open(name, seed) {
                    await login.result(requestUri: "urn:ietf:params:oauth:request_uri:\(Options.canary)")
                }
            }
            try PublicArgumentTests.checkArguments(of: seed)
        }
    }

    @Test func `A7 no option of OpenID's login and logout is among the arguments of the browser`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open { tenant in
                { ["code": $1, "state": $0["state"] ?? "", "iss": tenant.domain + "/"] }
            }
            let client = try await OpenID.discover(seed.tenant.domain + "/").start().client(id: seed.tenant.clientID)
            let credentials = try await client.login().start()
            for (name, option) in Options.login {
                let login = try option(client.login())
                await PublicArgumentTests.open(name, seed) { await login.result() }
            }
            for (name, option) in Options.logout {
                let logout = try option(client.logout(of: credentials))
                await PublicArgumentTests.open(name, seed) { await logout.result() }
                #expect(seed.parameters["id_token_hint"] == credentials.idToken, "\(name)")
            }
            try PublicArgumentTests.checkArguments(of: seed)
        }
    }

    /// Begins a login or a logout until a browser has its page, and ends it: the stand-in cannot answer each of them.
    private static func open<Value, Failure: Error>(
        _ name: String, _ seed: SeedBrowser, _ login: @escaping @Sendable () async -> Result<Value, Failure>
    ) async {
        let earlier = seed.browser.addresses.count
        let end = Mutex<String?>(nil)
        let task = Task {
            let result = await login()
            end.withLock { $0 = "\(result)" }
        }
        #expect(await SystemState.reaches { seed.browser.addresses.count > earlier || end.withLock { $0 != nil } })
        #expect(seed.browser.addresses.count > earlier, "\(name): \(end.withLock { $0 } ?? "")")
        task.cancel()
        await task.value
    }

    @Test func `A7 no parameter of a logout is among the arguments of the browser`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open()
            try await Auth0.webAuth().clearSession(federated: true)

            #expect(seed.parameters["returnTo"]?.contains("?state=") == true)
            try PublicArgumentTests.checkArguments(of: seed)
        }
    }

    @Test func `A7 A18 no parameter of a login that a server has begun is among the arguments of the browser`() async {
        await #expect(processExitsWith: .success) {
            let callback = "http://127.0.0.1:\(try FreePort.find())/callback"
            let pushed = ["redirect_uri": callback, "state": PublicArgumentOptions.canary]
            let seed = try SeedBrowser.open(pushed: pushed) { _ in
                { parameters, _ in ["code": "the-code", "state": parameters["state"] ?? ""] }
            }

            let code = try await Auth0.authorizeWithRequestUri().state(PublicArgumentOptions.canary)
                .redirectURL(#require(URL(string: callback))).sessionTransferToken(PublicArgumentOptions.canary)
                .start(requestUri: "urn:ietf:params:oauth:request_uri:\(PublicArgumentOptions.canary)")

            #expect(code == AuthorizationCode(code: "the-code", state: PublicArgumentOptions.canary))
            #expect(seed.parameters["session_transfer_token"] == PublicArgumentOptions.canary)
            try PublicArgumentTests.checkArguments(of: seed)
        }
    }

    @Test func `A7 no parameter of OpenID's login and logout is among the arguments of the browser`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open { tenant in
                { ["code": $1, "state": $0["state"] ?? "", "iss": tenant.domain + "/"] }
            }
            let client = try await OpenID.discover(seed.tenant.domain + "/").start().client(id: seed.tenant.clientID)

            let credentials = try await client.login().loginHint(PublicArgumentOptions.canary).start()
            _ = try await client.login().window(.privateWindow).start()
            try await client.logout(of: credentials).parameters(["logout_hint": PublicArgumentOptions.canary]).start()

            #expect(seed.parameters["id_token_hint"] == credentials.idToken)
            try PublicArgumentTests.checkArguments(of: seed)
        }
    }

    /// Checks that the browsers know addresses of start pages, and nothing of the pages behind them.
    private static func checkArguments(of seed: SeedBrowser) throws {
        let arguments = seed.arguments
        let addresses = arguments.filter { $0.contains("://") }
        #expect(!addresses.isEmpty)
        let page = /http:\/\/127\.0\.0\.1:\d+\/start\/[A-Za-z0-9_-]{43}/
        #expect(addresses.allSatisfy { $0.wholeMatch(of: page) != nil })
        let values = Set(seed.browser.addresses.flatMap(\.parameters.values)).filter { $0.utf8.count > 4 }
        let secrets = values + [PublicArgumentOptions.canary]
        for secret in secrets { #expect(!arguments.contains { $0.contains(secret) }) }
    }
}
