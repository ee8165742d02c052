extension Browser {
    /// The keys that do not type a character.
    ///
    /// - SeeAlso: [WebDriver §17.4.2](https://www.w3.org/TR/webdriver2/#keyboard-actions)
    package enum Key: String, Sendable {
        /// The tabulator.
        case tab = "\u{E004}"
        /// The enter key.
        case enter = "\u{E007}"
        /// The space bar.
        case space = " "
    }

    /// Presses a key, wherever the focus is.
    package func press(_ key: Key) async throws { try await press(key.rawValue) }

    /// Types a text, wherever the focus is.
    package func press(_ text: String) async throws {
        let strokes = text.flatMap { key in
            [["type": "keyDown", "value": String(key)], ["type": "keyUp", "value": String(key)]]
        }
        let keyboard: [String: Any] = ["type": "key", "id": "keyboard", "actions": strokes]
        try await driver.post("actions", ["actions": [keyboard]])
    }
}
