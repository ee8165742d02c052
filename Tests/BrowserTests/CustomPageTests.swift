import ByteEncodings
import TenantEmulator
import Testing
import WebDriverClient

/// A custom login page, in a real browser.
@Suite struct CustomPageTests {
    @Test func `logs in with a custom login page`() async throws {
        var configuration = TenantConfiguration.anyPort
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
