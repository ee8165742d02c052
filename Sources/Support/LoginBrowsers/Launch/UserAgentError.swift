import LinuxSystemCalls

/// A failure to show the user a page.
package struct UserAgentError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    package struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// No program opens addresses: none of `$BROWSER`, no `xdg-open`, or not the requested browser.
        package static let notFound = Code(name: "notFound")
        /// The program could not open the address.
        package static let failed = Code(name: "failed")
        /// The server of the page has no trusted certificate.
        package static let untrusted = Code(name: "untrusted")
        /// There is no folder for a session, or for the exchange between two processes of this user.
        package static let noPlace = Code(name: "noPlace")
        /// This program has privileges that the user who started it does not have: it starts no other program.
        package static let privileged = Code(name: "privileged")
        /// The system has no process, thread or folder left.
        package static let outOfResources = Code(name: "outOfResources")
    }

    /// The kind of failure.
    package let code: Code
    /// Details: a program and its message, or the system's message; never the address.
    package let detail: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - detail: Details, never the address.
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

    /// The code and the detail.
    package var description: String { "UserAgentError.\(code.name): \(detail)" }
    /// Compares codes only.
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
