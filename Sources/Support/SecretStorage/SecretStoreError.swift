public import FoundationEssentials
import LinuxSystemCalls

/// A failure to read, write or remove a secret.
public struct SecretStoreError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        let name: String
        /// The failure in words, before the secret and the detail.
        fileprivate let words: String

        /// The data stored under ``SecretStoreError/name`` is damaged, was not written by this store, or is an older
        /// state that was put back. Without a name, this applies to the key or another file that all secrets need. The
        /// data is not removed.
        public static let corrupt = Code(name: "corrupt", words: "damaged")
        /// The store was sealed with another key or passphrase, its key is missing at the place that the source of the
        /// key names, or the source is another one. Nothing is damaged.
        public static let wrongKey = Code(name: "wrongKey", words: "the key does not fit")
        /// A later version of this SDK wrote the data. It is not changed, and a write throws, too.
        public static let unsupportedVersion = Code(name: "unsupportedVersion", words: "of another version")
        /// A file or folder is not private: it belongs to another user, gives others access, or is a link or special
        /// file.
        public static let notPrivate = Code(name: "notPrivate", words: "not private")
        /// The environment does not name the folder for the secrets of this user.
        public static let noPlace = Code(name: "noPlace", words: "no store")
        /// The disk is full. The previous secret is unchanged.
        public static let noSpace = Code(name: "noSpace", words: "the disk is full")
        /// Another thread or process held the lock of the store for longer than the time limit.
        public static let lockTimeout = Code(name: "lockTimeout", words: "the store is in use")
        /// The secret or its name is longer than the store accepts.
        public static let tooLarge = Code(name: "tooLarge", words: "too large")
        /// The store is locked, and its owner did not unlock it.
        public static let locked = Code(name: "locked", words: "the store is locked")
        /// The store is unreachable, or did not respond in time.
        public static let unavailable = Code(name: "unavailable", words: "the store is not available")
        /// A system call failed, with the reason in ``SecretStoreError/systemError``, or a server refused the call,
        /// with the reason in ``SecretStoreError/detail``.
        public static let failed = Code(name: "failed", words: "the store refused")
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

    /// Creates an error, for implementations of ``SecretStore``: the memberwise initializer,
    /// whose parameters are the same as the properties.
    public init(
        _ code: Code, name: SecretName? = nil, detail: String? = nil, systemError: Int32? = nil,
        cause: (any Error)? = nil
    ) {
        (self.code, self.name, self.detail) = (code, name, detail)
        (self.systemError, self.cause) = (systemError, cause)
    }

    /// Whether the same call may succeed later without intervention.
    public var isRetryable: Bool { [.lockTimeout, .locked, .unavailable].contains(code) }

    /// The code, the name of the secret and the safe detail; never a secret.
    public var description: String { described("SecretStoreError.\(code.name)") }

    /// The failure in words, for people who use a program; never a secret.
    package var sentence: String { described(code.words) }
    /// The failure in words, for `localizedDescription`.
    public var errorDescription: String? { sentence }

    /// The safe detail and the system's reason; `nil` if there is neither.
    package var reason: String? {
        let system = systemError.map { "\(SystemCallError($0)) (errno \($0))" }
        let parts = [detail, system].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ": ")
    }

    private func described(_ kind: String) -> String {
        kind + (name.map { " (\($0))" } ?? "") + (reason.map { ": \($0)" } ?? "")
    }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
