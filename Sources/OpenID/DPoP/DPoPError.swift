public import FoundationEssentials
import RequestPipeline

/// A failure to prove the possession of a key.
///
/// Inside a request it becomes the cause of the client's error.
public struct DPoPError: LocalizedError, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
    private enum Code: String {
        case secureEnclaveOperationFailed, keychainOperationFailed, cryptoKitOperationFailed, secKeyOperationFailed
        case other, unknown
    }

    private let code: Code
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    private init(_ code: Code, cause: (any Error)? = nil) { (self.code, self.cause) = (code, cause) }

    package init(_ error: ProofKeyError) {
        switch error.code {
        case .storeFailed: self.init(.keychainOperationFailed, cause: error.cause ?? error)
        case .generationFailed: self.init(.cryptoKitOperationFailed, cause: error.cause ?? error)
        case .signingFailed: self.init(.secKeyOperationFailed, cause: error.cause ?? error)
        default: self.init(.other, cause: error)
        }
    }

    /// A secure enclave failed; there is none on this system.
    public static let secureEnclaveOperationFailed = DPoPError(.secureEnclaveOperationFailed)
    /// The key could not be read from its store, kept there, or removed.
    public static let keychainOperationFailed = DPoPError(.keychainOperationFailed)
    /// The key could not be made.
    public static let cryptoKitOperationFailed = DPoPError(.cryptoKitOperationFailed)
    /// The proof could not be signed.
    public static let secKeyOperationFailed = DPoPError(.secKeyOperationFailed)
    /// The request is none that can be proved: its address, token or token type is not well formed.
    public static let other = DPoPError(.other)
    /// Something else.
    public static let unknown = DPoPError(.unknown)

    /// What happened.
    public var message: String {
        switch code {
        case .secureEnclaveOperationFailed: "The secure enclave failed"
        case .keychainOperationFailed: "The key for DPoP could not be read, kept or removed"
        case .cryptoKitOperationFailed: "The key for DPoP could not be made"
        case .secKeyOperationFailed: "The proof for DPoP could not be signed"
        case .other: "The request cannot carry a proof for DPoP: its address, token or token type is not well formed"
        case .unknown: "DPoP failed"
        }
    }

    /// The message, and after it the cause when there is one.
    public var description: String { message + "." + (cause.map { " CAUSE: \($0)." } ?? "") }
    /// The message, and after it the cause when there is one.
    public var debugDescription: String { description }
    /// The message, and after it the cause when there is one.
    public var errorDescription: String? { description }
    /// The message, and after it the cause when there is one.
    public var localizedDescription: String { description }

    /// Compares the kind of failure, whatever its cause.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

    /// Matches the kind of failure in a `catch` or a `case`.
    @_disfavoredOverload
    public static func ~= (pattern: Self, error: any Error) -> Bool { error as? Self == pattern }

    /// Matches the kind of failure where the type is known; a `case .other` could be another type's otherwise.
    public static func ~= (pattern: Self, error: Self) -> Bool { error == pattern }
}
