package import HTTPMessages
import LinuxSystemCalls

/// The person's own browser.
package enum SystemBrowser {
    /// Whether there is a program that can show somebody a page: one of `$BROWSER`, or `xdg-open` and a display.
    package static var isAvailable: Bool {
        let hasDisplay = ProcessEnvironment["DISPLAY"] != nil || ProcessEnvironment["WAYLAND_DISPLAY"] != nil
        let commands = hasDisplay ? BrowserCommand.preferred : BrowserCommand.chosen
        return commands.contains { ProgramSearch.finds($0.words[0]) }
    }

    /// Opens an address with the first command that there is a program for and that does not fail.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - commands: What to try, one after the other.
    ///   - isWanted: Whether the page is still to be shown: a browser that fails when all is over is followed by none.
    ///   - failed: Called at most once, on another thread, when the last program has said that it could not open it.
    /// - Throws: ``UserAgentError/Code/notFound`` when there is no program.
    package static func open(
        _ address: HTTPURL, with commands: [BrowserCommand] = BrowserCommand.preferred,
        while isWanted: @escaping @Sendable () -> Bool = { true },
        failed: @escaping @Sendable (UserAgentError) -> Void
    ) throws(UserAgentError) {
        for (index, command) in commands.enumerated() {
            let words = command.words(opening: address)
            do throws(UserAgentError) {
                _ = try ChildProgram.start(words) { status in
                    guard let status, status != 0 else { return }
                    let failure = UserAgentError(.failed, "\(words[0]) ended with status \(status)")
                    guard isWanted() else { return }
                    do throws(UserAgentError) {
                        try open(address, with: Array(commands[(index + 1)...]), while: isWanted, failed: failed)
                    } catch { failed(error.code == .notFound ? failure : error) }
                }
                return
            } catch {
                guard error.code == .notFound else { throw error }
            }
        }
        throw UserAgentError(
            .notFound, "no program opens addresses here: install xdg-utils, set BROWSER, or log in with a device code")
    }
}
