/// A type whose descriptions omit its secrets.
///
/// `print`, string interpolation and `dump` show only the children of the value's mirror. The mirror has none, unless
/// the type lists the members that are not secret: a member that is added later is not shown.
public protocol _Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension _Redacted {
    /// The name of the type and the children of the mirror, without secrets.
    public var description: String {
        let members = customMirror.children.map { "\($0.label ?? "_"): \(String(reflecting: $0.value))" }
        return "\(Self.self)(\(members.joined(separator: ", ")))"
    }

    /// The name of the type and the children of the mirror, without secrets.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
