import LibcurlTransport
import OpenID
import TenantEmulator
import Testing

/// A client of an emulated provider, tested as the OpenID Foundation's suite tests relying parties.
///
/// - SeeAlso: [the suite's
///   modules](https://gitlab.com/openid/conformance-suite/-/tree/master/src/main/java/net/openid/conformance/openid/client)
struct RelyingParty {
    static let user = "john@example.com"
    static let subject = "auth0|000000000000000000000001"
    static let password = "Sesame-2026!"
    static let confidential = (id: "emulatorSymmetric000000000000001", secret: "a-secret-that-signs-ID-tokens-in-2026")

    let tenant: EmulatedTenant
    let browser = PlainBrowser()
    /// Its own, because the keys that the shared one has fetched may be from an earlier tenant at the same port.
    private let transport = CurlTransport()

    init(_ algorithm: TenantConfiguration.SigningAlgorithm = .rs256) throws {
        var configuration = TenantConfiguration()
        configuration.signingAlgorithm = algorithm
        configuration.allowsAnyLoopbackPort = true
        tenant = try EmulatedTenant.start(configuration)
    }

    /// A window in which the user logs in, where that is asked for, and agrees.
    var window: LoginWindow { SteeredWindow.of(browser) { browser in try await browser.logIn() } }

    /// The provider, by its metadata.
    func provider() async throws -> OpenIDProvider { try await discover(tenant.issuer, session: transport).start() }

    /// The public client.
    func client() async throws -> OpenIDClient { try await provider().client(id: tenant.clientID) }

    /// Logs in through the pages of the provider.
    func logIn(_ client: OpenIDClient? = nil, scope: String = OpenIDClient.defaultScope) async throws -> Credentials {
        var known = client
        if known == nil { known = try await self.client() }
        return try await #require(known).login().scope(scope).window(window).allowingConcurrentLogins().start()
    }

    /// Logs in at a provider that does something wrong with ID tokens.
    func logIn(despite name: String, _ client: OpenIDClient? = nil) async throws -> Credentials {
        tenant.faults.set(.tamper(try TokenTampering(named: name)), on: "/oauth/token", grant: "authorization_code")
        return try await logIn(client)
    }

    /// The requests of a path that the provider has read.
    func requests(_ path: String) -> [JournalEntry] { tenant.journal.filter { $0.path == path } }
}

extension PlainBrowser {
    /// Completes the emulator's pages as the user.
    func logIn() async throws {
        if page.contains(#"action="/u/login""#) {
            try await submit(
                ["username": RelyingParty.user, "password": RelyingParty.password], to: "/u/login")
        }
        if page.contains(#"action="/u/consent""#) { try await submit(["action": "accept"], to: "/u/consent") }
    }
}
