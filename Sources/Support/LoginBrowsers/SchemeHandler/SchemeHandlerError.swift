/// A failure to tell the desktop which program opens a scheme.
public struct SchemeHandlerError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// A name cannot be one: the scheme's, the application's or the executable's.
        public static let invalid = Code(name: "invalid")
        /// The environment does not say where the desktop's settings of this user are.
        public static let noPlace = Code(name: "noPlace")
        /// The application has a desktop entry already, which was not made here.
        public static let occupied = Code(name: "occupied")
        /// A file could not be read or written, or the desktop has another handler all the same.
        public static let failed = Code(name: "failed")
    }

    /// What happened.
    public let code: Code
    /// What it is about, and what to do.
    public let detail: String

    init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

    /// Names the code and what to do.
    public var description: String { "SchemeHandlerError.\(code.name): \(detail)" }
    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
