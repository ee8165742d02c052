import ByteEncodings
import TenantEmulator
import Testing
import WebDriverClient

@Suite struct SessionTests {
    let tenant: EmulatedTenant
    let visit: Visit

    init() throws {
        tenant = try EmulatedTenant.start(.anyPort)
        tenant.clock.stop()
        visit = Visit(tenant)
    }

    @Test func `logs in to a second application without a prompt until the user logs out`() async throws {
        let other = Visit(tenant, clientID: "emulatorClient0000000000000000002")
        try await withBrowser { browser in
            try await browser.visit(visit.authorizeURL())
            try await browser.logIn()
            let first = try await visit.claims(browser)
            try await browser.visit(other.authorizeURL(["prompt": "none"]))
            let second = try await other.claims(browser)
            let target = "\(tenant.domain)/v2/logout?client_id=\(tenant.clientID)&returnTo=\(visit.callback)"
            try await browser.visit(target)
            let end = try await browser.address
            try await browser.visit(visit.authorizeURL(["prompt": "none"]))
            let third = try await visit.answer(browser)

            #expect(second["sid"] == first["sid"])
            #expect(end == visit.callback)
            #expect(third["error"] == "login_required")
        }
    }

    @Test func `starts without a session when the browser is new`() async throws {
        try await withBrowser { browser in
            try await browser.visit(visit.authorizeURL())
            try await browser.logIn()
            _ = try await visit.answer(browser)
        }

        let answer = try await withBrowser { browser in
            try await browser.visit(visit.authorizeURL(["prompt": "none"]))
            return try await visit.answer(browser)
        }

        #expect(answer["error"] == "login_required")
    }

    @Test func `finishes two logins in two tabs`() async throws {
        try await withBrowser { browser in
            try await browser.visit(visit.authorizeURL(["state": "first"]))
            let first = try await browser.openTab()
            try await browser.visit(visit.authorizeURL(["state": "second"]))
            try await browser.logIn()
            let second = try await visit.answer(browser)
            try await browser.closeTab(goingTo: first)
            try await browser.logIn()
            let late = try await visit.answer(browser)

            #expect(second["state"] == "second" && second["code"] != nil)
            #expect(late["state"] == "first" && late["code"] != nil)
        }
    }

    @Test func `approves a device`() async throws {
        try await withBrowser { browser in
            try await browser.visit("\(tenant.domain)/activate")
            try await browser.type("XXXX-XXXX", into: "#user_code")
            try await browser.click("button")
            let error = try await browser.text("#error")

            #expect(error == "The code is not right or has expired.")
        }
    }
}
