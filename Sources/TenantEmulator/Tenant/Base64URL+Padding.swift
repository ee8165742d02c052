import ByteEncodings

extension Base64URL {
    /// Encodes bytes in Base64 with `+`, `/` and padding.
    static func padded(_ bytes: [UInt8]) -> String {
        let text = encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        return String(text) + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }
}
