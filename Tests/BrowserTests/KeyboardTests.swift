import ByteEncodings
import TenantEmulator
import Testing
import WebDriverClient

/// Logins without a mouse.
@Suite struct KeyboardTests {
    /// The element with the focus, and whether its focus can be seen.
    private static let focus = """
        const element = document.activeElement;
        const name = element.id || element.name || element.type || element.tagName;
        return getComputedStyle(element).outlineStyle === "none" ? `${name}, invisible` : name;
        """

    private func tabs(_ count: Int, _ browser: Browser) async throws -> [String] {
        var passed: [String] = []
        for _ in 0..<count {
            try await browser.press(.tab)
            passed.append(try await browser.run(Self.focus).string ?? "")
        }
        return passed
    }

    /// Opens the login page, and waits until its first field has the focus, some time after the end of loading.
    private func begin(_ visit: Visit, _ browser: Browser) async throws {
        try await browser.visit(visit.authorizeURL())
        try await browser.wait(for: "input:focus")
    }

    @Test func `logs in with a password`() async throws {
        let visit = Visit(try EmulatedTenant.start(.anyPort))
        try await withBrowser { browser in
            try await begin(visit, browser)
            try await browser.press("john@example.com")
            try await browser.press(.tab)
            try await browser.press(Visit.password)
            let passed = try await tabs(3, browser)
            try await browser.press(.enter)

            #expect(passed == ["checkbox", "A", "action"])
            #expect(try await visit.claims(browser)["email"]?.string == "john@example.com")
        }
    }

    @Test func `shows the password, and logs a person of the list in`() async throws {
        let visit = Visit(try EmulatedTenant.start(.anyPort))
        try await withBrowser { browser in
            try await begin(visit, browser)
            _ = try await tabs(2, browser)
            try await browser.press(.space)
            let type = try await browser.attribute("type", of: "#password")
            let passed = try await tabs(3, browser)
            try await browser.press(.enter)
            let person = try await tabs(2, browser)
            try await browser.press(.enter)

            #expect(type == "text")
            #expect(passed == ["A", "action", "SUMMARY"])
            #expect(person == ["user", "user"])
            #expect(try await visit.claims(browser)["email"]?.string == "jane@example.com")
        }
    }
}
