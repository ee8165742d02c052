package import HTTPMessages
import LinuxSystemCalls

/// The default browser of the user.
package enum SystemBrowser {
    /// Whether there is a program that can show a page: one of `$BROWSER`, or `xdg-open` with a display.
    ///
    /// A set-user-ID program has none.
    package static var isAvailable: Bool {
        guard !ProcessEnvironment.isPrivileged else { return false }
        let hasDisplay = ProcessEnvironment["DISPLAY"] != nil || ProcessEnvironment["WAYLAND_DISPLAY"] != nil
        let commands = hasDisplay ? BrowserCommand.preferred : BrowserCommand.chosen
        return commands.contains { ProgramSearch.finds($0.words[0]) }
    }

    /// Opens an address with the first installed command that does not fail.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - commands: The commands to try in order, ``BrowserCommand/preferred`` by default.
    ///   - isWanted: Returns whether the page is still needed. After a failure the next command is tried only then.
    ///   - failed: Called at most once, on another thread, when the last command has failed.
    /// - Throws: ``UserAgentError/Code/notFound`` when no command is installed, ``UserAgentError/Code/privileged`` in a
    ///   set-user-ID program.
    package static func open(
        _ address: HTTPURL, with commands: [BrowserCommand] = BrowserCommand.preferred,
        while isWanted: @escaping @Sendable () -> Bool = { true },
        failed: @escaping @Sendable (UserAgentError) -> Void
    ) throws(UserAgentError) {
        try UserAgentError.refusePrivileges()
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
