import LinuxSystemCalls

/// The only browser of a test process.
actor BrowserQueue {
    static let ofProcess = BrowserQueue()

    /// The turns of the tests that wait for the browser.
    let turns = TurnQueue()
    private var opening: Task<(DriverProcess, Browser), any Error>?

    /// The browser, opened on first use; it runs until the process ends.
    func browser() async throws -> Browser {
        let task = opening ?? Task { try await Self.opened() }
        opening = task
        return try await task.value.1
    }

    /// Tries again, because on a busy machine driver or browser may time out during their start.
    private static func opened() async throws -> (DriverProcess, Browser) {
        for _ in 0..<2 { if let opened = try? await open() { return opened } }
        return try await open()
    }

    private static func open() async throws -> (DriverProcess, Browser) {
        let process = try await DriverProcess.start()
        let options: [String: Any] = [
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--window-size=1000,900",
            ]
        ]
        let capabilities: [String: Any] = [
            // The authority of an emulated tenant is not one of the browser's.
            "acceptInsecureCerts": true, "browserName": "chrome", "goog:chromeOptions": options,
            "webauthn:virtualAuthenticators": true,
            "timeouts": ["implicit": 60_000, "pageLoad": 120_000, "script": 60_000],
        ]
        do {
            let driver = try await DriverConnection(port: process.port, capabilities: capabilities)
            return (process, Browser(driver: driver))
        } catch {
            process.stop()
            throw error
        }
    }
}

/// Passes the browser, without cookies, to one test after the other.
package func withBrowser<Value>(_ body: (Browser) async throws -> Value) async throws -> Value {
    try await BrowserQueue.ofProcess.turns.turn {
        let browser = try await BrowserQueue.ofProcess.browser()
        try await browser.forget()
        return try await body(browser)
    }
}
