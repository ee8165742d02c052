/// The name of a secret: a service, and an account of it.
///
/// Names are compared byte for byte; two Unicode spellings of one text are two names.
public struct SecretName: Sendable, CustomStringConvertible {
    /// What the secret is for: usually the ID of the application.
    public let service: String
    /// Whose or which secret of the service it is.
    public let account: String

    /// Names a secret.
    public init(service: String, account: String) {
        self.service = service
        self.account = account
    }

    /// Service and account, escaped.
    public var description: String { "\(service.debugDescription) of \(account.debugDescription)" }
}

extension SecretName: Hashable {
    /// Compares the UTF-8 bytes.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.service.utf8.elementsEqual(rhs.service.utf8) && lhs.account.utf8.elementsEqual(rhs.account.utf8)
    }

    /// Hashes the UTF-8 bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in service.utf8 { hasher.combine(byte) }
        // No UTF-8 text has this byte, so that the border between the two counts.
        hasher.combine(UInt8(0xFF))
        for byte in account.utf8 { hasher.combine(byte) }
    }
}

extension SecretName {
    /// The name as bytes, from which it can be read back: each text after its length.
    package var bytes: [UInt8] {
        [service, account].flatMap { text in Self.bigEndian(text.utf8.count) + Array(text.utf8) }
    }

    /// Reads ``bytes`` from the start of `text`.
    ///
    /// - Returns: The name and how many bytes it took; `nil` when they are no name.
    package static func parse(_ text: UnsafeRawBufferPointer) -> (name: SecretName, count: Int)? {
        var offset = 0
        func next() -> String? {
            guard text.count - offset >= 4 else { return nil }
            let count = text[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            offset += 4
            guard text.count - offset >= count else { return nil }
            defer { offset += count }
            return String(validating: text[offset..<(offset + count)], as: UTF8.self)
        }
        guard let service = next(), let account = next() else { return nil }
        return (SecretName(service: service, account: account), offset)
    }

    private static func bigEndian(_ count: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    }
}
