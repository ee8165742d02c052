package import HTTPMessages
import LinuxSystemCalls

/// A command that opens an address in a browser: a list of arguments, never a shell command line.
package struct BrowserCommand: Sendable, Hashable {
    /// The program and its arguments, with `%s` in place of the address.
    package let words: [String]

    package init(words: [String]) { self.words = words }

    /// The commands of this user, in order of preference: from `$BROWSER`, then `xdg-open`.
    ///
    /// `$BROWSER` holds commands separated by `:`, with words separated by spaces; `%s` is the address, which otherwise
    /// is the last argument, `%c` a colon and `%%` a percent sign. A set-user-ID program ignores the variable.
    package static var preferred: [BrowserCommand] { chosen + [BrowserCommand(words: ["xdg-open"])] }

    /// The commands of `$BROWSER`.
    static var chosen: [BrowserCommand] { commands(in: ProcessEnvironment["BROWSER"] ?? "") }

    /// Parses a value of `$BROWSER`.
    package static func commands(in variable: String) -> [BrowserCommand] {
        variable.split(separator: ":").map { command in
            BrowserCommand(words: command.split(separator: " ").map(String.init))
        }.filter { !$0.words.isEmpty }
    }

    /// Returns the arguments that open an address, which begins with its scheme and so is never taken for an option.
    package func words(opening address: HTTPURL) -> [String] {
        var hasAddress = false
        let filled = words.map { Self.fill($0, with: address.string, &hasAddress) }
        return hasAddress ? filled : filled + [address.string]
    }

    private static func fill(_ word: String, with address: String, _ hasAddress: inout Bool) -> String {
        var text = ""
        var isEscaped = false
        for character in word {
            switch (isEscaped, character) {
            case (true, "s"):
                text += address
                hasAddress = true
            case (true, "c"): text += ":"
            case (true, "%"): text += "%"
            case (true, _): text += "%\(character)"
            case (false, "%"): break
            case (false, _): text.append(character)
            }
            isEscaped = !isEscaped && character == "%"
        }
        return isEscaped ? text + "%" : text
    }
}
