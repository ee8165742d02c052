public import FoundationEssentials

/// A failure to create or use a passkey.
public struct PasskeyError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The ID of the relying party is not a domain, or the origin does not belong to it.
        public static let invalidRelyingParty = Code(name: "invalidRelyingParty")
        /// The relying party's options are invalid, such as a user handle of more than 64 bytes.
        public static let invalidOptions = Code(name: "invalidOptions")
        /// The relying party accepts no algorithm that the authenticator supports.
        public static let unsupportedAlgorithm = Code(name: "unsupportedAlgorithm")
        /// The authenticator already has a passkey for the account.
        public static let alreadyRegistered = Code(name: "alreadyRegistered")
        /// The authenticator has no passkey for the request.
        public static let noPasskey = Code(name: "noPasskey")
        /// Passkeys of several accounts match the request: specify the account.
        public static let severalPasskeys = Code(name: "severalPasskeys")
        /// The user, or the ``PresenceCheck``, refused.
        public static let refused = Code(name: "refused")
        /// The relying party requires user verification, and the ``PresenceCheck`` did not verify the user.
        public static let notVerified = Code(name: "notVerified")
        /// A passkey lacks a part that the request needs.
        public static let incomplete = Code(name: "incomplete")
        /// The store could not be read or written, or contains an invalid record.
        public static let storeFailed = Code(name: "storeFailed")
        /// A key could not be generated or used.
        public static let keyFailed = Code(name: "keyFailed")
    }

    /// The kind of failure.
    public let code: Code
    /// More details, safe to show; never a key, a user handle or a challenge.
    public let detail: String?
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Creates an error; also for authenticators outside this package.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - detail: More details, safe to show and to log; `nil` by default.
    ///   - cause: The underlying error; `nil` by default.
    public init(_ code: Code, detail: String? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.detail = detail
        self.cause = cause
    }

    /// The code, the details and the cause.
    public var description: String {
        "PasskeyError.\(code.name)" + (detail.map { ": \($0)" } ?? "") + (cause.map { " (\($0))" } ?? "")
    }
    /// The description, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
