import LinuxSystemCalls

/// A failure to show the user a page.
package struct UserAgentError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Code: Sendable {
        /// No program opens addresses: none of `$BROWSER`, no `xdg-open`, or not the requested browser.
        case notFound
        /// The program could not open the address.
        case failed
        /// The server of the page has no trusted certificate.
        case untrusted
        /// There is no folder for a session, or for the exchange between two processes of this user.
        case noPlace
        /// This program has privileges that the user who started it does not have: it starts no other program.
        case privileged
        /// The system has no process, thread or folder left.
        case outOfResources
    }

    /// The kind of failure.
    package let code: Code
    /// Details: a program and its message, or the system's message; never the address.
    package let detail: String

    package init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

    /// Throws if the program has more privileges than the user who started it: `PATH` and the environment, which select
    /// a browser and its libraries, belong to that user.
    ///
    /// - Throws: ``Code/privileged`` in a set-user-ID program.
    package static func refusePrivileges() throws(UserAgentError) {
        guard !ProcessEnvironment.isPrivileged else {
            throw UserAgentError(
                .privileged,
                "a set-user-ID program opens no browser: log in with a device code, or without the privileges")
        }
    }

    package var description: String { "UserAgentError.\(code): \(detail)" }
    /// Compares codes only.
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
