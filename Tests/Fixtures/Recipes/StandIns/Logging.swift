// The declarations of swift-log that the recipes use; compiled, never run.

/// A logger.
public struct Logger: Sendable {
    /// Values beside a message, by name.
    public typealias Metadata = [String: MetadataValue]

    /// A message.
    public struct Message: ExpressibleByStringInterpolation, Sendable {
        /// Creates a message.
        public init(stringLiteral value: String) {}
    }

    /// A value beside a message.
    public enum MetadataValue: ExpressibleByStringInterpolation, Sendable {
        /// A text.
        case string(String)
        /// Creates a text.
        public init(stringLiteral value: String) { self = .string(value) }
    }

    /// Logs a message.
    public func debug(
        _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
        source: @autoclosure () -> String? = nil, file: String = #fileID, function: String = #function,
        line: UInt = #line
    ) {}
}
