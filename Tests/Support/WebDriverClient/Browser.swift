package import ByteEncodings

/// A real browser that a test controls.
///
/// Finding an element waits until it exists: the driver does that, for a minute at most.
package struct Browser: Sendable {
    let driver: DriverConnection

    /// Loads an address and waits for the page.
    package func visit(_ address: String) async throws { try await driver.post("url", ["url": address]) }

    /// The address, even of a page that could not be loaded.
    package var address: String { get async throws { try await driver.get("url").string ?? "" } }

    /// The title of the page.
    package var title: String { get async throws { try await driver.get("title").string ?? "" } }

    /// The visible text of an element.
    package func text(_ selector: String) async throws -> String {
        try await withElement(selector) { try await driver.get("element/\($0)/text").string ?? "" }
    }

    /// The value of an element's attribute; `nil` when it has none of that name.
    package func attribute(_ name: String, of selector: String) async throws -> String? {
        try await withElement(selector) { try await driver.get("element/\($0)/attribute/\(name)").string }
    }

    /// Whether there is such an element at this moment.
    package func has(_ selector: String) async throws -> Bool {
        let found = try await driver.post(
            "execute/sync", ["script": "return document.querySelector(arguments[0]) !== null", "args": [selector]])
        return found == .boolean(true)
    }

    /// Replaces the contents of a field.
    package func type(_ text: String, into selector: String) async throws {
        try await withElement(selector) { element in
            try await driver.post("element/\(element)/clear")
            try await driver.post("element/\(element)/value", ["text": text])
        }
    }

    /// Clicks an element and waits for the page that follows.
    package func click(_ selector: String) async throws {
        try await withElement(selector) { _ = try await driver.post("element/\($0)/click") }
    }

    /// Waits until there is such an element: the page that follows a click may not have begun when the click is over.
    package func wait(for selector: String) async throws { _ = try await find(selector) }

    /// Runs a function body in the page.
    @discardableResult
    package func run(_ script: String) async throws -> JSONValue {
        try await driver.post("execute/sync", ["script": script, "args": [String]()])
    }

    /// Waits until the address has a prefix.
    ///
    /// - Returns: The whole address.
    /// - Throws: `timeout` when the address does not change within some thousand checks.
    @discardableResult
    package func arrival(at prefix: String) async throws -> String {
        var last = ""
        for _ in 0..<3000 {
            last = try await address
            if last.hasPrefix(prefix) { return last }
            // The driver does the waiting: the script it runs comes back a moment later.
            _ = try? await driver.post(
                "execute/async", ["script": "setTimeout(arguments[0], 20)", "args": [String]()])
        }
        throw WebDriverError("timeout", "at \(last) instead of \(prefix)")
    }

    /// Finds an element and uses it, again when the page has replaced it in between, as pages do that update
    /// themselves.
    private func withElement<Result>(
        _ selector: String, _ use: (String) async throws -> Result
    ) async throws -> Result {
        for _ in 0..<100 {
            do {
                return try await use(find(selector))
            } catch let error as WebDriverError where error.code == "stale element reference" {}
        }
        throw WebDriverError("stale element reference", "\(selector) is replaced again and again")
    }

    private func find(_ selector: String) async throws -> String {
        let element = try await driver.post("element", ["using": "css selector", "value": selector])
        // The member that holds a reference, as defined by the protocol.
        guard let id = element["element-6066-11e4-a52e-4f735466cecf"]?.string else {
            throw WebDriverError("no such element", selector)
        }
        return id
    }

    /// Opens another tab and switches to it.
    ///
    /// - Returns: The name of the previous tab.
    @discardableResult
    package func openTab() async throws -> String {
        let old = try await driver.get("window").string ?? ""
        let new = try await driver.post("window/new", ["type": "tab"])["handle"]?.string ?? ""
        try await switchTab(to: new)
        return old
    }

    /// The names of all tabs.
    package var tabs: [String] {
        get async throws {
            guard case .array(let tabs) = try await driver.get("window/handles") else { return [] }
            return tabs.compactMap(\.string)
        }
    }

    /// Switches to a tab.
    package func switchTab(to name: String) async throws { try await driver.post("window", ["handle": name]) }

    /// Closes the tab and switches to another.
    package func closeTab(goingTo name: String) async throws {
        try await driver.delete("window")
        try await switchTab(to: name)
    }

    /// Deletes the cookies and closes all tabs but one.
    func forget() async throws {
        let tabs = try await tabs
        guard let first = tabs.first else { throw WebDriverError("no window") }
        for tab in tabs.dropFirst() {
            try await switchTab(to: tab)
            try await driver.delete("window")
        }
        try await switchTab(to: first)
        // A background tab is slow, even after the other tab was closed.
        try await driver.post("goog/cdp/execute", ["cmd": "Page.bringToFront", "params": [String: String]()])
        try await visit("about:blank")
        try await driver.post("goog/cdp/execute", ["cmd": "Network.clearBrowserCookies", "params": [String: String]()])
    }
}
