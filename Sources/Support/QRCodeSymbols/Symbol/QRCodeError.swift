public import FoundationEssentials

/// The reason why a text or bytes could not be encoded as a QR code.
public struct QRCodeError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The contents do not fit; use less error correction or shorter contents.
        public static let tooLong = Code(name: "tooLong")
    }

    /// The kind of failure.
    public let code: Code
    /// More details; never the contents.
    public let detail: String

    init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

    /// The code and the details.
    public var description: String { "QRCodeError.\(code.name): \(detail)" }
    /// The details, for `localizedDescription`.
    public var errorDescription: String? { detail }
    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
