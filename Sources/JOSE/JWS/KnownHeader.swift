import Synchronization

/// The header of the first token that a key ring has verified.
///
/// An issuer writes the same header into all tokens of a kind, so the text is compared instead of parsed again. Only
/// the header of a verified token is kept, so an attacker cannot choose it.
final class KnownHeader: Sendable {
    private final class Entry: Sendable {
        let text: [UInt8]
        let header: JWSHeader

        init(text: [UInt8], header: JWSHeader) { (self.text, self.header) = (text, header) }
    }

    /// The maximum length of a header that is kept, in encoded bytes.
    private static let maximumBytes = 512

    private let entry = AtomicLazyReference<Entry>()

    /// Returns the header if its encoded text is the known one.
    func header(of text: UnsafeBufferPointer<UInt8>) -> JWSHeader? {
        guard let entry = entry.load(), entry.text.count == text.count else { return nil }
        // Without a branch for each byte, so that the compiler uses vector instructions.
        var difference: UInt8 = 0
        entry.text.withUnsafeBufferPointer { known in
            for index in 0..<text.count { difference |= known[index] ^ text[index] }
        }
        return difference == 0 ? entry.header : nil
    }

    /// Keeps the header of a verified token, unless one is known.
    func keep(of token: CompactJWS) {
        guard entry.load() == nil else { return }
        let text = Array(token.encodedHeader.prefix(Self.maximumBytes + 1))
        guard text.count <= Self.maximumBytes else { return }
        _ = entry.storeIfNil(Entry(text: text, header: token.header))
    }
}
