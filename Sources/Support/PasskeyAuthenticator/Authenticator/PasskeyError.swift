public import FoundationEssentials
import SecretStorage

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
    /// More details, safe to show and to log; never a key, a user handle or a challenge.
    public let detail: String?
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Creates an error, also for authenticators outside this package: the memberwise initializer,
    /// whose parameters are the same as the properties.
    public init(_ code: Code, detail: String? = nil, cause: (any Error)? = nil) {
        (self.code, self.detail, self.cause) = (code, detail, cause)
    }

    /// The code, the details or the reason, what to do, and the cause.
    public var description: String { "PasskeyError.\(code.name): \(sentence)" + (cause.map { " (\($0))" } ?? "") }
    /// The reason, what to do and the reason of the cause, without the name of the type, for `localizedDescription`.
    public var errorDescription: String? {
        let cause = (cause as? any LocalizedError)?.errorDescription
        return sentence + (cause.map { " (\($0))" } ?? "")
    }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

    /// The details, or else the reason, and what to do.
    private var sentence: String {
        let (reason, remedy) = Self.texts[code] ?? ("the passkey cannot be used", nil)
        return [detail ?? reason, remedy].compactMap(\.self).joined(separator: ": ")
    }

    /// The reasons and what to do; `nil` if the details or the cause say it.
    private static let texts: [Code: (reason: String, remedy: String?)] = [
        .invalidRelyingParty: (
            "the relying party is not a domain of the request", "compare its ID with the domain of the tenant"
        ),
        .invalidOptions: (
            "the options of the relying party are invalid", "report it to the operator of the tenant"
        ),
        .unsupportedAlgorithm: (
            "the relying party accepts no algorithm of this authenticator",
            "allow ES256 for passkeys at the tenant, or add another algorithm to algorithms:"
        ),
        .alreadyRegistered: ("the account has a passkey here already", "log in with it"),
        .noPasskey: ("there is no passkey here for this account", "log in another way, and add a passkey"),
        .severalPasskeys: ("passkeys of several accounts match", "pass the name of the account as userName:"),
        .refused: ("the user did not confirm", "try again"),
        .notVerified: (
            "the relying party requires that the user is verified", "pass presence: a check that verifies the user"
        ),
        .incomplete: ("the passkey lacks a part", "add it again"),
        .storeFailed: ("the passkeys could not be read or stored", nil),
        .keyFailed: ("the key of the passkey could not be created or used", nil),
    ]
}
