/// A value whose descriptions leave out its secrets.
///
/// What may be seen are the children of the value's mirror; `print`, string interpolation and `dump` show nothing else.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The value without its secrets.
    public var description: String {
        let members = customMirror.children.map { "\($0.label ?? "_"): \(String(reflecting: $0.value))" }
        return "\(Self.self)(\(members.joined(separator: ", ")))"
    }

    /// The value without its secrets.
    public var debugDescription: String { description }
}
