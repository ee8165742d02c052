package import ByteEncodings
public import RequestPipeline

/// A fine-grained permission that a client requests, or that an access token has.
///
/// ```swift
/// let payment = try AuthorizationDetail(
///     type: "payment_initiation", actions: ["initiate"],
///     additional: ["instructedAmount": ["currency": "EUR", "amount": "123.50"]])
/// let credentials = try await client.login().authorizationDetails([payment]).pushing().start()
/// ```
///
/// - SeeAlso: [RFC 9396 §2](https://www.rfc-editor.org/rfc/rfc9396#section-2)
public struct AuthorizationDetail: Sendable, Hashable {
    /// The identifier of the kind of permission, which the provider defines (`type`).
    public let type: String
    /// The JSON object in its canonical form.
    package let json: JSONValue

    /// Creates a permission: the memberwise initializer, whose parameters are the same as the properties.
    ///
    /// `additional` has the members that `type` defines: strings, numbers, Booleans, ``ByteEncodings/JSONNull``, and
    /// arrays and dictionaries of them. The other parameters take precedence over members of the same name.
    ///
    /// - Throws: ``OpenIDError/Code/argumentInvalid`` for an empty `type`, and for a value that JSON does not have.
    public init(
        type: String, locations: [String] = [], actions: [String] = [], dataTypes: [String] = [],
        identifier: String? = nil, privileges: [String] = [], additional: [String: any Sendable] = [:]
    ) throws {
        guard !type.isEmpty else { throw OpenIDError(.argumentInvalid, "the type must not be empty") }
        var members: [String: any Sendable] = additional
        for (name, values) in [
            ("locations", locations), ("actions", actions), ("datatypes", dataTypes), ("privileges", privileges),
        ] where !values.isEmpty { members[name] = values }
        if let identifier { members["identifier"] = identifier }
        members["type"] = type
        do {
            json = try JSONValue(freeForm: members).canonical
        } catch { throw OpenIDError(.argumentInvalid, "a member is of a type that JSON does not have", cause: error) }
        self.type = type
    }

    /// Reads a permission; `nil` if the value is not an object with a `type`.
    package init?(_ json: JSONValue) {
        guard let type = json["type"]?.string, !type.isEmpty else { return nil }
        (self.type, self.json) = (type, json.canonical)
    }

    /// The addresses of the APIs (`locations`).
    public var locations: [String] { json["locations"]?.texts ?? [] }
    /// The kinds of actions (`actions`).
    public var actions: [String] { json["actions"]?.texts ?? [] }
    /// The kinds of data (`datatypes`).
    public var dataTypes: [String] { json["datatypes"]?.texts ?? [] }
    /// The identifier of one resource of the API (`identifier`).
    public var identifier: String? { json["identifier"]?.string }
    /// The kinds or levels of privilege (`privileges`).
    public var privileges: [String] { json["privileges"]?.texts ?? [] }

    /// The member with a name: a string, a Boolean, a number, or arrays and dictionaries of them; `nil` if it is
    /// missing.
    ///
    /// - Parameter name: The JSON name of the member.
    public subscript(name: String) -> (any Sendable)? { json[name]?.freeForm }
}

extension AuthorizationDetail: Codable {
    /// Decodes a permission.
    ///
    /// - Parameter decoder: The decoder, which need not read JSON.
    /// - Throws: A `DecodingError` if the value is not an object with a `type`, or is nested too deeply.
    public init(from decoder: any Decoder) throws {
        guard let detail = AuthorizationDetail(try CodedJSON(from: decoder).value) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not an object with a type"))
        }
        self = detail
    }

    /// Encodes the permission with all its members.
    ///
    /// - Parameter encoder: The encoder, which need not write JSON.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws { try CodedJSON(value: json).encode(to: encoder) }
}

extension AuthorizationDetail: CustomStringConvertible, CustomReflectable {
    /// Only the type: other members may be personal data.
    public var description: String { "AuthorizationDetail(\(type.excerptForLog))" }
    /// A mirror of only the type.
    public var customMirror: Mirror { Mirror(self, children: ["type": type]) }
}

extension JSONValue {
    /// The value with the members of objects in the order of their names, and whole numbers as integers: the order and
    /// the spelling of a text do not matter for equality, and coders do not keep them.
    fileprivate var canonical: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.map { Member(name: $0.name, value: $0.value.canonical) }.sorted { $0.name < $1.name })
        case .array(let elements): .array(elements.map(\.canonical))
        case .double: integer.map { .integer($0) } ?? self
        case .null, .boolean, .integer, .string: self
        }
    }
}

extension [AuthorizationDetail] {
    /// The value of the parameter `authorization_details`.
    package var parameter: String { JSONValue.array(map(\.json)).encodedText }

    /// Reads the member `authorization_details` of a response; `nil` if it is not an array of permissions.
    init?(_ json: JSONValue?) {
        switch json {
        case nil, .null?: self = []
        case .array(let elements)?:
            let details = elements.compactMap(AuthorizationDetail.init)
            guard details.count == elements.count else { return nil }
            self = details
        default: return nil
        }
    }
}

extension Request where Failure == OpenIDError {
    /// Requests fine-grained permissions, for token requests and device authorization requests.
    ///
    /// After a login that requested permissions, a token request may request a part of them.
    ///
    /// - Parameter details: The permissions, which replace earlier ones; none removes them.
    /// - Returns: A changed copy.
    /// - SeeAlso: [RFC 9396 §6](https://www.rfc-editor.org/rfc/rfc9396#section-6)
    public func authorizationDetails(_ details: [AuthorizationDetail]) -> Self {
        field("authorization_details", repeating: details.isEmpty ? [] : [details.parameter])
    }
}
