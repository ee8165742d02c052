import CAuth0OpenSSL

/// The conversion between `r` then `s` at full width (RFC 7518 §3.4) and `SEQUENCE { INTEGER r, INTEGER s }`.
enum ECDSASignature {
    /// Calls a closure with a fixed-width signature in DER; `nil` if the signature has another length. The library
    /// refuses a half that is zero or not below the curve's order (CVE-2022-21449).
    static func withDER<Result>(
        fixedWidth signature: UnsafeBufferPointer<UInt8>, _ curve: EllipticCurve,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        let width = curve.coordinateCount
        guard signature.count == 2 * width else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * width + longestFrame) { buffer in
            var der = DERWriter(buffer: buffer)
            der.prepend(integer: signature[width...])
            der.prepend(integer: signature[..<width])
            der.prependSequence()
            return body(der.written)
        }
    }

    /// The maximum length of tags, lengths and signs in a sequence of two integers.
    private static let longestFrame = 9

    /// Returns a signature of the library at fixed width; `nil` if it has another format.
    static func fixedWidth(der: [UInt8], _ curve: EllipticCurve) -> [UInt8]? {
        let signature = der.withUnsafeBufferPointer { der in
            var start = der.baseAddress
            return d2i_ECDSA_SIG(nil, &start, der.count)
        }
        guard let signature else { return nil }
        defer { ECDSA_SIG_free(signature) }
        let width = Int32(curve.coordinateCount)
        var (r, s) = ([UInt8](repeating: 0, count: Int(width)), [UInt8](repeating: 0, count: Int(width)))
        guard BN_bn2binpad(ECDSA_SIG_get0_r(signature), &r, width) == width,
            BN_bn2binpad(ECDSA_SIG_get0_s(signature), &s, width) == width
        else { return nil }
        return r + s
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
        // With a leading one bit the number would be negative, and zero has one byte, too.
        if digits.first.map({ $0 >= 0x80 }) ?? true { prepend(0) }
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
