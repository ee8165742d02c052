import Auth0
import Foundation
import HTTPMessages
import OpenID
import ProgramRunner
import TenantEmulator
import TestEvents
import Testing

/// The arguments of the browser, which every user of the machine can read; each in a process of its own, whose environment
/// names the browsers.
@Suite struct PublicArgumentTests {
    /// A value that must not be among the arguments, and is long enough for a `state`.
    private static let canary = "CANARY-0123456789-0123456789"

    /// The options that can hold a secret.
    private static let options: [@Sendable (any WebAuth) throws -> any WebAuth] = [
        { $0 }, { $0.useEphemeralSession() }, { $0.state(canary) }, { $0.nonce(canary) },
        { $0.parameters(["session_transfer_token": canary, "login_hint": canary, "x": canary]) },
        { $0.parameters(["state": canary, "nonce": canary]) }, { $0.audience(canary).connection(canary) },
        { $0.invitationURL(try invitation) }, { $0.pushing().parameters(["login_hint": canary]) },
        { $0.provider(WebAuthentication.safariProvider(application: "com.example.demo")).state(canary) },
        { $0.signingRequest(with: try SigningKey(generating: .rs256, id: "k1")).nonce(canary) },
    ]

    private static var invitation: URL {
        get throws { try #require(URL(string: "https://a.example/?invitation=\(canary)&organization=\(canary)")) }
    }

    @Test(arguments: options.indices)
    func `A7 no option of a login is among the arguments of the browser`(index: Int) async {
        await #expect(processExitsWith: .success) { [index = index as Int] in
            let seed = try SeedBrowser.open()

            let webAuth = try PublicArgumentTests.options[index](Auth0.webAuth())

            // The stand-in cannot answer a pushed or a signed request, so the login may wait until it is cancelled.
            let login = Task { await webAuth.result() }
            #expect(await SystemState.reaches { !seed.browser.addresses.isEmpty })
            login.cancel()
            _ = await login.value

            try PublicArgumentTests.checkArguments(of: seed)
        }
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
            let pushed = ["redirect_uri": callback, "state": PublicArgumentTests.canary]
            let seed = try SeedBrowser.open(pushed: pushed) { _ in
                { parameters, _ in ["code": "the-code", "state": parameters["state"] ?? ""] }
            }

            let code = try await Auth0.authorizeWithRequestUri().state(PublicArgumentTests.canary)
                .redirectURL(#require(URL(string: callback))).sessionTransferToken(PublicArgumentTests.canary)
                .start(requestUri: "urn:ietf:params:oauth:request_uri:\(PublicArgumentTests.canary)")

            #expect(code == AuthorizationCode(code: "the-code", state: PublicArgumentTests.canary))
            #expect(seed.parameters["session_transfer_token"] == PublicArgumentTests.canary)
            try PublicArgumentTests.checkArguments(of: seed)
        }
    }

    @Test func `A7 no parameter of OpenID's login and logout is among the arguments of the browser`() async {
        await #expect(processExitsWith: .success) {
            let seed = try SeedBrowser.open { tenant in
                { ["code": $1, "state": $0["state"] ?? "", "iss": tenant.domain + "/"] }
            }
            let client = try await OpenID.discover(seed.tenant.domain + "/").start().client(id: seed.tenant.clientID)

            let credentials = try await client.login().loginHint(PublicArgumentTests.canary).start()
            _ = try await client.login().window(.privateWindow).start()
            try await client.logout(of: credentials).parameters(["logout_hint": PublicArgumentTests.canary]).start()

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
        let secrets = Set(seed.browser.addresses.flatMap(\.parameters.values)).filter { $0.utf8.count > 4 } + [canary]
        for secret in secrets { #expect(!arguments.contains { $0.contains(secret) }) }
    }
}
