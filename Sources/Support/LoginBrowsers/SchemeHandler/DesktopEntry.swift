/// The file that tells desktops what to start for a scheme.
///
/// - SeeAlso: [Desktop Entry Specification](https://specifications.freedesktop.org/desktop-entry-spec/latest/)
struct DesktopEntry: Sendable, Hashable {
    let name: String
    let words: [String]
    let scheme: CustomScheme

    /// By this line an entry that was made here is told from one that came with a program.
    private static let mark = "X-Auth0-SchemeHandler=true"

    /// The contents of the file. It is in no menu: it does nothing without an address.
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

    /// Whether the contents of a file were made here.
    static func isOurs(_ text: String) -> Bool { text.split(separator: "\n").contains { $0 == mark } }

    /// A word of a command line. Only one that needs quotes has them: `xdg-open` without a desktop understands none.
    static func quoted(_ word: String) -> String {
        let doubled = word.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
        guard word.isEmpty || word.utf8.contains(where: { " \t\"'\\><~|&;$*?#()`".utf8.contains($0) }) else {
            return doubled
        }
        let escaped = doubled.map { "\"`$\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        return "\"\(escaped)\""
    }

    /// A value of type `string`: the backslashes of a command line are doubled once more.
    static func escaped(_ value: String) -> String {
        let text = value.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
        return text.first == " " ? "\\s" + text.dropFirst() : text
    }
}
