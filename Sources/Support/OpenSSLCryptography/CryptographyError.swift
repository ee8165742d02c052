/// A failure of a cryptographic operation; modules report it as the cause of an error of their own.
package struct CryptographyError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    package struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// The key's numbers are out of bounds, off the curve, or inconsistent.
        package static let keyRefused = Code(name: "keyRefused")
        /// The signature scheme does not match the type of the key.
        package static let schemeMismatch = Code(name: "schemeMismatch")
        /// A parameter is out of bounds.
        package static let parameterRefused = Code(name: "parameterRefused")
        /// The sealed text is damaged, or was sealed with another key, nonce or context.
        package static let notAuthentic = Code(name: "notAuthentic")
        /// The library failed for a reason other than the input, such as a lack of memory or of randomness.
        package static let operationFailed = Code(name: "operationFailed")
    }

    /// The kind of failure.
    package let code: Code

    /// Creates an error.
    ///
    /// - Parameter code: The kind of failure.
    package init(_ code: Code) { self.code = code }

    /// The code; never a key, a message or a secret.
    package var description: String { "CryptographyError.\(code.name)" }
}
