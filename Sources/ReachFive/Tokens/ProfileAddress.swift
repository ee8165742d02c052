public import ByteEncodings

/// A postal address; `nil` for parts that it lacks.
public struct ProfileAddress: Sendable, Hashable, Codable {
    /// The title of the address, for example `Home`.
    public var title: String?
    /// Whether this is the user's default address (`default`).
    public var isDefault: Bool?
    /// The purpose, for example `delivery` or `billing`.
    public var addressType: String?
    /// The street, with the number.
    public var streetAddress: String?
    /// A second line of the street.
    public var addressComplement: String?
    /// The town.
    public var locality: String?
    /// The state, province or region.
    public var region: String?
    /// The postal code.
    public var postalCode: String?
    /// The country.
    public var country: String?
    /// The whole address as it is written, with line breaks (`raw`, or OpenID's `formatted`).
    public var raw: String?
    /// A note for deliveries.
    public var deliveryNote: String?
    /// The name of the recipient.
    public var recipient: String?
    /// The company.
    public var company: String?
    /// The telephone number.
    public var phoneNumber: String?
    /// The account's own fields.
    public var customFields: [String: CustomField]?

    /// Creates an empty address.
    public init() {}

    enum CodingKeys: String, CodingKey {
        case title
        case isDefault = "default"
        case addressType = "address_type"
        case streetAddress = "street_address"
        case addressComplement = "address_complement"
        case locality, region
        case postalCode = "postal_code"
        case country, raw
        case deliveryNote = "delivery_note"
        case recipient, company
        case phoneNumber = "phone_number"
        case customFields = "custom_fields"
    }

    /// Creates an address from a claim (OpenID Connect Core §5.1.1): an object, or the whole address as a text; a part
    /// of an unexpected type is omitted.
    init?(claim: (any Sendable)?) {
        if let text = claim as? String {
            raw = text
            return
        }
        guard let parts = claim as? [String: any Sendable] else { return nil }
        let texts: [(CodingKeys, WritableKeyPath<Self, String?>)] = [
            (.title, \.title), (.addressType, \.addressType), (.streetAddress, \.streetAddress),
            (.addressComplement, \.addressComplement), (.locality, \.locality), (.region, \.region),
            (.postalCode, \.postalCode), (.country, \.country), (.raw, \.raw), (.deliveryNote, \.deliveryNote),
            (.recipient, \.recipient), (.company, \.company), (.phoneNumber, \.phoneNumber),
        ]
        for (key, member) in texts { self[keyPath: member] = parts[key.rawValue] as? String }
        raw = raw ?? parts["formatted"] as? String
        isDefault = parts[CodingKeys.isDefault.rawValue] as? Bool
        customFields = (parts[CodingKeys.customFields.rawValue] as? [String: any Sendable])?
            .compactMapValues(CustomField.init(claim:))
    }
}

extension ProfileAddress: _Redacted {}

/// The value of a field that an account has defined.
public enum CustomField: Sendable, Hashable, Codable {
    /// A text.
    case string(String)
    /// A whole number.
    case int(Int)
    /// Another number.
    case double(Double)
    /// A truth value.
    case bool(Bool)
    /// Several values.
    case array([CustomField])

    /// Creates a value from a claim; `nil` for `null` and for objects.
    init?(claim: any Sendable) {
        switch claim {
        case let value as Bool: self = .bool(value)
        case let value as Int: self = .int(value)
        case let value as Double: self = .double(value)
        case let value as String: self = .string(value)
        case let values as [any Sendable]: self = .array(values.compactMap(CustomField.init(claim:)))
        default: return nil
        }
    }

    /// Decodes a JSON value.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for `null` and for objects.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else {
            self = .array(try container.decode([CustomField].self))
        }
    }

    /// Encodes the value as JSON.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        }
    }
}

extension CustomField: _Redacted {}
