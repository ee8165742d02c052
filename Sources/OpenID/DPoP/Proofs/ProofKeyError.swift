/// Why no proof of possession could be made.
package struct ProofKeyError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    package struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// The key could not be read from its store, or not be kept there.
        package static let storeFailed = Code(name: "storeFailed")
        /// No key could be made.
        package static let generationFailed = Code(name: "generationFailed")
        /// The proof could not be signed.
        package static let signingFailed = Code(name: "signingFailed")
        /// The request is none that can be proved.
        package static let requestRefused = Code(name: "requestRefused")
    }

    /// What happened.
    package let code: Code
    /// The error underneath, when there is one.
    package let cause: (any Error)?

    init(_ code: Code, cause: (any Error)? = nil) { (self.code, self.cause) = (code, cause) }

    /// Names the code; never a key.
    package var description: String { "ProofKeyError.\(code.name)" + (cause.map { " (\($0))" } ?? "") }
    /// Compares codes only.
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
