import Foundation

/// Keys in PEM, see Tests/Fixtures/Keys.
enum KeyTexts {
    /// Reads `Tests/Fixtures/Keys/<name>.pem`.
    static func load(_ name: String, from file: String = #filePath) throws -> String {
        let tests = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: tests.appendingPathComponent("Fixtures/Keys/\(name).pem"), encoding: .utf8)
    }
}
