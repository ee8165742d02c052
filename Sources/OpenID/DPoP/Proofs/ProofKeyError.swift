/// The reason a proof of possession could not be created.
package struct ProofKeyError: Error, Equatable, CustomStringConvertible {
    package struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// The store failed to read or keep the key.
        package static let storeFailed = Code(name: "storeFailed")
        /// The key that a token is bound to does not exist.
        package static let keyMissing = Code(name: "keyMissing")
        /// The key could not be generated.
        package static let generationFailed = Code(name: "generationFailed")
        /// The proof could not be signed.
        package static let signingFailed = Code(name: "signingFailed")
    }

    package let code: Code
    package let cause: (any Error)?

    init(_ code: Code, cause: (any Error)? = nil) { (self.code, self.cause) = (code, cause) }

    /// The code and the cause; never a key.
    package var description: String { "ProofKeyError.\(code.name)" + (cause.map { " (\($0))" } ?? "") }
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
