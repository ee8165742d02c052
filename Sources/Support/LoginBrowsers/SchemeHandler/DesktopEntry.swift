import CAuth0Linux
import LinuxCLibrary
import LinuxSystemCalls

/// The desktop entry of an application that opens a scheme (Desktop Entry Specification).
struct DesktopEntry: Sendable, Hashable {
    let name: String
    let words: [String]
    let scheme: CustomScheme

    /// The line that distinguishes an entry of this package from one that was installed with a program.
    private static let mark = "X-Auth0-SchemeHandler=true"

    /// The contents of the file. The entry is hidden in menus, because it does nothing without an address.
    var text: String {
        """
        [Desktop Entry]
        Type=Application
        Name=\(Self.escaped(name))
        Exec=\(Self.escaped(words.map(Self.quoted).joined(separator: " "))) %u
        Terminal=false
        NoDisplay=true
        StartupNotify=false
        MimeType=\(scheme.mimeType);
        \(Self.mark)

        """
    }

    /// Returns whether a file was written by this package.
    static func isOurs(_ text: String) -> Bool { text.split(separator: "\n").contains { $0 == mark } }

    /// Returns an argument for `Exec`, quoted only if necessary: `xdg-open` without a desktop understands no quotes.
    static func quoted(_ word: String) -> String {
        let doubled = word.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
        guard word.isEmpty || word.utf8.contains(where: { " \t\"'\\><~|&;$*?#()`".utf8.contains($0) }) else {
            return doubled
        }
        let escaped = doubled.map { "\"`$\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        return "\"\(escaped)\""
    }

    /// Returns an escaped value of type `string`, in which the backslashes of a command line are doubled again.
    static func escaped(_ value: String) -> String {
        let text = value.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
        return text.first == " " ? "\\s" + text.dropFirst() : text
    }
}

/// A command-line tool of the desktop that changes its settings or caches.
enum DesktopTool {
    /// The time limit for a tool, in milliseconds.
    private static let patience: Int32 = 10_000

    /// Runs a tool and waits for its end. Returns whether the tool is installed and succeeded.
    @discardableResult
    static func run(_ words: [String]) -> Bool {
        guard let process = try? ProgramStart(ofDesktop: words).spawn() else { return false }
        let handle = auth0_open_process(process)
        if handle >= 0 {
            // A tool that hangs must not delay the start of the program further.
            if Wakeup.firstReadable(of: [handle], within: patience) == nil { kill(-process, SIGKILL) }
            close(handle)
        }
        return ProgramEnd.wait(for: process) == 0
    }
}
