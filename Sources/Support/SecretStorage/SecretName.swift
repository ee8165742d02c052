/// The name of a secret: a service and an account.
///
/// Names are compared by their UTF-8 bytes: two Unicode forms of one text are different names.
public struct SecretName: Sendable, CustomStringConvertible {
    /// The service, usually the ID of the application.
    public let service: String
    /// The account: the user, or the kind of secret.
    public let account: String

    /// Creates a name: the memberwise initializer, whose parameters are the same as the properties.
    public init(service: String, account: String) { (self.service, self.account) = (service, account) }

    /// The escaped service and account.
    public var description: String { "\(service.debugDescription) of \(account.debugDescription)" }
}

extension SecretName: Hashable {
    /// Compares the UTF-8 bytes.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.service.utf8.elementsEqual(rhs.service.utf8) && lhs.account.utf8.elementsEqual(rhs.account.utf8)
    }

    /// Hashes the UTF-8 bytes.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        for byte in service.utf8 { hasher.combine(byte) }
        // This byte occurs in no UTF-8 text, so it separates the two parts.
        hasher.combine(UInt8(0xFF))
        for byte in account.utf8 { hasher.combine(byte) }
    }
}

extension Sequence<SecretName> {
    /// Returns the accounts of a service, in the order of the names.
    package func accounts(of service: String) -> [String] {
        filter { $0.service.utf8.elementsEqual(service.utf8) }.map(\.account)
    }
}

extension [String] {
    /// The strings, sorted by their UTF-8 bytes.
    package var sortedByBytes: [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

extension SecretName {
    /// The binary form of the name: each text, preceded by its length.
    package var bytes: [UInt8] {
        [service, account].flatMap { text in BigEndian.bytes(UInt64(text.utf8.count)).suffix(4) + Array(text.utf8) }
    }

    /// Parses ``bytes`` at the start of a buffer, and returns their number; `nil` when it does not begin with a name.
    package static func parse(_ text: UnsafeRawBufferPointer) -> (name: SecretName, count: Int)? {
        var offset = 0
        func next() -> String? {
            guard text.count - offset >= 4 else { return nil }
            let count = Int(BigEndian.value(text[offset..<(offset + 4)]))
            offset += 4
            guard text.count - offset >= count else { return nil }
            defer { offset += count }
            return String(validating: text[offset..<(offset + count)], as: UTF8.self)
        }
        guard let service = next(), let account = next() else { return nil }
        return (SecretName(service: service, account: account), offset)
    }
}
