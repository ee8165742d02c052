/// A passkey that could not be made or used.
public struct PasskeyError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The ID of the relying party is no domain, or the origin does not belong to it.
        public static let invalidRelyingParty = Code(name: "invalidRelyingParty")
        /// What the relying party asks for is out of bounds, such as a user handle of more than 64 bytes.
        public static let invalidOptions = Code(name: "invalidOptions")
        /// The relying party takes no algorithm that the authenticator has.
        public static let unsupportedAlgorithm = Code(name: "unsupportedAlgorithm")
        /// The authenticator holds a passkey of the account already.
        public static let alreadyRegistered = Code(name: "alreadyRegistered")
        /// The authenticator holds no passkey that may answer.
        public static let noPasskey = Code(name: "noPasskey")
        /// Passkeys of several accounts may answer: name one.
        public static let severalPasskeys = Code(name: "severalPasskeys")
        /// The user, or the check that stands for the user, said no.
        public static let refused = Code(name: "refused")
        /// The relying party wants the user verified, and the check did not verify anybody.
        public static let notVerified = Code(name: "notVerified")
        /// A passkey lacks a part that the request needs.
        public static let incomplete = Code(name: "incomplete")
        /// The store could not be read or written, or what it holds is no passkey.
        public static let storeFailed = Code(name: "storeFailed")
        /// A key could not be made or used.
        public static let keyFailed = Code(name: "keyFailed")
    }

    /// What happened.
    public let code: Code
    /// More about it, safe to show; never a key, a handle or a challenge.
    public let detail: String?
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    /// For authenticators, ours and yours.
    public init(_ code: Code, detail: String? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.detail = detail
        self.cause = cause
    }

    /// Names the code, and what is known about it.
    public var description: String {
        "PasskeyError.\(code.name)" + (detail.map { ": \($0)" } ?? "") + (cause.map { " (\($0))" } ?? "")
    }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
