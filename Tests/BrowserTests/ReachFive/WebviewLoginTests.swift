import FoundationEssentials
import OpenID
import ReachFive
import TenantEmulator
import Testing
import WebDriverClient

/// A login at an emulated account of ReachFive, in a real browser.
@Suite struct ReachFiveLoginTests {
    /// A place for login pages whose address a test receives.
    private struct PageProvider: ASWebAuthenticationPresentationContextProviding {
        let addresses: AsyncStream<String>.Continuation

        func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
            LoginWindow { SteeredPage(address: $0.absoluteString, addresses: addresses, ended: $1) }
        }
    }

    @Test func `row 75 a user types a password, and a second login needs none`() async throws {
        var configuration = TenantConfiguration()
        (configuration.service, configuration.allowsAnyLoopbackPort) = (.reachFive, true)
        let tenant = try EmulatedTenant.start(configuration)
        let config = SdkConfig(domain: tenant.domain, clientId: tenant.clientID, scheme: "http://127.0.0.1:0/callback")
        let reachfive = ReachFive(sdkConfig: config) { $0.allowingConcurrentLogins() }
        try await withBrowser { browser in
            let (addresses, address) = AsyncStream<String>.makeStream()
            var pages = addresses.makeAsyncIterator()
            let request = WebviewLoginRequest(presentationContextProvider: PageProvider(addresses: address))
            // A login that fails before its page opens ends the wait for the page.
            func login() -> Future<AuthToken, ReachFiveError> {
                reachfive.webviewLogin(request).onFailure { _ in address.finish() }
            }

            let first = login()
            try await browser.visit(try #require(await pages.next()))
            try await browser.logIn()
            let user = try await first.get().user
            let second = login()
            try await browser.visit(try #require(await pages.next()))

            #expect(user?.email == "john@example.com")
            #expect(try await second.get().user?.id == user?.id)
        }
    }
}
