public import FoundationEssentials
import HTTPMessages
import RequestPipeline

/// An error of this SDK.
public protocol Auth0Error: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible, Sendable {
    /// The error underneath, when there is one.
    var cause: (any Error)? { get }
    /// What happened, for people who read logs; not part of the API. It carries no secret.
    var message: String { get }
}

extension Auth0Error {
    /// The error underneath: none, unless the type says otherwise.
    public var cause: (any Error)? { nil }

    /// The message, and after it the cause when there is one.
    public var debugDescription: String {
        guard let cause else { return message }
        return "\(message.withPeriod) CAUSE: \("\(cause)".withPeriod)"
    }

    /// The message, and after it the cause when there is one.
    public var description: String { debugDescription }

    /// The message, and after it the cause when there is one.
    public var errorDescription: String? { debugDescription }

    /// The message, and after it the cause when there is one.
    public var localizedDescription: String { debugDescription }
}

extension String {
    /// The text as a sentence: a period is added when it has none.
    var withPeriod: String { hasSuffix(".") ? self : self + "." }
}
