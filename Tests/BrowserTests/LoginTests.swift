import Encodings
import TenantEmulator
import Testing
import WebDriver

/// The pages in a real browser: what they need of scripts, cookies and policies is there.
@Suite struct LoginTests {
    let tenant: EmulatedTenant
    let visit: Visit

    init() throws {
        tenant = try EmulatedTenant.start()
        tenant.clock.stop()
        visit = Visit(tenant)
    }

    @Test func `logs in after a wrong password`() async throws {
        try await withBrowser { browser in
            try await browser.visit(visit.authorizeURL(["login_hint": "john@example.com"]))
            let hint = try await browser.attribute("value", of: "#username")
            try await browser.logIn(password: "wrong")
            let error = try await browser.text("#error")
            try await browser.logIn()
            let claims = try await visit.claims(browser)

            #expect(hint == "john@example.com")
            #expect(error == "Wrong username or password.")
            #expect(claims["email"]?.string == "john@example.com")
            #expect(claims["nonce"]?.string == "n-1")
        }
    }

    @Test func `signs up by the link on the login page`() async throws {
        try await withBrowser { browser in
            try await browser.visit(visit.authorizeURL())
            try await browser.click("a[href^='/u/signup']")
            try await browser.type("new@example.com", into: "#email")
            try await browser.type("Fresh-2026!", into: "#password")
            try await browser.click("form[action='/u/signup'] button")
            let claims = try await visit.claims(browser)

            #expect(claims["email"]?.string == "new@example.com")
        }
    }

    @Test func `asks for a second factor`() async throws {
        try await withBrowser { browser in
            try await browser.visit(visit.authorizeURL())
            try await browser.logIn(as: "mfa@example.com")
            try await browser.click("details.ways summary")
            try await browser.click("button[value='email|dev_0000000000000003']")
            try await browser.wait(for: "input[name='mode'][value='oob']")
            try await browser.type(tenant.latestCode(to: "mfa@example.com") ?? "", into: "#code")
            try await browser.click("form[action='/u/mfa'] button")
            let claims = try await visit.claims(browser)

            #expect(claims["amr"] == .array([.string("mfa")]))
        }
    }

    @Test func `goes on when the user has answered on the phone`() async throws {
        try await withBrowser { browser in
            try await browser.visit(visit.authorizeURL())
            try await browser.logIn(as: "mfa@example.com")
            try await browser.click("details.ways summary")
            try await browser.click("button[value='push|dev_0000000000000004']")
            try await browser.wait(for: "input[name='mode'][value='push']")
            let asked = tenant.answerPush(for: "mfa@example.com", approve: true)
            try await browser.click("form[action='/u/mfa'] button")
            let answer = try await visit.answer(browser)

            #expect(asked == 1)
            #expect(answer["code"] != nil)
        }
    }

    @Test func `signs up and logs in with a passkey of the browser`() async throws {
        try await withBrowser { browser in
            let authenticator = try await browser.addAuthenticator()
            try await browser.visit(visit.authorizeURL(["screen_hint": "signup"]))
            try await browser.type("key@example.com", into: "#email")
            try await browser.click("button[formaction='/u/passkey/begin']")
            let first = try await visit.claims(browser)
            try await browser.visit(visit.authorizeURL(["prompt": "login"]))
            try await browser.click("form[action='/u/passkey/begin'] button")
            let second = try await visit.claims(browser)
            try await browser.removeAuthenticator(authenticator)

            #expect(first["email"]?.string == "key@example.com")
            #expect(second["sub"] == first["sub"])
        }
    }

    @Test func `brings a refused consent back`() async throws {
        let foreign = Visit(tenant, clientID: "emulatorForeign00000000000000001")
        try await withBrowser { browser in
            try await browser.visit(foreign.authorizeURL())
            try await browser.logIn()
            try await browser.click("button[value='deny']")
            let answer = try await foreign.answer(browser)

            #expect(answer["error"] == "access_denied")
            #expect(answer["state"] == "s-1")
        }
    }

    @Test func `asks for the organization`() async throws {
        let asking = Visit(tenant, clientID: "emulatorAsksBefore00000000000001")
        try await withBrowser { browser in
            try await browser.visit(asking.authorizeURL())
            try await browser.type("acme", into: "#organization")
            try await browser.click("form[action='/u/organization'] button")
            try await browser.logIn()
            let claims = try await asking.claims(browser)

            #expect(claims["org_id"]?.string == "org_0000000000000001")
        }
    }

    @Test func `logs in by a page of the user's own`() async throws {
        var configuration = TenantConfiguration()
        configuration.loginPage = """
            <!doctype html><title>Our own</title><form method="post" id="form">
            <input name="username"><input name="password" type="password"><input name="state" type="hidden">
            <input name="_csrf" type="hidden"><button>Go</button></form>
            <script>
            var config = JSON.parse(decodeURIComponent(escape(window.atob('@@config@@'))));
            config.extraParams = config.extraParams || {};
            var form = document.getElementById('form');
            form.action = config.loginURL;
            form.elements.state.value = config.internalOptions.state;
            form.elements._csrf.value = config.internalOptions._csrf;
            form.elements.username.value = config.extraParams.login_hint;
            </script>
            """
        let visit = Visit(try EmulatedTenant.start(configuration))
        try await withBrowser { browser in
            try await browser.visit(visit.authorizeURL(["login_hint": "john@example.com"]))
            let title = try await browser.title
            try await browser.type(Visit.password, into: "[name=password]")
            try await browser.click("button")
            let claims = try await visit.claims(browser)

            #expect(title == "Our own")
            #expect(claims["email"]?.string == "john@example.com")
        }
    }
}
