import LinuxCLibrary
import LinuxSystemCalls
import Synchronization

/// The log of a store's unrequested actions, such as files that it set aside; never with a secret.
package enum StoreLog {
    /// In a struct: a mutex whose value is a closure wraps it once more at each access.
    private struct Handler {
        var body: (@Sendable (String) -> Void)?
    }

    private static let handler = Mutex(Handler())

    /// Passes later lines to a closure; `nil`, the default of a process, means standard error.
    package static func handle(by body: (@Sendable (String) -> Void)?) { handler.withLock { $0.body = body } }

    /// Writes a line, with its control characters escaped.
    static func write(_ text: String) {
        let line = "SecretStorage: " + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
        if let body = handler.withLock(\.body) { return body(line) }
        try? OpenFile.write(Array("\(line)\n".utf8), to: STDERR_FILENO)
    }
}
