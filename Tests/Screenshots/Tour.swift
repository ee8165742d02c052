import Auth0
import Foundation
import Streams
import TenantEmulator
import WebDriverClient

/// Goes to a page of a new tenant as a person does.
struct Tour {
    /// The pages.
    enum Page: CaseIterable {
        case login, people, signup, wrongPassword, google
        case secondFactor, enrollment, recoveryCode, consent, organization, invitation
        case device, deviceCode, loggedOut, error, index, inspector, inspectorRequests, inspectorUsers, inspectorTokens
        case loggedIn, notLoggedIn
    }

    let browser: Browser
    let language: String

    private static let password = "Sesame-2026!"

    /// Goes there, and takes a picture.
    func picture(of page: Page) async throws -> [UInt8] {
        let tenant = try EmulatedTenant.start()
        switch page {
        case .device, .deviceCode: try await showDevice(tenant, isConfirming: page == .device)
        case .inspector: try await showInspector(tenant, "")
        case .inspectorRequests: try await showInspector(tenant, "requests")
        case .inspectorUsers: try await showInspector(tenant, "users")
        case .inspectorTokens: try await showInspector(tenant, "tokens")
        case .index: try await browser.visit("\(tenant.domain)/")
        case .loggedOut: try await browser.visit("\(tenant.domain)/v2/logout?ui_locales=\(language)")
        case .error: try await browser.visit("\(tenant.domain)/authorize?client_id=nobody&ui_locales=\(language)")
        default: return try await showLogin(tenant, page)
        }
        return try await browser.picture()
    }

    /// A user agent that passes the address on.
    private struct Handover: WebAuthUserAgent {
        let url: URL
        let addresses: AsyncStream<URL>.Continuation
        let callback: WebAuthProviderCallback
        func start() { addresses.yield(url) }
        func finish(with result: WebAuthResult<Void>) { callback(result) }
    }

    /// Logs in by the SDK, as far as the page.
    private func showLogin(_ tenant: EmulatedTenant, _ page: Page) async throws -> [UInt8] {
        let clients: [Page: String] = [
            .consent: "emulatorForeign00000000000000001", .notLoggedIn: "emulatorForeign00000000000000001",
            .organization: "emulatorAsksBefore00000000000001",
        ]
        let (addresses, address) = AsyncStream<URL>.makeStream()
        var webAuth = Auth0.webAuth(clientId: clients[page] ?? tenant.clientID, domain: tenant.domain)
            .parameters(["ui_locales": language]).scope("openid profile email offline_access read:todos")
            .audience("https://api.example.com/")
            .provider { url, callback in Handover(url: url, addresses: address, callback: callback) }
        if page == .signup { webAuth = webAuth.parameters(["screen_hint": "signup"]) }
        if page == .invitation, let link = URL(string: try tenant.invite("jane@example.com", to: "acme")) {
            webAuth = webAuth.invitationURL(link)
        }
        let login = webAuth.start { _ in address.finish() }
        defer { login.cancel() }
        for await url in addresses {
            try await browser.visit(url.absoluteString)
            break
        }
        try await goOn(to: page, tenant)
        return try await browser.picture()
    }

    private func goOn(to page: Page, _ tenant: EmulatedTenant) async throws {
        switch page {
        case .people: try await browser.click("details.people summary")
        case .google: try await browser.click("button[value='upstream']")
        case .wrongPassword:
            try await logIn("john@example.com", "wrong")
            try await browser.wait(for: "#error")
        case .secondFactor:
            try await logIn("mfa@example.com")
            try await browser.wait(for: "#code")
        case .enrollment:
            try await logIn("enroll@example.com")
            try await browser.wait(for: "#secret")
        case .consent:
            try await logIn("john@example.com")
            try await browser.wait(for: ".scopes")
        case .loggedIn:
            try await logIn("john@example.com")
            try await browser.wait(for: "main.good")
        case .notLoggedIn:
            try await logIn("john@example.com")
            try await browser.click("button[value='deny']")
            try await browser.wait(for: "main.bad")
        case .recoveryCode:
            try await logIn("enroll@example.com")
            try await browser.wait(for: "#secret")
            try await browser.type(tenant.authenticatorCode(for: "enroll@example.com") ?? "", into: "#code")
            try await browser.click("form[action='/u/mfa-enroll'] button")
            try await browser.wait(for: "#recovery-code")
        default: break
        }
    }

    private func logIn(_ name: String, _ password: String = password) async throws {
        try await browser.type(name, into: "#username")
        try await browser.type(password, into: "#password")
        try await browser.click("form[action='/u/login'] button")
    }

    private func showDevice(_ tenant: EmulatedTenant, isConfirming: Bool) async throws {
        let device = try await Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain)
            .deviceAuthorization().start()
        let page = isConfirming ? device.verificationURIComplete ?? device.verificationURI : device.verificationURI
        try await browser.visit("\(page)")
        if isConfirming { try await browser.click("button") }
    }

    /// The inspector of a tenant in which something has happened.
    private func showInspector(_ tenant: EmulatedTenant, _ section: String) async throws {
        let client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain)
        let credentials = try await client.login(
            usernameOrEmail: "john@example.com", password: Self.password,
            realmOrConnection: "Username-Password-Authentication"
        ).start()
        _ = try await client.userInfo(withAccessToken: credentials.accessToken).start()
        try await client.startPasswordless(email: "jane@example.com").start()
        tenant.faults.set(.status(503), on: "/oauth/token", times: 2)
        try await browser.visit(tenant.inspectorURL.absoluteString)
        if !section.isEmpty { try await browser.click("nav a[href='/_emulator/\(section)']") }
    }
}
