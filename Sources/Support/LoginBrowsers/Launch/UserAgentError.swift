/// A failure to show somebody a page.
public struct UserAgentError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// There is no program that opens addresses: none in `$BROWSER`, no `xdg-open`, or not the browser asked for.
        public static let notFound = Code(name: "notFound")
        /// The program could not open the address.
        public static let failed = Code(name: "failed")
        /// The page's server could not prove that it is who it says.
        public static let untrusted = Code(name: "untrusted")
        /// There is no folder for a session, or in which two processes of this user can find each other.
        public static let noPlace = Code(name: "noPlace")
        /// The system gave no process, thread or folder.
        public static let outOfResources = Code(name: "outOfResources")
    }

    /// What happened.
    public let code: Code
    /// More about it: a program and what it or the system said; never the address.
    public let detail: String

    /// Makes an error.
    package init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

    /// Names the code and the detail.
    public var description: String { "UserAgentError.\(code.name): \(detail)" }
    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
