public import ByteEncodings
public import FoundationEssentials

/// The value of one claim, convertible to the types a program needs.
public struct Claim: Sendable {
    private let value: JSONValue?

    init(_ value: JSONValue?) { self.value = value }

    /// Creates a claim for a double of ``JWT``.
    ///
    /// - Parameter rawValue: A `String`, `Bool`, `Int`, `Double`, or arrays and dictionaries of them; `nil`, and a
    ///   value that JSON cannot represent, make a missing claim.
    public init(rawValue: (any Sendable)?) { value = rawValue.flatMap { try? JSONValue(freeForm: $0) } }

    /// The value: `String`, `Bool`, `Int`, `Double`, or arrays and dictionaries of them; `nil` if the claim is missing.
    public var rawValue: (any Sendable)? { value?.freeForm }

    /// The value if it is a string.
    public var string: String? { value?.string }

    /// The value if it is a Boolean; 1 and 0 are numbers.
    public var boolean: Bool? {
        guard case .boolean(let truth)? = value else { return nil }
        return truth
    }

    /// The value if it is a number, or a string that contains one.
    public var double: Double? {
        switch value {
        case .string(let text)?: Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: value?.double
        }
    }

    /// The number without its fraction, if it fits; or the integer in a string.
    public var integer: Int? {
        switch value {
        case .integer(let number)?: number
        case .double(let number)?: Int(exactly: number.rounded(.towardZero))
        case .string(let text)?: Int(text)
        default: nil
        }
    }

    /// The number as seconds since 1970; `nil` for a date before the year 1 or after the year 9999.
    public var date: Date? { double.flatMap { Date(numericDate: $0) } }

    /// The strings, if the value is an array of strings or one string.
    public var array: [String]? { value?.texts }

    /// The JSON text of an array or an object; `nil` for any other value.
    public var data: Data? {
        switch value {
        case .array?, .object?: value.map { Data($0.encoded) }
        default: nil
        }
    }

    /// Decodes an array or an object.
    ///
    /// - Parameters:
    ///   - type: The type of the decoded value.
    ///   - decoder: The JSON decoder; one with default settings if left out.
    /// - Returns: The decoded value.
    /// - Throws: ``JWTDecodeError/claimDecodingFailed(_:)`` if the claim is neither an array nor an object, or does not
    ///   match the type.
    public func decode<Value: Decodable>(
        _ type: Value.Type, using decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        guard let data else { throw JWTDecodeError.claimDecodingFailed("the claim is neither a list nor an object") }
        do {
            return try decoder.decode(type, from: data)
        } catch { throw JWTDecodeError.claimDecodingFailed("the claim has another shape than \(type)") }
    }
}

extension JSONValue {
    /// The strings of an array of strings, or one string as an array.
    package var texts: [String]? {
        switch self {
        case .string(let text): return [text]
        case .array(let elements):
            let texts = elements.compactMap(\.string)
            return texts.count == elements.count ? texts : nil
        default: return nil
        }
    }
}

extension Claim: _Redacted {}
