import TenantEmulator
import Testing
import WebDriver

@Suite struct InspectorTests {
    @Test func `shows what happens as it happens, and carries out what a person clicks`() async throws {
        let tenant = try EmulatedTenant.start()
        let visit = Visit(tenant)
        try await withBrowser { browser in
            try await browser.visit(tenant.inspectorURL)
            let address = try await browser.address
            try await browser.click("button[value='arm']")
            let fault = try await browser.text(".scroll td")
            try await browser.click("button[value='clear']")
            try await browser.visit("\(tenant.domain)/_emulator/mail")
            let inspector = try await browser.openTab()
            try await browser.visit(visit.authorizeURL())
            try await browser.logIn(as: "mfa@example.com")
            try await browser.click("details.ways summary")
            try await browser.click("button[value='email|dev_0000000000000003']")
            try await browser.closeTab(goingTo: inspector)
            let code = try await browser.text(".digits")

            #expect(!address.contains("token"))
            #expect(fault == "/oauth/token")
            #expect(code == tenant.latestCode(to: "mfa@example.com"))
        }
    }
}
