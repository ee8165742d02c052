/// Why there is no QR code of a text.
public struct QRCodeError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The text has no room; ask for less error correction, or make it shorter.
        public static let tooLong = Code(name: "tooLong")
    }

    /// What happened.
    public let code: Code
    /// More about it; never the text.
    public let detail: String

    init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

    /// Names the code and the detail.
    public var description: String { "QRCodeError.\(code.name): \(detail)" }
    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
