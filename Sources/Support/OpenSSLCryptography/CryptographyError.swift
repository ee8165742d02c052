/// A cryptographic operation that did not take place.
public struct CryptographyError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// The key's numbers are out of bounds, off the curve, or do not belong together.
        public static let keyRefused = Code(name: "keyRefused")
        /// The signature scheme does not belong to this kind of key.
        public static let schemeMismatch = Code(name: "schemeMismatch")
        /// A parameter is out of its bounds.
        public static let parameterRefused = Code(name: "parameterRefused")
        /// Text that was sealed is damaged, or was sealed otherwise.
        public static let notAuthentic = Code(name: "notAuthentic")
        /// The library reports a failure that no input explains, such as a lack of memory or of randomness.
        public static let operationFailed = Code(name: "operationFailed")
    }

    /// What happened.
    public let code: Code

    init(_ code: Code) { self.code = code }

    /// Names the code; never a key, a message or a secret.
    public var description: String { "CryptographyError.\(code.name)" }
}
