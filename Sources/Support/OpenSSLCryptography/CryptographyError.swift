/// A failure of a cryptographic operation; modules report it as the cause of an error of their own.
package struct CryptographyError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Code: Sendable {
        /// The key's numbers are out of bounds, off the curve, or inconsistent.
        case keyRefused
        /// The signature scheme does not match the type of the key.
        case schemeMismatch
        /// A parameter is out of bounds.
        case parameterRefused
        /// The sealed text is damaged, or was sealed with another key, nonce or context.
        case notAuthentic
        /// The library failed for a reason other than the input, such as a lack of memory or of randomness.
        case operationFailed
    }

    /// The kind of failure.
    package let code: Code

    package init(_ code: Code) { self.code = code }

    /// The code; never a key, a message or a secret.
    package var description: String { "CryptographyError.\(code)" }
}
