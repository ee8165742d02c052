/// A decoder for any `Decodable` type from a tree, so that input from the network has one parser. Numbers are never
/// converted to Booleans, nor strings to numbers.
package struct JSONValueDecoder: Decoder {
    let value: JSONValue
    /// The path of the container, and the key of the value in it: joined by each access to the path only.
    private let parents: [any CodingKey]
    private let key: (any CodingKey)?
    package var codingPath: [any CodingKey] { key.map { parents + [$0] } ?? parents }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package init(_ value: JSONValue) { self.init(value, in: [], nil) }

    fileprivate init(_ value: JSONValue, in parents: [any CodingKey], _ key: (any CodingKey)?) {
        (self.value, self.parents, self.key) = (value, parents, key)
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object = value else { throw mismatch([String: JSONValue].self) }
        return KeyedDecodingContainer(KeyedValues(value: value, codingPath: codingPath))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([JSONValue].self) }
        return Elements(elements: elements, codingPath: codingPath)
    }

    package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
        DecodingError.typeMismatch(type, .init(codingPath: codingPath, debugDescription: "wrong JSON type"))
    }
}

private struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let value: JSONValue
    let codingPath: [any CodingKey]

    var allKeys: [Key] {
        guard case .object(let members) = value else { return [] }
        return members.compactMap { Key(stringValue: $0.name) }
    }

    func contains(_ key: Key) -> Bool { value[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).value == .null }

    func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).decode(type) }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).decode(type) }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try member(key).decode(type) }

    func decode<Value: Decodable & FixedWidthInteger>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try member(key).decode(type)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try member(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { JSONValueDecoder(value, in: codingPath, nil) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

    private func member(_ key: Key) throws -> JSONValueDecoder {
        guard let value = value[key.stringValue] else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "no such member"))
        }
        return JSONValueDecoder(value, in: codingPath, key)
    }
}

private struct Elements: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let codingPath: [any CodingKey]
    var currentIndex = 0

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> JSONValueDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                JSONValue.self, .init(codingPath: codingPath, debugDescription: "the array has no more elements"))
        }
        defer { currentIndex += 1 }
        return JSONValueDecoder(elements[currentIndex], in: codingPath, ElementKey(intValue: currentIndex))
    }
}

private struct ElementKey: CodingKey {
    let index: Int
    var stringValue: String { String(index) }
    var intValue: Int? { index }
    init(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    package func decodeNil() -> Bool { value == .null }

    package func decode(_ type: Bool.Type) throws -> Bool {
        guard case .boolean(let value) = value else { throw mismatch(type) }
        return value
    }

    package func decode(_ type: String.Type) throws -> String {
        guard case .string(let value) = value else { throw mismatch(type) }
        return value
    }

    package func decode(_ type: Double.Type) throws -> Double {
        guard let value = value.double else { throw mismatch(type) }
        return value
    }

    package func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

    /// The requirement of each integer type.
    package func decode<Value: Decodable & FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        guard let integer = value.integer, let value = Value(exactly: integer) else {
            throw mismatch(type)
        }
        return value
    }
}
