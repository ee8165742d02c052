public import FoundationEssentials
import HTTPMessages
public import OpenID
import RequestPipeline

/// The requirements that all errors of this SDK share.
public protocol Auth0Error: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible, Sendable {
    /// The underlying error; `nil` when there is none.
    var cause: (any Error)? { get }
    /// A description of the failure for logs, without secrets; its text is not part of the API.
    var message: String { get }
}

extension Auth0Error {
    /// A sentence with the name of the type; the errors of this SDK define their own.
    public var message: String { "Failed with \(Self.self)" }

    /// The underlying error: `nil`, unless the type defines it.
    public var cause: (any Error)? { nil }

    /// The message, followed by the cause when there is one.
    public var debugDescription: String {
        guard let cause else { return message }
        return "\(message.withPeriod) CAUSE: \("\(cause)".withPeriod)"
    }

    /// The message, followed by the cause when there is one.
    public var description: String { debugDescription }

    /// The message, followed by the cause when there is one.
    public var errorDescription: String? { debugDescription }

    /// The message, followed by the cause when there is one.
    public var localizedDescription: String { debugDescription }
}

extension DPoPError: Auth0Error {}

// The operators of a type of another module are visible with `import OpenID` only.
extension Auth0Error where Self == DPoPError {
    /// Matches the kind of failure in a `catch` or a `case`.
    @_disfavoredOverload
    public static func ~= (pattern: Self, error: any Error) -> Bool { error as? Self == pattern }
}

extension String {
    /// The text with a period at its end.
    var withPeriod: String { hasSuffix(".") ? self : self + "." }
}

/// The result of a request to the Authentication API.
public typealias AuthenticationResult<Value> = Result<Value, AuthenticationError>

/// The result of a request to the Management API.
public typealias ManagementResult<Value> = Result<Value, ManagementError>

/// The result of a request to the My Account API.
public typealias MyAccountResult<Value> = Result<Value, MyAccountError>

/// The result of a browser login or logout.
public typealias WebAuthResult<Value> = Result<Value, WebAuthError>

/// The result of a call of a ``CredentialsManager``.
public typealias CredentialsManagerResult<Value> = Result<Value, CredentialsManagerError>
