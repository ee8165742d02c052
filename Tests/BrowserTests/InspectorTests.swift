import ByteEncodings
import Foundation
import HTTPMessages
import LibcurlTransport
import TenantEmulator
import Testing
import WebDriverClient

@Suite struct InspectorTests {
    private func askForCode(_ tenant: EmulatedTenant) async throws {
        let fields = [
            "client_id": tenant.clientID, "connection": "email", "email": "jane@example.com", "send": "code",
        ]
        let form = FormEncoding.encode(fields.map { ($0.key, $0.value) })
        let request = TransportRequest(
            method: .post, url: try HTTPURL("\(tenant.domain)/passwordless/start"),
            fields: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(form.utf8))
        _ = try await CurlTransport.standard.response(to: request)
    }

    @Test func `preserves focus and selection during updates`() async throws {
        let tenant = try EmulatedTenant.start(.anyPort)
        try await askForCode(tenant)
        try await withBrowser { browser in
            try await browser.visit(tenant.inspectorURL.absoluteString)
            try await browser.click("nav a[href='/_emulator/requests']")
            try await browser.wait(for: "nav a[href='/_emulator/requests'][aria-current]")
            // The same script again, with a clock that this test controls.
            try await browser.run(
                """
                const load = window.fetch;
                window.fetch = (...words) => { window.looks += 1; return load(...words); };
                window.setInterval = tick => { window.tick = tick; };
                const script = document.createElement("script");
                script.src = "/u/assets/inspector.js";
                script.onload = () => { document.body.id = "ready"; };
                document.head.append(script);
                """)
            try await browser.wait(for: "#ready")
            // The first script has its own clock: the count begins anew in each step, and a step is not interrupted.
            let whileFocused = try await browser.run(
                """
                window.looks = 0;
                document.querySelector('summary').focus();
                window.tick();
                return window.looks === 0;
                """)
            let whileReading = try await browser.run(
                """
                window.looks = 0;
                document.activeElement.blur();
                getSelection().selectAllChildren(document.querySelector("td"));
                window.tick();
                return window.looks === 0;
                """)
            let afterwards = try await browser.run(
                "window.looks = 0; getSelection().empty(); window.tick(); return window.looks > 0")

            #expect(whileFocused == .boolean(true))
            #expect(whileReading == .boolean(true))
            #expect(afterwards == .boolean(true))
        }
    }

    @Test func `shows events, and performs clicked actions`() async throws {
        let tenant = try EmulatedTenant.start(.anyPort)
        try await withBrowser { browser in
            try await browser.visit(tenant.inspectorURL.absoluteString)
            let address = try await browser.address
            try await browser.click("button[value='arm']")
            let fault = try await browser.text(".scroll td")
            let kind = try await browser.text(".scroll td:nth-child(2)")
            try await browser.click("button[value='clear']")
            let cleared = try await browser.text(".none")
            try await browser.click("nav a[href='/_emulator/mail']")
            _ = try await browser.text("nav a[href='/_emulator/mail'][aria-current]")
            try await askForCode(tenant)
            try await browser.click("nav a[href='/_emulator/mail']")
            let code = try await browser.text(".digits")

            #expect(!address.contains("token"))
            #expect(fault == "/oauth/token" && kind == "status:503")
            #expect(cleared == "Nothing yet.")
            #expect(code == tenant.latestCode(to: "jane@example.com"))
        }
    }

    @Test func `copies a code with a button that is labelled`() async throws {
        let tenant = try EmulatedTenant.start(.anyPort)
        try await askForCode(tenant)
        try await withBrowser { browser in
            try await browser.visit(tenant.inspectorURL.absoluteString)
            let domain = try await browser.attribute("aria-label", of: "dd button.copy")
            try await browser.click("nav a[href='/_emulator/mail']")
            try await browser.wait(for: "nav a[href='/_emulator/mail'][aria-current]")
            try await browser.click(".digits + button.copy")
            try await browser.wait(for: "button.copy[aria-label='Copied: code']")
            try await browser.click("nav a[href='/_emulator/requests']")
            // Ctrl-V.
            try await browser.type("\u{E009}v", into: "#path")
            let pasted = try await browser.run("return document.getElementById('path').value")

            #expect(domain == "Copy domain")
            #expect(pasted.string == tenant.latestCode(to: "jane@example.com"))
        }
    }
}
