/// Translates between the two spellings of an ECDSA signature.
///
/// JOSE writes `r` then `s` at full width (RFC 7518 §3.4); the library wants `SEQUENCE { INTEGER r, INTEGER s }`.
enum ECDSASignature {
    /// Spells a fixed-width signature in DER.
    ///
    /// - Returns: `nil` for another length, or when a half is zero or not below the curve's order (CVE-2022-21449).
    static func der(fixedWidth signature: [UInt8], _ curve: EllipticCurve) -> [UInt8]? {
        let width = curve.coordinateCount
        guard signature.count == 2 * width else { return nil }
        let (r, s) = (signature[..<width], signature[width...])
        guard isInRange(r, curve.order), isInRange(s, curve.order) else { return nil }
        let body = integer(r) + integer(s)
        return body.count < 128 ? [0x30, UInt8(body.count)] + body : [0x30, 0x81, UInt8(body.count)] + body
    }

    /// Spells a DER signature at fixed width.
    ///
    /// - Returns: `nil` unless `der` is what the library writes.
    static func fixedWidth(der: [UInt8], _ curve: EllipticCurve) -> [UInt8]? {
        var rest = der[...]
        guard let body = value(tag: 0x30, &rest), rest.isEmpty else { return nil }
        rest = body
        guard let r = value(tag: 0x02, &rest), let s = value(tag: 0x02, &rest), rest.isEmpty else { return nil }
        let width = curve.coordinateCount
        guard let r = padded(r, to: width), let s = padded(s, to: width) else { return nil }
        return r + s
    }

    private static func isInRange(_ number: ArraySlice<UInt8>, _ order: [UInt8]) -> Bool {
        number.contains { $0 != 0 } && number.lexicographicallyPrecedes(order)
    }

    private static func integer(_ number: ArraySlice<UInt8>) -> [UInt8] {
        let digits = number.drop { $0 == 0 }
        // A leading bit of one would make the number negative.
        let sign: [UInt8] = digits.first.map { $0 >= 0x80 } == true ? [0] : []
        return [0x02, UInt8(digits.count + sign.count)] + sign + digits
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
