public import FoundationEssentials
import SecretStorage

/// A failure of a ``SimpleKeychain``.
public struct SimpleKeychainError: LocalizedError, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The message, which identifies the kind of failure.
    private let message: String
    /// The number that Apple's keychain has for this kind of failure, such as -25300 for ``itemNotFound``.
    ///
    /// For ``other`` it is the `errno` of the failed system call, or 0; for ``unknown`` it is 0.
    public let status: Int32
    /// The underlying error, such as a ``SecretStorage/SecretStoreError``; `nil` when there is none.
    public let cause: (any Error)?

    private init(_ status: Int32, _ message: String, cause: (any Error)? = nil) {
        (self.status, self.message, self.cause) = (status, message, cause)
    }

    /// Creates the error for the failure of a store.
    init(_ error: any Error) {
        let failure = error as? SecretStoreError
        let kind: Self =
            switch failure?.code {
            case .corrupt?, .unsupportedVersion?: .decodeFailed
            case .noPlace?, .lockTimeout?, .locked?, .unavailable?: .itemNotAvailable
            case .tooLarge?: .invalidParameters
            default: .other
            }
        let status = kind == .other ? failure?.systemError ?? 0 : kind.status
        self.init(status, kind.message, cause: error)
    }
}

extension SimpleKeychainError {
    /// A function is not implemented; never thrown here.
    public static let operationNotImplemented = Self(-4, "The function is not implemented")
    /// The entry and its key are longer than the store accepts.
    public static let invalidParameters = Self(-50, "The entry is longer than the store accepts")
    /// The user cancelled the call; never thrown here.
    public static let userCanceled = Self(-128, "The user cancelled the call")
    /// The store is unavailable: it is locked, held by another process, or has no folder.
    public static let itemNotAvailable = Self(-25_291, "The store is unavailable")
    /// The user was not authenticated; never thrown here.
    public static let authFailed = Self(-25_293, "The user was not authenticated")
    /// The entry exists; never thrown here, because a call replaces an entry of the same key.
    public static let duplicateItem = Self(-25_299, "There is an entry of that key")
    /// There is no entry of that key.
    public static let itemNotFound = Self(-25_300, "There is no entry of that key")
    /// The user cannot be asked; never thrown here.
    public static let interactionNotAllowed = Self(-25_308, "The user cannot be asked")
    /// The entry is damaged, or was written by a later version of this SDK.
    public static let decodeFailed = Self(-26_275, "The entry cannot be decoded")
    /// The program lacks a right; never thrown here.
    public static let missingEntitlement = Self(-34_018, "The program lacks a right")
    /// The store failed for another reason, such as a full disk; ``cause`` has it.
    public static let other = Self(0, "The store failed")
    /// The entry is not UTF-8, and was read as a text.
    public static let unknown = Self(0, "The entry is no text")
}

extension SimpleKeychainError {
    /// The message and the cause, without a secret; its text is not part of the API.
    public var description: String { message + "." + (cause.map { " CAUSE: \($0)." } ?? "") }
    /// The message and the cause, without a secret.
    public var debugDescription: String { description }
    /// The message and the cause, without a secret.
    public var errorDescription: String? { description }
    /// The message and the cause, without a secret.
    public var localizedDescription: String { description }

    /// Compares the kinds of failure, not the causes.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.message == rhs.message }

    /// Matches the kind of failure in a `catch` or a `case`.
    @_disfavoredOverload
    public static func ~= (pattern: Self, error: any Error) -> Bool { error as? Self == pattern }

    /// Matches the kind of failure of a typed error.
    public static func ~= (pattern: Self, error: Self) -> Bool { error == pattern }
}
