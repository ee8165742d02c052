/// A failure of a cryptographic operation.
public struct CryptographyError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// The key's numbers are out of bounds, off the curve, or inconsistent.
        public static let keyRefused = Code(name: "keyRefused")
        /// The signature scheme does not match the type of the key.
        public static let schemeMismatch = Code(name: "schemeMismatch")
        /// A parameter is out of bounds.
        public static let parameterRefused = Code(name: "parameterRefused")
        /// The sealed text is damaged, or was sealed with another key, nonce or context.
        public static let notAuthentic = Code(name: "notAuthentic")
        /// The library failed for a reason other than the input, such as a lack of memory or of randomness.
        public static let operationFailed = Code(name: "operationFailed")
    }

    /// The kind of failure.
    public let code: Code

    init(_ code: Code) { self.code = code }

    /// The code; never a key, a message or a secret.
    public var description: String { "CryptographyError.\(code.name)" }
}
