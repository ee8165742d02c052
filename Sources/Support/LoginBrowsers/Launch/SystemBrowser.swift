package import HTTPMessages
import LinuxSystemCalls

/// The default browser of the user.
package enum SystemBrowser {
    /// Whether there is a program that can show a page: one of `$BROWSER`, or `xdg-open` with a display.
    package static var isAvailable: Bool {
        guard !ProcessEnvironment.isPrivileged else { return false }
        let hasDisplay = ProcessEnvironment["DISPLAY"] != nil || ProcessEnvironment["WAYLAND_DISPLAY"] != nil
        let commands = hasDisplay ? BrowserCommand.preferred : BrowserCommand.chosen
        return commands.contains { ProgramSearch.path(of: $0.words[0]) != nil }
    }

    /// Opens an address with the first installed command that does not fail, while `isWanted` returns `true`. `failed`
    /// is called at most once, on another thread, when the last command has failed, and names each failure.
    ///
    /// - Throws: ``UserAgentError/Code/notFound`` when no command is installed, ``UserAgentError/Code/privileged`` in a
    /// set-user-ID program.
    package static func open(
        _ address: HTTPURL, with commands: [BrowserCommand] = BrowserCommand.preferred,
        while isWanted: @escaping @Sendable () -> Bool = { true },
        failed: @escaping @Sendable (UserAgentError) -> Void
    ) throws(UserAgentError) {
        try UserAgentError.refusePrivileges()
        try open(address, with: commands[...], after: [], while: isWanted, failed: failed)
    }

    /// Opens an address with one of the remaining commands, `after` those whose failures are listed.
    private static func open(
        _ address: HTTPURL, with commands: ArraySlice<BrowserCommand>, after failures: [String],
        while isWanted: @escaping @Sendable () -> Bool, failed: @escaping @Sendable (UserAgentError) -> Void
    ) throws(UserAgentError) {
        var failures = failures
        for (index, command) in zip(commands.indices, commands) {
            let words = command.words(opening: address)
            do throws(UserAgentError) {
                _ = try ChildProgram.start(words) { [failures] status in
                    guard let status, status != 0, isWanted() else { return }
                    let failures = failures + ["\(words[0]) ended with status \(status)"]
                    do throws(UserAgentError) {
                        try open(
                            address, with: commands[(index + 1)...], after: failures, while: isWanted, failed: failed)
                    } catch {
                        failed(error.code == .notFound ? UserAgentError(.failed, error.detail) : error)
                    }
                }
                return
            } catch {
                guard error.code == .notFound else { throw error }
                failures.append("\(words[0]) is not installed")
            }
        }
        throw UserAgentError(.notFound, "\(failures.joined(separator: ", ")); \(remedy)")
    }

    private static let remedy =
        "set BROWSER to a program that shows pages here, or log in on another device: with terminalProvider(), or with "
        + "deviceAuthorization() of OpenID"
}
