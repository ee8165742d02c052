/// The JSON value `null` in free-form values such as `[String: any Sendable]`.
public struct JSONNull: Sendable, Hashable, CustomStringConvertible {
    /// Creates the only value of this type.
    public init() {}

    /// The text `null`.
    public var description: String { "null" }
}

extension JSONValue {
    /// The value as Swift types: `String`, `Bool`, `Int`, `Double`, ``JSONNull``, `[any Sendable]`, `[String: any
    /// Sendable]`.
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

    /// The members as a dictionary; `nil` if the value is not an object.
    ///
    /// If two names differ in bytes but are canonically equivalent, which Swift's dictionaries treat as equal, the
    /// first one is kept.
    package var freeFormObject: [String: any Sendable]? {
        guard case .object(let members) = self else { return nil }
        return Dictionary(members.map { ($0.name, $0.value.freeForm) }, uniquingKeysWith: { first, _ in first })
    }

    /// Creates a tree from a string, a Boolean, a number, ``JSONNull``, `NSNull`, an optional, or arrays and
    /// string-keyed dictionaries of them.
    ///
    /// - Throws: ``JSONError/Code/wrongType`` for a value of any other type, ``JSONError/Code/numberOutOfRange`` for an
    ///   infinity, NaN, or an integer that does not fit.
    package init(freeForm: Any) throws(JSONError) {
        switch freeForm {
        case let value as JSONValue: self = value
        case let value as String: self = .string(value)
        case let value as Bool: self = .boolean(value)
        case let value as any BinaryInteger: self = try Self.whole(value)
        case let value as any BinaryFloatingPoint: self = try Self.fraction(value)
        case is JSONNull: self = .null
        case let value as [Any]: self = .array(try Self.elements(value))
        case let value as [String: Any]: self = .object(try Self.members(value))
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

    private static func elements(_ values: [Any]) throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        for value in values { elements.append(try JSONValue(freeForm: value)) }
        return elements
    }

    private static func members(_ values: [String: Any]) throws(JSONError) -> [Member] {
        var members: [Member] = []
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            members.append(Member(name: name, value: try JSONValue(freeForm: value)))
        }
        return members
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
