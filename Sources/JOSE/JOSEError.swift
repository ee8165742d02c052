/// Why a signed text is not accepted, or cannot be made.
public struct JOSEError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// The text is longer than is ever needed.
        public static let tooLarge = Code(name: "tooLarge")
        /// The text is not of the form it has to have.
        public static let malformed = Code(name: "malformed")
        /// The algorithm is `none`, unknown, or not one that is allowed here.
        public static let algorithmNotAllowed = Code(name: "algorithmNotAllowed")
        /// The header asks for an extension that is not implemented, or is of another type than expected.
        public static let headerNotAllowed = Code(name: "headerNotAllowed")
        /// No key fits the header.
        public static let keyNotFound = Code(name: "keyNotFound")
        /// More than one key fits the header.
        public static let keyAmbiguous = Code(name: "keyAmbiguous")
        /// The key's numbers are out of bounds, or its members contradict each other.
        public static let keyRefused = Code(name: "keyRefused")
        /// The signature is not the key's for this text.
        public static let signatureInvalid = Code(name: "signatureInvalid")
        /// The signature could not be made.
        public static let signingFailed = Code(name: "signingFailed")
    }

    /// What happened.
    public let code: Code
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    package init(_ code: Code, cause: (any Error)? = nil) { (self.code, self.cause) = (code, cause) }

    /// Names the code; never the text or a key.
    public var description: String { "JOSEError.\(code.name)" }
    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
