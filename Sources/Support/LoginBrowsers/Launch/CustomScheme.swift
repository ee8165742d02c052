/// A private-use URI scheme (RFC 8252 §7.1): a reversed domain name of its owner, such as `com.example.notes`.
package struct CustomScheme: Sendable, Hashable {
    /// The scheme in lower case; safe as the name of a file or folder.
    package let text: String

    /// Parses a scheme; `nil` when it is not a reversed domain name.
    package init?(_ text: String) {
        let lower = text.lowercased()
        let labels = lower.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, lower.utf8.count <= 128, lower.utf8.first.map(Self.isLetter) == true,
            labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isOfLabel) })
        else { return nil }
        self.text = lower
    }

    /// Parses the scheme of an address; `nil` when it is not a private-use scheme.
    package init?(of address: String) {
        guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let colon = address.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        self.init(String(address[..<colon]))
    }

    /// The MIME type under which desktops register the handler of the scheme.
    var mimeType: String { "x-scheme-handler/\(text)" }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }

    private static func isOfLabel(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte >= 0x30 && byte <= 0x39 || byte == UInt8(ascii: "-")
    }
}
