public import FoundationEssentials

/// The reason a signed token was rejected or could not be created.
public struct JOSEError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// The text exceeds the maximum length.
        public static let tooLarge = Code(name: "tooLarge")
        /// The text is not well formed.
        public static let malformed = Code(name: "malformed")
        /// The algorithm is `none`, unknown, or not allowed.
        public static let algorithmNotAllowed = Code(name: "algorithmNotAllowed")
        /// The header requires an extension that is not supported, or has another type than expected.
        public static let headerNotAllowed = Code(name: "headerNotAllowed")
        /// No key matches the header.
        public static let keyNotFound = Code(name: "keyNotFound")
        /// Several keys match the header.
        public static let keyAmbiguous = Code(name: "keyAmbiguous")
        /// The private key is encrypted: decrypt it first.
        public static let keyEncrypted = Code(name: "keyEncrypted")
        /// The key's numbers are out of bounds, or its members contradict each other.
        public static let keyRefused = Code(name: "keyRefused")
        /// The signature does not match the text and the key.
        public static let signatureInvalid = Code(name: "signatureInvalid")
        /// A required claim is missing.
        public static let claimMissing = Code(name: "claimMissing")
        /// A claim differs from the expected value.
        public static let claimMismatch = Code(name: "claimMismatch")
        /// The token has expired.
        public static let expired = Code(name: "expired")
        /// A time in the token is in the future: one of the two clocks is wrong.
        public static let notYetValid = Code(name: "notYetValid")
        /// The expectations themselves are invalid, such as a leeway of an hour.
        public static let expectationInvalid = Code(name: "expectationInvalid")
        /// The signature could not be created.
        public static let signingFailed = Code(name: "signingFailed")
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the claim that caused the failure, if a claim did.
    public let claim: String?
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    package init(_ code: Code, claim: String? = nil, cause: (any Error)? = nil) {
        (self.code, self.claim, self.cause) = (code, claim, cause)
    }

    /// Returns the result of a closure; the error of another module becomes the cause of an error with this code.
    static func wrapping<Value>(_ code: Code, _ body: () throws -> Value) throws(JOSEError) -> Value {
        do {
            return try body()
        } catch { throw error as? JOSEError ?? JOSEError(code, cause: error) }
    }

    /// The code and the name of the claim, and the advice about a key that was passed as a shared secret; never the
    /// text or a key.
    public var description: String { "JOSEError.\(text)" }
    /// The description without the name of the type, for `localizedDescription`.
    public var errorDescription: String? { text }
    private var text: String {
        code.name + (claim.map { "(\($0))" } ?? "") + ((cause as? KeyAsSecret).map { ": \($0)" } ?? "")
    }

    /// Compares codes and claims only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code && lhs.claim == rhs.claim }
}
