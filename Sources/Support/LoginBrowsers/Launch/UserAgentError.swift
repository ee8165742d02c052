/// A failure to show the user a page.
public struct UserAgentError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// No program opens addresses: none of `$BROWSER`, no `xdg-open`, or not the requested browser.
        public static let notFound = Code(name: "notFound")
        /// The program could not open the address.
        public static let failed = Code(name: "failed")
        /// The server of the page has no trusted certificate.
        public static let untrusted = Code(name: "untrusted")
        /// There is no folder for a session, or for the exchange between two processes of this user.
        public static let noPlace = Code(name: "noPlace")
        /// The system has no process, thread or folder left.
        public static let outOfResources = Code(name: "outOfResources")
    }

    /// The kind of failure.
    public let code: Code
    /// Details: a program and its message or that of the system; never the address.
    public let detail: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - detail: Details, never the address.
    package init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

    /// Names the code and the detail.
    public var description: String { "UserAgentError.\(code.name): \(detail)" }
    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
