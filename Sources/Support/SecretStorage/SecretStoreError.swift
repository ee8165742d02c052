public import FoundationEssentials
import LinuxSystemCalls

/// A failure to read, write or remove a secret.
public struct SecretStoreError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        let name: String

        /// The data stored under ``SecretStoreError/name`` is damaged, was not written by this store, or is an older
        /// state that was put back; without a name, the key or another file that all secrets need. It is not removed.
        public static let corrupt = Code(name: "corrupt")
        /// The key or the passphrase is not the one with which the store was sealed, its key is missing where the
        /// source of the key says it is, or the source is another one. Nothing is damaged.
        public static let wrongKey = Code(name: "wrongKey")
        /// A later version of this SDK wrote the data. It is not changed, and a write throws, too.
        public static let unsupportedVersion = Code(name: "unsupportedVersion")
        /// A file or folder is not private: it belongs to another user, gives others access, or is a link or special
        /// file.
        public static let notPrivate = Code(name: "notPrivate")
        /// The environment does not name the folder for the secrets of this user.
        public static let noPlace = Code(name: "noPlace")
        /// The disk is full. The previous secret is unchanged.
        public static let noSpace = Code(name: "noSpace")
        /// Another thread or process held the lock of the store for longer than the time limit.
        public static let lockTimeout = Code(name: "lockTimeout")
        /// The secret or its name is longer than the store accepts.
        public static let tooLarge = Code(name: "tooLarge")
        /// The store is locked, and its owner did not unlock it.
        public static let locked = Code(name: "locked")
        /// The store is unreachable, or did not respond in time.
        public static let unavailable = Code(name: "unavailable")
        /// A system call failed, with the reason in ``SecretStoreError/systemError``, or a server refused the call,
        /// with the reason in ``SecretStoreError/detail``.
        public static let failed = Code(name: "failed")
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the affected secret, if there is one.
    public let name: SecretName?
    /// Details that are safe to show, such as a path or a limit.
    public let detail: String?
    /// The `errno` of the failed system call, if there is one.
    public let systemError: Int32?
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Creates an error, for implementations of ``SecretStore``.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - name: The name of the affected secret.
    ///   - detail: Details that are safe to show.
    ///   - systemError: The `errno` of the failed system call.
    ///   - cause: The underlying error.
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

    /// Whether the same call may succeed later without intervention.
    public var isRetryable: Bool { [.lockTimeout, .locked, .unavailable].contains(code) }

    /// Names the code, the secret and the safe detail; never a secret.
    public var description: String {
        "SecretStoreError.\(code.name)" + (name.map { " (\($0))" } ?? "") + (detail.map { ": \($0)" } ?? "")
            + (systemError.map { ": \(SystemCallError($0)) (errno \($0))" } ?? "")
    }
    /// The description, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
