public import FoundationEssentials
import RequestPipeline

/// A failure to prove the possession of a DPoP key.
///
/// In a request it is the cause of the client's error.
public struct DPoPError: LocalizedError, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
    enum Code: String {
        case secureEnclaveOperationFailed = "The secure enclave failed"
        case keychainOperationFailed = "The key for DPoP could not be read, kept or removed"
        case cryptoKitOperationFailed = "The key for DPoP could not be created"
        case secKeyOperationFailed = "The proof for DPoP could not be signed"
        case keyMissing = "The key that the token is bound to no longer exists: log in again"
        case other = "The request cannot carry a proof for DPoP: its address, token or token type is not well formed"
        case unknown = "DPoP failed"
    }

    private let code: Code
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    init(_ code: Code, cause: (any Error)?) { (self.code, self.cause) = (code, cause) }

    /// A failure of the secure enclave; never thrown on Linux, which has none.
    public static let secureEnclaveOperationFailed = DPoPError(.secureEnclaveOperationFailed, cause: nil)
    /// The store failed to read, keep or remove the key.
    public static let keychainOperationFailed = DPoPError(.keychainOperationFailed, cause: nil)
    /// The key could not be generated.
    public static let cryptoKitOperationFailed = DPoPError(.cryptoKitOperationFailed, cause: nil)
    /// The proof could not be signed.
    public static let secKeyOperationFailed = DPoPError(.secKeyOperationFailed, cause: nil)
    /// The key that the token is bound to no longer exists, so nothing was sent: the user must log in again.
    public static let keyMissing = DPoPError(.keyMissing, cause: nil)
    /// The request cannot carry a proof: its address, token or token type is not well formed.
    public static let other = DPoPError(.other, cause: nil)
    /// Another failure.
    public static let unknown = DPoPError(.unknown, cause: nil)

    /// The message that describes the kind of failure.
    public var message: String { code.rawValue }

    /// The message, followed by the cause if there is one.
    public var description: String { message + "." + (cause.map { " CAUSE: \($0)." } ?? "") }
    /// The message, followed by the cause if there is one.
    public var debugDescription: String { description }
    /// The message, followed by the cause if there is one.
    public var errorDescription: String? { description }
    /// The message, followed by the cause if there is one.
    public var localizedDescription: String { description }

    /// Compares the kinds of failure, not the causes.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

    /// Matches the kind of failure in a `catch` or a `case`.
    ///
    /// - Parameters:
    ///   - pattern: The expected kind of failure.
    ///   - error: The error to compare.
    /// - Returns: `true` if `error` is a `DPoPError` of the same kind.
    @_disfavoredOverload
    public static func ~= (pattern: Self, error: any Error) -> Bool { error as? Self == pattern }

    /// Matches the kind of failure of a typed error; without this overload `case .other` could match another type's.
    public static func ~= (pattern: Self, error: Self) -> Bool { error == pattern }
}
