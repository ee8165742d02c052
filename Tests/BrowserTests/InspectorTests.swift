import Encodings
import HTTP
import HTTPCurl
import TenantEmulator
import Testing
import WebDriver

@Suite struct InspectorTests {
    private func askForCode(_ tenant: EmulatedTenant) async throws {
        let fields = [
            "client_id": tenant.clientID, "connection": "email", "email": "jane@example.com", "send": "code",
        ]
        let form = FormEncoding.encode(fields.map { ($0.key, $0.value) })
        let request = HTTPRequest(
            method: .post, url: try HTTPURL("\(tenant.domain)/passwordless/start"),
            fields: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(form.utf8))
        _ = try await withCheckedThrowingContinuation { continuation in
            _ = CurlTransport.standard.send(request) { continuation.resume(with: $0) }
        }
    }

    @Test func `shows what has happened, and carries out what a person clicks`() async throws {
        let tenant = try EmulatedTenant.start()
        try await withBrowser { browser in
            try await browser.visit(tenant.inspectorURL)
            let address = try await browser.address
            try await browser.click("button[value='arm']")
            let fault = try await browser.text(".scroll td")
            try await browser.click("button[value='clear']")
            let cleared = try await browser.text(".none")
            try await browser.click("nav a[href='/_emulator/mail']")
            _ = try await browser.text("nav a[href='/_emulator/mail'][aria-current]")
            try await askForCode(tenant)
            try await browser.click("nav a[href='/_emulator/mail']")
            let code = try await browser.text(".digits")

            #expect(!address.contains("token"))
            #expect(fault == "/oauth/token")
            #expect(cleared == "Nothing yet.")
            #expect(code == tenant.latestCode(to: "jane@example.com"))
        }
    }
}
