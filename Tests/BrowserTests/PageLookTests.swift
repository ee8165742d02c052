import ByteEncodings
import Foundation
import TenantEmulator
import Testing
import WebDriverClient

/// The appearance of the pages: readable, and within the screen.
@Suite struct PageLookTests {
    /// Long names without a break opportunity.
    private static let seed = #"""
        {"clients": [{"client_id": "long", "third_party": true, "callbacks": ["http://127.0.0.1/callback"],
                      "name": "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft"}],
         "connections": [{"name": "Database", "strategy": "auth0"}, {"name": "email", "strategy": "email"}],
         "default_directory": "Database",
         "apis": [{"audience": "https://api.example.com/",
                   "scopes": ["read:something-that-has-a-very-long-name-indeed-without-any-place-to-break-it"]}],
         "users": [{"connection": "Database", "password": "Sesame-2026!", "email":
           "a.mailbox.with.a.long.name.that.goes.on.and.on@subdomain.of.a.domain.with.a.long.name.example.com"}]}
        """#
    private static let mailbox =
        "a.mailbox.with.a.long.name.that.goes.on.and.on@subdomain.of.a.domain.with.a.long.name.example.com"

    /// The defects of the page: overflow, low contrast (WCAG 2.2 §1.4.3 and §1.4.11), fields without a label, small
    /// targets (WCAG 2.2 §2.5.8), and times and identifiers that are broken into lines.
    private static let judge = #"""
        const numbers = text => { const n = text.match(/[\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
        const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
        const ground = element => {
          const layers = [];
          for (let e = element; e; e = e.parentElement) layers.unshift(numbers(getComputedStyle(e).backgroundColor));
          return layers.reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
        };
        const light = c => [.2126, .7152, .0722].reduce((sum, share, i) => {
          const v = c[i] / 255;
          return sum + share * (v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
        }, 0);
        const ratio = (colour, below) => {
          const [a, b] = [light(over(numbers(colour), below)), light(below)];
          return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
        };
        const wrong = [];
        for (const e of document.querySelectorAll("body *")) {
          const [box, style] = [e.getBoundingClientRect(), getComputedStyle(e)];
          if (!box.width || e.closest("svg")) continue;
          const name = `${e.tagName} ${e.id || e.className} ${e.textContent.trim().slice(0, 20)}`;
          if (box.right > innerWidth + 1 || box.left < -1) wrong.push(`outside: ${name}`);
          const speaks = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
          if (speaks && ratio(style.color, ground(e)) < 4.5) wrong.push(`faint: ${name}`);
          if (e.tagName === "TIME" && e.getClientRects().length > 1) wrong.push(`broken: ${name}`);
          if (e.className === "id" && innerWidth >= 768 && e.getClientRects().length > 1) wrong.push(`broken: ${name}`);
          if (e.tagName === "BUTTON" && Math.min(box.width, box.height) < 18) wrong.push(`small: ${name}`);
          if (!["INPUT", "SELECT"].includes(e.tagName) || e.type === "checkbox") continue;
          if (ratio(style.borderTopColor, ground(e.parentElement)) < 3) wrong.push(`faint edge: ${name}`);
          if (!e.labels.length && !e.ariaLabel) wrong.push(`no label: ${name}`);
        }
        return wrong.join("; ");
        """#

    private func judge(_ browser: Browser, widths: [Int] = [360, 1440]) async throws -> String {
        var found: [String] = []
        for (width, isDark) in widths.flatMap({ [($0, false), ($0, true)] }) {
            try await browser.look(.init(width: width, height: 740, isDark: isDark))
            let wrong = try await browser.run(Self.judge).string ?? "no answer"
            guard !wrong.isEmpty else { continue }
            found.append("\(try await browser.title) \(width) \(isDark ? "dark" : "light"): \(wrong)")
        }
        try await browser.look(.init(width: 1200, height: 900))
        return found.joined(separator: "\n")
    }

    @Test func `every page is readable at 390, 768 and 1280 pixels, in light and dark`() async throws {
        try await withBrowser { browser in
            var names: [String] = []

            try await PageTour(browser).walk { name in
                names.append(name)
                let wrong = try await judge(browser, widths: [390, 768, 1280])
                #expect(wrong == "", "\(name)")
            }

            #expect(names.count == 32)
        }
    }

    @Test func `the login page fits into a small window, and its people into a phone`() async throws {
        let visit = Visit(try EmulatedTenant.start(.anyPort))
        let height = "return document.documentElement.scrollHeight"
        try await withBrowser { browser in
            try await browser.look(.init(width: 1280, height: 800))
            try await browser.visit(visit.authorizeURL())
            let whole = try await browser.run(height).integer
            let people = try await browser.run(
                "return Math.round(document.querySelector('.people summary').getBoundingClientRect().bottom)"
            ).integer
            try await browser.look(.init(width: 390, height: 844))
            try await browser.click(".people summary")
            let open = try await browser.run(height).integer
            let purposes = try await browser.text(".people form")
            try await browser.look(.init(width: 1200, height: 900))

            #expect(whole ?? .max <= 800)
            #expect(people ?? .max < 600)
            #expect(open ?? .max < 1000)
            for purpose in ["second factor", "leaked password", "blocked"] { #expect(purposes.contains(purpose)) }
        }
    }

    @Test func `pages are readable on phone and desktop, in light and dark, with any names`() async throws {
        var configuration = TenantConfiguration.anyPort
        configuration.seed = try TenantSeed(json: Array(Self.seed.utf8))
        let tenant = try EmulatedTenant.start(configuration)
        let visit = Visit(tenant)
        try await withBrowser { browser in
            let scope = "openid read:something-that-has-a-very-long-name-indeed-without-any-place-to-break-it"
            try await browser.visit(visit.authorizeURL(["audience": "https://api.example.com/", "scope": scope]))
            #expect(try await judge(browser) == "")
            try await browser.logIn(as: Self.mailbox, password: "wrong")
            try await browser.wait(for: "#error")
            #expect(try await judge(browser) == "")
            try await browser.logIn(as: Self.mailbox)
            try await browser.wait(for: ".scopes")
            #expect(try await judge(browser) == "")
            try await browser.visit(tenant.inspectorURL.absoluteString)
            for section in ["", "requests", "mail", "users", "clients", "sessions"] {
                try await browser.click("nav a[href='/_emulator/\(section)']")
                try await browser.wait(for: "nav a[href='/_emulator/\(section)'][aria-current]")
                #expect(try await judge(browser) == "")
            }
        }
    }
}
