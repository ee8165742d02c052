public import FoundationEssentials

/// A failure to register the handler of a scheme with the desktop.
public struct SchemeHandlerError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The scheme, the application ID or the executable is invalid.
        public static let invalid = Code(name: "invalid")
        /// The environment does not name the folders of the desktop's settings.
        public static let noPlace = Code(name: "noPlace")
        /// The application already has a desktop entry that this package did not write.
        public static let occupied = Code(name: "occupied")
        /// A file could not be read or written.
        public static let failed = Code(name: "failed")
    }

    /// The kind of failure.
    public let code: Code
    /// The affected file or value, and advice.
    public let detail: String

    init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

    /// The code and the detail.
    public var description: String { "SchemeHandlerError.\(code.name): \(detail)" }
    /// The details, for `localizedDescription`.
    public var errorDescription: String? { detail }
    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
