import ByteEncodings
import Foundation
import HTTPMessages
import LibcurlTransport
import TenantEmulator
import WebDriverClient

/// Goes to each page of a tenant as a person does.
struct PageTour {
    typealias Look = (_ name: String) async throws -> Void

    let browser: Browser
    let tenant: EmulatedTenant
    private let visit: Visit

    init(_ browser: Browser) throws {
        self.browser = browser
        tenant = try EmulatedTenant.start(.anyPort)
        visit = Visit(tenant)
    }

    /// Calls `look` on each page, with the name of the page.
    func walk(_ look: Look) async throws {
        try await messages(look)
        try await logins(look)
        try await passwords(look)
        try await factors(look)
        try await questions(look)
        try await inspector(look)
    }

    private func open(_ selector: String) async throws {
        try await browser.run("document.querySelector('\(selector)').open = true")
    }

    private func authorize(_ more: [String: String] = [:]) async throws {
        try await browser.visit(visit.authorizeURL(["prompt": "login"].merging(more) { $1 }))
    }

    private func post(_ path: String, _ fields: [String: String]) async throws -> JSONValue {
        let request = TransportRequest(
            method: .post, url: try HTTPURL("\(tenant.domain)\(path)"),
            fields: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array(FormEncoding.encode(fields.map { ($0.key, $0.value) }).utf8))
        let response = try await CurlTransport.standard.response(to: request)
        return try JSONValue(parsing: response.body)
    }

    private func messages(_ look: Look) async throws {
        try await browser.visit("\(tenant.domain)/")
        try await open("details.people")
        try await look("index")
        try await authorize(["client_id": "nobody"])
        try await look("unknown client")
        try await authorize(["redirect_uri": "http://localhost:1/a-callback-that-is-not-registered"])
        try await look("unknown callback")
        try await browser.visit("\(tenant.domain)/v2/logout")
        try await look("logged out")
        try await browser.visit("\(tenant.domain)/activate")
        try await look("device")
        let device = try await post("/oauth/device/code", ["client_id": tenant.clientID, "scope": "openid email"])
        try await browser.visit("\(tenant.domain)/activate?user_code=\(device["user_code"]?.string ?? "")")
        try await browser.click("main button")
        try await browser.wait(for: "#user-code")
        try await look("device confirmation")
        try await browser.click("button[value='cancel']")
        try await browser.wait(for: "#done")
        try await look("device refused")
    }

    private func logins(_ look: Look) async throws {
        try await authorize()
        try await look("login")
        try await open("details.people")
        try await look("people")
        try await browser.logIn(password: "wrong")
        try await browser.wait(for: "#error")
        try await look("wrong password")
        try await authorize(["screen_hint": "signup"])
        try await look("sign-up")
        try await authorize(["connection": "google-oauth2"])
        try await look("Google")
        try await authorize(["connection": "email"])
        try await look("address")
        try await browser.type("ann@example.com", into: "#address")
        try await browser.click("main button.primary")
        try await browser.wait(for: "#code")
        try await look("code")
    }

    private func passwords(_ look: Look) async throws {
        try await authorize()
        try await browser.click(".options a")
        try await browser.type("john@example.com", into: "#email")
        try await look("forgotten password")
        try await browser.click("main button.primary")
        try await browser.wait(for: "header strong")
        try await look("link sent")
        try await browser.visit(tenant.inbox.last { $0.kind == .passwordReset }?.link ?? "")
        try await look("new password")
    }

    private func factors(_ look: Look) async throws {
        try await authorize()
        try await browser.logIn(as: "mfa@example.com")
        try await browser.wait(for: "#code")
        try await open("details.ways")
        try await look("second factor")
        try await authorize()
        try await browser.logIn(as: "enroll@example.com")
        try await browser.wait(for: "#secret")
        try await look("enrolment")
        try await browser.type(tenant.authenticatorCode(for: "enroll@example.com") ?? "", into: "#code")
        try await browser.click("form[action='/u/mfa-enroll'] button")
        try await browser.wait(for: "#recovery-code")
        try await look("recovery code")
    }

    private func questions(_ look: Look) async throws {
        try await authorize(["client_id": "emulatorForeign00000000000000001"])
        try await browser.logIn()
        try await browser.wait(for: ".scopes")
        try await look("consent")
        try await authorize(["client_id": "emulatorAsksBefore00000000000001"])
        try await look("organization")
        try await authorize(["client_id": "emulatorAsksAfter000000000000001"])
        try await browser.logIn()
        try await browser.wait(for: "form[action='/u/organization-choice']")
        try await look("choice of an organization")
        let link = URLComponents(string: try tenant.invite("jane@example.com", to: "acme"))
        let invitation = (link?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        try await authorize(Dictionary(invitation) { $1 })
        try await look("invitation")
    }

    private func inspector(_ look: Look) async throws {
        try await browser.visit("\(tenant.domain)/_emulator/requests")
        try await look("token of the inspector")
        try await browser.type(tenant.controlToken, into: "#token")
        try await browser.click("main button")
        try await browser.wait(for: "nav a[href='/_emulator/requests'][aria-current]")
        try await open("td details")
        try await look("requests")
        let grant = ["grant_type": "password", "username": "john@example.com", "password": Visit.password]
        _ = try await post(
            "/oauth/token", grant.merging(["client_id": tenant.clientID, "scope": "openid offline_access"]) { $1 })
        for section in ["", "mail", "users", "clients", "sessions", "tokens"] {
            try await browser.visit("\(tenant.domain)/_emulator/\(section)")
            if section.isEmpty { try await open("details.kinds") }
            if section == "tokens" { try await open("td details") }
            try await look("inspector \(section)")
        }
    }
}
