/// The reason a signed token was rejected or could not be created.
public struct JOSEError: Error, Equatable, CustomStringConvertible {
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
        /// The key's numbers are out of bounds, or its members contradict each other.
        public static let keyRefused = Code(name: "keyRefused")
        /// The signature does not match the text and the key.
        public static let signatureInvalid = Code(name: "signatureInvalid")
        /// The signature could not be created.
        public static let signingFailed = Code(name: "signingFailed")
    }

    /// The kind of failure.
    public let code: Code
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    package init(_ code: Code, cause: (any Error)? = nil) { (self.code, self.cause) = (code, cause) }

    /// The code; never the text or a key.
    public var description: String { "JOSEError.\(code.name)" }
    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
