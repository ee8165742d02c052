/// The conversion between the two formats of an ECDSA signature.
///
/// JOSE uses `r` then `s` at full width (RFC 7518 §3.4); the library uses `SEQUENCE { INTEGER r, INTEGER s }`.
enum ECDSASignature {
    /// Calls a closure with a fixed-width signature in DER; `nil` if the signature has another length, or if a half is
    /// zero or not below the curve's order (CVE-2022-21449).
    static func withDER<Result>(
        fixedWidth signature: UnsafeBufferPointer<UInt8>, _ curve: EllipticCurve,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        let width = curve.coordinateCount
        guard signature.count == 2 * width else { return nil }
        let (r, s) = (signature[..<width], signature[width...])
        guard isInRange(r, curve.order), isInRange(s, curve.order) else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * width + longestFrame) { buffer in
            var der = DERWriter(buffer: buffer)
            der.prepend(integer: s)
            der.prepend(integer: r)
            der.prependSequence()
            return body(der.written)
        }
    }

    /// The maximum length of tags, lengths and signs in a sequence of two integers.
    private static let longestFrame = 9

    /// Returns a DER signature at fixed width; `nil` unless `der` has the library's format.
    static func fixedWidth(der: [UInt8], _ curve: EllipticCurve) -> [UInt8]? {
        var rest = der[...]
        guard let body = value(tag: 0x30, &rest), rest.isEmpty else { return nil }
        rest = body
        guard let r = value(tag: 0x02, &rest), let s = value(tag: 0x02, &rest), rest.isEmpty else { return nil }
        let width = curve.coordinateCount
        guard let r = padded(r, to: width), let s = padded(s, to: width) else { return nil }
        return r + s
    }

    private static func isInRange(_ number: Slice<UnsafeBufferPointer<UInt8>>, _ order: [UInt8]) -> Bool {
        number.contains { $0 != 0 } && number.lexicographicallyPrecedes(order)
    }

    private static func value(tag: UInt8, _ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.popFirst() == tag, var count = rest.popFirst().map(Int.init) else { return nil }
        if count == 0x81 {
            guard let long = rest.popFirst() else { return nil }
            count = Int(long)
        } else if count > 0x7F {
            return nil
        }
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private static func padded(_ number: ArraySlice<UInt8>, to width: Int) -> [UInt8]? {
        let digits = number.drop { $0 == 0 }
        guard digits.count <= width else { return nil }
        return [UInt8](repeating: 0, count: width - digits.count) + digits
    }
}

/// A DER writer that starts at the end, so that every length is known when it is written.
private struct DERWriter {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    private var start: Int

    init(buffer: UnsafeMutableBufferPointer<UInt8>) { (self.buffer, start) = (buffer, buffer.count) }

    var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: buffer[start...]) }

    /// Prepends an integer of fewer than 128 bytes.
    mutating func prepend(integer number: Slice<UnsafeBufferPointer<UInt8>>) {
        let (digits, end) = (number.drop { $0 == 0 }, start)
        for digit in digits.reversed() { prepend(digit) }
        // With a leading one bit the number would be negative.
        if let first = digits.first, first >= 0x80 { prepend(0) }
        prepend(UInt8(end - start))
        prepend(0x02)
    }

    /// Prepends the head of a sequence of fewer than 256 bytes.
    mutating func prependSequence() {
        let count = buffer.count - start
        prepend(UInt8(count))
        if count >= 128 { prepend(0x81) }
        prepend(0x30)
    }

    private mutating func prepend(_ byte: UInt8) {
        start -= 1
        buffer[start] = byte
    }
}
