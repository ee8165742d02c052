/// The JSON value `null` in free-form values such as `[String: any Sendable]`.
public struct JSONNull: Sendable, Hashable, CustomStringConvertible {
    /// Creates the only value of this type.
    public init() {}

    /// The text `null`.
    public var description: String { "null" }
}

extension JSONValue {
    /// The value as `String`, `Bool`, `Int`, `Double`, ``JSONNull``, `[any Sendable]` or `[String: any Sendable]`.
    package var freeForm: any Sendable {
        switch self {
        case .null: JSONNull()
        case .boolean(let value): value
        case .integer(let value): value
        case .double(let value): value
        case .string(let value): value
        case .array(let elements): elements.map(\.freeForm)
        case .object: freeFormObject ?? [:]
        }
    }

    /// The members as a dictionary, the first of canonically equivalent names; `nil` if the value is not an object.
    package var freeFormObject: [String: any Sendable]? {
        guard case .object(let members) = self else { return nil }
        return Dictionary(members.map { ($0.name, $0.value.freeForm) }, uniquingKeysWith: { first, _ in first })
    }

    /// Creates a tree from a string, a Boolean, a number, ``JSONNull``, `NSNull`, an optional, or arrays and
    /// string-keyed dictionaries of them. Throws `wrongType` for a value of any other type, `numberOutOfRange` for an
    /// infinity, NaN, or an integer that does not fit.
    package init(freeForm: Any) throws(JSONError) {
        switch freeForm {
        case let value as JSONValue: self = value
        case let value as String: self = .string(value)
        case let value as Bool: self = .boolean(value)
        case let value as any BinaryInteger: self = try Self.whole(value)
        case let value as any BinaryFloatingPoint: self = try Self.fraction(value)
        case is JSONNull: self = .null
        case let values as [Any]:
            self = .array(try values.map { value throws(JSONError) in try JSONValue(freeForm: value) })
        case let values as [String: Any]:
            let members = values.sorted { $0.key < $1.key }
            self = .object(
                try members.map { name, value throws(JSONError) in
                    Member(name: name, value: try JSONValue(freeForm: value))
                })
        default: self = try Self.unwrapped(freeForm)
        }
    }

    private static func whole(_ value: some BinaryInteger) throws(JSONError) -> JSONValue {
        guard let value = Int(exactly: value) else { throw JSONError(.numberOutOfRange) }
        return .integer(value)
    }

    private static func fraction(_ value: some BinaryFloatingPoint) throws(JSONError) -> JSONValue {
        let value = Double(value)
        guard value.isFinite else { throw JSONError(.numberOutOfRange) }
        return .double(value)
    }

    private static func unwrapped(_ value: Any) throws(JSONError) -> JSONValue {
        // Programs from Apple systems have this `null`; only they need Foundation.
        if String(reflecting: type(of: value)) == "Foundation.NSNull" { return .null }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { throw JSONError(.wrongType) }
        return try mirror.children.first.map { child throws(JSONError) in try JSONValue(freeForm: child.value) }
            ?? .null
    }
}
