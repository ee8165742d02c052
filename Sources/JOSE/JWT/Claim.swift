import ByteEncodings
public import FoundationEssentials

/// What a token says under one name, in whatever type a program wants it.
public struct Claim: Sendable {
    private let value: JSONValue?

    init(_ value: JSONValue?) { self.value = value }

    /// The value: `String`, `Bool`, `Int`, `Double`, or arrays and dictionaries of them; `nil` for a claim that is not
    /// there.
    public var rawValue: (any Sendable)? { value?.freeForm }

    /// The text, when it is one.
    public var string: String? { value?.string }

    /// True or false, when it is either; 1 and 0 are numbers.
    public var boolean: Bool? {
        guard case .boolean(let truth)? = value else { return nil }
        return truth
    }

    /// The number, when it is one or a text that spells one.
    public var double: Double? {
        switch value {
        case .string(let text)?: Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: value?.double
        }
    }

    /// The number without its fraction, when it fits; or the whole number that a text spells.
    public var integer: Int? {
        switch value {
        case .integer(let number)?: number
        case .double(let number)?: Int(exactly: number.rounded(.towardZero))
        case .string(let text)?: Int(text)
        default: nil
        }
    }

    /// The number as seconds since 1970.
    public var date: Date? { double.map { Date(timeIntervalSince1970: $0) } }

    /// The texts, when it is a list of texts or one text.
    public var array: [String]? { value?.texts }

    /// A list or an object as JSON text; `nil` for anything else.
    public var data: Data? {
        switch value {
        case .array?, .object?: value.map { Data($0.encoded) }
        default: nil
        }
    }

    /// Decodes a list or an object.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - decoder: How to decode it.
    /// - Returns: The decoded value.
    /// - Throws: ``JWTDecodeError/claimDecodingFailed(_:)`` when the claim is neither, or has another shape.
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
    /// The texts of a list of texts, or of one text.
    package var texts: [String]? {
        switch self {
        case .string(let text): return [text]
        case .array(let elements):
            let texts = elements.compactMap(\.string)
            return texts.count == elements.count ? texts : nil
        default: return nil
        }
    }

    /// The value as JSON text.
    var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}
