/// Numbers of 64 bits as bytes, the most significant first.
enum BigEndian {
    /// Returns the eight bytes of a number.
    static func bytes(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

    /// Returns the number that up to eight bytes represent.
    static func value(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
