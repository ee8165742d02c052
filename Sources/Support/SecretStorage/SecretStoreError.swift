/// A secret that could not be read, kept or removed.
public struct SecretStoreError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// What is stored under ``SecretStoreError/name`` is damaged, or was not written by this store. It was left where
        /// it is.
        public static let corrupt = Code(name: "corrupt")
        /// A file or folder is not what it has to be: somebody else's, open to others, a link, or no file at all.
        public static let notPrivate = Code(name: "notPrivate")
        /// The environment does not say where secrets of this user are kept.
        public static let noPlace = Code(name: "noPlace")
        /// There is no room. What was there is as it was.
        public static let noSpace = Code(name: "noSpace")
        /// Somebody else kept the store busy for longer than this store waits.
        public static let lockTimeout = Code(name: "lockTimeout")
        /// The secret or its name is longer than the store takes.
        public static let tooLarge = Code(name: "tooLarge")
        /// The store is locked or cannot be reached.
        public static let unavailable = Code(name: "unavailable")
        /// The system refused; ``SecretStoreError/systemError`` tells why.
        public static let failed = Code(name: "failed")
    }

    /// What happened.
    public let code: Code
    /// Which secret, when it is about one.
    public let name: SecretName?
    /// More about it, safe to show: a path, a limit.
    public let detail: String?
    /// The system's `errno`, when the system refused.
    public let systemError: Int32?
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    /// For stores, ours and yours.
    public init(
        _ code: Code, name: SecretName? = nil, detail: String? = nil, systemError: Int32? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.name = name
        self.detail = detail
        self.systemError = systemError
        self.cause = cause
    }

    /// Whether the same call may succeed later without anybody's help.
    public var isRetryable: Bool { code == .lockTimeout || code == .unavailable }

    /// Names the code, the secret and the safe detail; never a secret.
    public var description: String {
        "SecretStoreError.\(code.name)" + (name.map { " (\($0))" } ?? "") + (detail.map { ": \($0)" } ?? "")
            + (systemError.map { " (errno \($0))" } ?? "")
    }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
