/// A client that does not know its tenant.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// Neither `Auth0.plist` nor the environment tells the domain and the client ID.
        public static let missing = Code(name: "missing")
        /// `Auth0.plist` cannot be read, or has an entry of the wrong type.
        public static let unreadable = Code(name: "unreadable")
        /// The domain is no host name and no acceptable URL.
        public static let invalidDomain = Code(name: "invalidDomain")
        /// There is no token for an API that needs one.
        public static let missingToken = Code(name: "missingToken")
        /// The client is a double, and does not implement what was called.
        public static let notImplemented = Code(name: "notImplemented")
    }

    /// What happened.
    public let code: Code
    /// What to do about it.
    public let advice: String
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    init(_ code: Code, _ advice: String, cause: (any Error)? = nil) {
        self.code = code
        self.advice = advice
        self.cause = cause
    }

    /// What every call ends with that a double leaves to the SDK.
    static let notImplemented = ConfigurationError(
        .notImplemented,
        "implement the call that was made in your double, with the parameter types of the protocol to the letter, such as "
            + "[String: any Sendable]")

    /// Names the code and says what to do.
    public var description: String {
        "ConfigurationError.\(code.name): \(advice)" + (cause.map { " (\($0))" } ?? "")
    }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
