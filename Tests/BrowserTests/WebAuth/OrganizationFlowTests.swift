import Auth0
import Foundation
import TenantEmulator
import Testing
import WebDriverClient

/// Logins for organizations, through the SDK and a real browser.
@Suite struct OrganizationFlowTests {
    private let tenant: EmulatedTenant

    init() throws { tenant = try EmulatedTenant.start(.anyPort) }

    @Test func `asks for the organization when the application names none`() async throws {
        let asking = TestApplication(tenant, clientID: "emulatorAsksBefore00000000000001")
        try await withBrowser { browser in
            let credentials = try await asking.run {
                try await $0.start()
            } person: { page in
                try await browser.visit(page.absoluteString)
                try await browser.type("acme", into: "#organization")
                try await browser.click("form[action='/u/organization'] button")
                try await browser.logIn()
            }

            #expect(try credentials.claim("org_id") == "org_0000000000000001")
        }
    }

    @Test func `row 15 logs in to the organization that the application names`() async throws {
        try await withBrowser { browser in
            let credentials = try await TestApplication(tenant).run {
                try await $0.organization("acme").start()
            } person: { page in
                try await browser.visit(page.absoluteString)
                #expect(try await browser.text(".card header").contains("Acme Inc."))
                try await browser.logIn()
            }

            #expect(try credentials.claim("org_name") == "acme")
        }
    }

    @Test func `row 16 accepts an invitation by signing up`() async throws {
        let link = try tenant.invite("newcomer@example.com", to: "acme")
        let url = try #require(URL(string: link))
        try await withBrowser { browser in
            let credentials = try await TestApplication(tenant).run {
                try await $0.invitationURL(url).start()
            } person: { page in
                try await browser.visit(page.absoluteString)
                try await browser.click("form[action='/u/invitation'] button")
                #expect(try await browser.attribute("value", of: "#email") == "newcomer@example.com")
                try await browser.type("Fresh-2026!", into: "#password")
                try await browser.click("form[action='/u/signup'] button")
            }

            #expect(try credentials.claim("email") == "newcomer@example.com")
            #expect(try credentials.claim("org_id") == "org_0000000000000001")
        }
    }

    @Test func `row 16 an invitation of another user is refused with the tenant's message`() async throws {
        let url = try #require(URL(string: try tenant.invite("jane@example.com", to: "acme")))
        try await withBrowser { browser in
            let error = await #expect(throws: WebAuthError.self) {
                try await TestApplication(tenant).run {
                    try await $0.invitationURL(url).start()
                } person: { page in
                    try await browser.visit(page.absoluteString)
                    try await browser.click("form[action='/u/invitation'] button")
                    try await browser.logIn()
                }
            }

            #expect(error == .authenticationFailed)
            #expect((error?.cause as? AuthenticationError)?.message == "the invitation is for another address")
        }
    }
}
