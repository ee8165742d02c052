package import HTTPMessages
import LinuxSystemCalls

/// How a program is told to open an address: its words, and never a shell's line.
package struct BrowserCommand: Sendable, Hashable {
    /// The program and its arguments, with `%s` where the address goes.
    package let words: [String]

    /// Makes a command of its words.
    package init(words: [String]) { self.words = words }

    /// The programs that open addresses for this user, the preferred first.
    ///
    /// `$BROWSER` holds commands separated by `:`, each of words separated by spaces; `%s` stands for the address, `%c` for
    /// a colon and `%%` for a percent sign, and without a `%s` the address is the last word. After them comes `xdg-open`.
    /// For a set-user-ID program the environment belongs to whoever started it, and is not asked.
    package static var preferred: [BrowserCommand] { chosen + [BrowserCommand(words: ["xdg-open"])] }

    /// The programs that the user has chosen: those of `$BROWSER`.
    static var chosen: [BrowserCommand] { commands(in: ProcessEnvironment["BROWSER"] ?? "") }

    /// The commands of a value of `$BROWSER`.
    package static func commands(in variable: String) -> [BrowserCommand] {
        variable.split(separator: ":").map { command in
            BrowserCommand(words: command.split(separator: " ").map(String.init))
        }.filter { !$0.words.isEmpty }
    }

    /// The words with the address in its place.
    ///
    /// An address is a checked URL, so it begins with its scheme: no program takes it for an option.
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
