/// A QR code: a square of dark and light modules that a camera can read.
///
/// - SeeAlso: ISO/IEC 18004:2015
public struct QRSymbol: Sendable, Hashable {
    /// The share of a symbol that may be damaged while it remains readable.
    public enum ErrorCorrection: Int, Sendable, Hashable, CaseIterable {
        /// Level L: 7 %. The smallest symbols, for screens.
        case low
        /// Level M: 15 %.
        case medium
        /// Level Q: 25 %.
        case quartile
        /// Level H: 30 %.
        case high
    }

    /// The version, 1 to 40, which determines the size.
    public let version: Int
    /// The error correction level.
    public let errorCorrection: ErrorCorrection
    /// The number of the mask, 0 to 7: the one with the lowest penalty of the standard.
    package let mask: Int
    private let modules: [Bool]

    /// Encodes a text in the smallest symbol that fits it.
    ///
    /// Digits, and upper-case letters with digits and `$%*+-./:`, are encoded more compactly than other texts; text
    /// outside ASCII is marked as UTF-8.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - errorCorrection: The error correction level; medium by default.
    ///   - versions: The allowed versions, 1 to 40; all by default.
    /// - Throws: ``QRCodeError/Code/tooLong`` if the text does not fit any allowed version.
    /// - Complexity: O(*n*) in the number of modules, for each of the eight masks.
    public init(
        _ text: String, errorCorrection: ErrorCorrection = .medium, versions: ClosedRange<Int> = 1...40
    ) throws {
        try self.init(Segment(text), text.utf8.count, errorCorrection, versions)
    }

    /// Encodes bytes, which need not be text, in the smallest symbol that fits them: one segment in byte mode.
    ///
    /// The symbol does not state the meaning of the bytes. Many readers treat them as text, in ISO 8859-1 or a guessed
    /// encoding; encode a text as a `String`, with the initializer whose parameters are the same.
    ///
    /// - Throws: ``QRCodeError/Code/tooLong`` if the bytes do not fit any allowed version.
    /// - SeeAlso: ISO/IEC 18004:2015, 7.4.5
    public init(
        _ bytes: [UInt8], errorCorrection: ErrorCorrection = .medium, versions: ClosedRange<Int> = 1...40
    ) throws {
        try self.init(Segment(bytes: bytes), bytes.count, errorCorrection, versions)
    }

    private init(
        _ segment: Segment, _ byteCount: Int, _ errorCorrection: ErrorCorrection, _ versions: ClosedRange<Int>
    ) throws(QRCodeError) {
        let sizes = versions.clamped(to: 1...40).lazy.map { Version(number: $0) }
        guard versions.overlaps(1...40),
            let version = sizes.first(where: { segment.bitCount(in: $0) <= $0.dataCount(errorCorrection) * 8 })
        else { throw QRCodeError(.tooLong, "\(byteCount) bytes have no room in a QR code of these versions") }
        let codewords = segment.codewords(in: version, errorCorrection)
        let plain = Matrix(version, carrying: version.blocks(errorCorrection).interleaved(codewords))
        let candidates = (0..<8).map { plain.masked(with: $0, errorCorrection) }
        let penalties = candidates.map(\.penalty)
        mask = penalties.indices.min { penalties[$0] < penalties[$1] } ?? 0
        modules = candidates[mask].modules
        (self.version, self.errorCorrection) = (version.number, errorCorrection)
    }

    /// The number of modules in a row and in a column, without the quiet zone.
    public var side: Int { 17 + 4 * version }

    /// Returns whether a module is dark; a position outside the symbol is light, like the quiet zone around it.
    ///
    /// - Parameters:
    ///   - row: The row, counted from the top; the first is 0.
    ///   - column: The column, counted from the left; the first is 0.
    /// - Returns: `true` for a dark module.
    public func isDark(row: Int, column: Int) -> Bool {
        let isInside = row >= 0 && row < side && column >= 0 && column < side
        return isInside && modules[row * side + column]
    }
}

extension QRSymbol: CustomStringConvertible, CustomReflectable {
    /// The version and the level only: the contents may be a secret.
    public var description: String { "QRSymbol(version: \(version), errorCorrection: \(errorCorrection))" }
    /// A mirror of the version and the level only.
    public var customMirror: Mirror {
        Mirror(self, children: ["version": version, "errorCorrection": errorCorrection])
    }
}
