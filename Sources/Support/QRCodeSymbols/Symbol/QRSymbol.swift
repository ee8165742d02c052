/// A QR code: a square of dark and light modules that a camera reads.
///
/// - SeeAlso: ISO/IEC 18004:2015
public struct QRSymbol: Sendable, Hashable {
    /// How much of a symbol may be missing or wrong and it can be read all the same.
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

    /// The size, from 1 to 40.
    public let version: Int
    /// How much may be missing.
    public let errorCorrection: ErrorCorrection
    /// Which of the eight patterns evens out dark and light; the one with the least of what confuses a camera.
    public let mask: Int
    private let modules: [Bool]

    /// Encodes a text in the smallest symbol that has room for it.
    ///
    /// Digits, and capital letters with digits and `$%*+-./:`, take less room than other texts; what is not ASCII is
    /// marked as UTF-8.
    ///
    /// - Parameters:
    ///   - text: What a camera is to read.
    ///   - errorCorrection: How much of the symbol may be missing.
    ///   - versions: Which sizes to choose from, 1 to 40.
    /// - Throws: ``QRCodeError/Code/tooLong`` when the text has no room in any of them.
    /// - Complexity: O(*n*) in the number of modules, eight times over.
    public init(
        _ text: String, errorCorrection: ErrorCorrection = .medium, versions: ClosedRange<Int> = 1...40
    ) throws {
        let segment = Segment(text)
        let sizes = versions.clamped(to: 1...40).lazy.map { Version(number: $0) }
        guard versions.overlaps(1...40),
            let version = sizes.first(where: { segment.bitCount(in: $0) <= $0.dataCount(errorCorrection) * 8 })
        else {
            throw QRCodeError(.tooLong, "\(text.utf8.count) bytes have no room in a QR code of these versions")
        }
        let codewords = segment.codewords(in: version, errorCorrection)
        let plain = Matrix(version, carrying: version.blocks(errorCorrection).interleaved(codewords))
        let candidates = (0..<8).map { plain.masked(with: $0, errorCorrection) }
        let penalties = candidates.map(\.penalty)
        mask = penalties.indices.min { penalties[$0] < penalties[$1] } ?? 0
        modules = candidates[mask].modules
        (self.version, self.errorCorrection) = (version.number, errorCorrection)
    }

    /// How many modules a row and a column have, without the quiet zone.
    public var side: Int { 17 + 4 * version }

    /// Whether a module is dark; what lies outside is light, as the quiet zone around a symbol has to be.
    public subscript(row: Int, column: Int) -> Bool {
        let isInside = row >= 0 && row < side && column >= 0 && column < side
        return isInside && modules[row * side + column]
    }
}

extension QRSymbol: CustomStringConvertible, CustomReflectable {
    /// The size and the level: the text may be a secret.
    public var description: String { "QRSymbol(version: \(version), errorCorrection: \(errorCorrection))" }
    /// The size and the level: the text may be a secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["version": version, "errorCorrection": errorCorrection])
    }
}
