import OpenSSLCryptography

extension SecretBytes {
    /// A copy, to compare.
    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
