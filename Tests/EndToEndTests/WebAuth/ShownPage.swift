import Auth0
import Synchronization

/// A terminal in memory, and the text that a user reads on it.
final class ShownPage: Sendable {
    private let shown = Mutex("")
    private let (changes, change) = AsyncStream<String>.makeStream()

    /// The text written so far.
    var text: String { shown.withLock { $0 } }

    var terminal: TerminalOutput {
        TerminalOutput { text in
            self.shown.withLock { $0 += text }
            self.change.yield(text)
        }
    }

    /// The code of the login that is shown next.
    func code() async -> String {
        for await text in changes where !Self.code(in: text).isEmpty { return Self.code(in: text) }
        return ""
    }

    /// The code to enter: letters in two groups, without colors.
    static func code(in text: String) -> String {
        text.firstMatch(of: /[A-Z]{4}-[A-Z]{4}/).map { String($0.0) } ?? ""
    }
}
