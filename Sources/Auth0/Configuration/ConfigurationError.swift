public import FoundationEssentials
import HTTPMessages

/// The error of a client without a usable configuration.
public struct ConfigurationError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// Neither `Auth0.plist` nor the environment provides the domain and the client ID.
        public static let missing = Code(name: "missing")
        /// `Auth0.plist` cannot be read, or an entry is missing or has the wrong type.
        public static let unreadable = Code(name: "unreadable")
        /// The domain is neither a host name nor an acceptable URL.
        public static let invalidDomain = Code(name: "invalidDomain")
        /// The token that the API requires is missing.
        public static let missingToken = Code(name: "missingToken")
        /// The client is a test double that does not implement the method that was called.
        public static let notImplemented = Code(name: "notImplemented")
        /// A modifier of a login returned a changed copy, and the program dropped it and started the unchanged login,
        /// as code for Auth0.swift 2.x does. Debug builds fail with this; release builds write it to the log.
        public static let droppedCopy = Code(name: "droppedCopy")
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence that says how to correct the failure.
    public let advice: String
    /// The underlying error; `nil` when there is none.
    public let cause: (any Error)?

    init(_ code: Code, _ advice: String, cause: (any Error)? = nil) {
        self.code = code
        self.advice = advice
        self.cause = cause
    }

    /// Returns the error of a method that a test double leaves out, which names both.
    static func notImplemented(_ call: String, in double: Any.Type) -> ConfigurationError {
        ConfigurationError(
            .notImplemented,
            "implement \(call) in \(double), with exactly the types of the protocol: [String: any Sendable] for a "
                + "dictionary, and Request for the result")
    }

    /// Creates the error of a file that cannot be read or lacks an entry.
    static func unreadable(_ path: String, cause: (any Error)? = nil) -> ConfigurationError {
        ConfigurationError(
            .unreadable,
            "\(path) must be a property list with the strings ClientId and Domain; RedirectURL and ApplicationID may "
                + "follow",
            cause: cause)
    }

    /// The code and the advice, followed by the cause when there is one.
    public var description: String {
        "ConfigurationError.\(code.name): \(advice)" + (cause.map { " (\($0))" } ?? "")
    }
    /// The advice and the cause, without the name of a type, for `localizedDescription`.
    public var errorDescription: String? { advice + cause.remark }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
