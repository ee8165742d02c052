import ByteEncodings

extension Browser {
    /// The window and the preferences for a page.
    package struct View: Sendable {
        /// The width of the window, in pixels.
        package var width: Int
        /// The height of the window, in pixels.
        package var height: Int
        /// Whether the user prefers dark pages.
        package var isDark: Bool

        /// Describes a window.
        package init(width: Int, height: Int, isDark: Bool = false) {
            (self.width, self.height, self.isDark) = (width, height, isDark)
        }
    }

    /// Sets the window and the preferences for the following pages.
    package func look(_ view: View) async throws {
        let size: [String: Any] = ["width": view.width, "height": view.height, "deviceScaleFactor": 1, "mobile": false]
        try await driver.post("goog/cdp/execute", ["cmd": "Emulation.setDeviceMetricsOverride", "params": size])
        try await driver.post("goog/cdp/execute", ["cmd": "Emulation.setScrollbarsHidden", "params": ["hidden": true]])
        let feature = ["name": "prefers-color-scheme", "value": view.isDark ? "dark" : "light"]
        try await driver.post(
            "goog/cdp/execute", ["cmd": "Emulation.setEmulatedMedia", "params": ["features": [feature]]])
    }

    /// A screenshot as PNG.
    package func picture() async throws -> [UInt8] {
        let text = try await driver.get("screenshot").string ?? ""
        return try Base64URL.decode(
            text.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : String($0) }.joined())
    }
}
