import CAuth0OpenSSL

extension [UInt8] {
    /// Overwrites the bytes with zeros in a way that the compiler does not remove.
    ///
    /// Copies of the array must not exist: they keep the bytes.
    package mutating func wipe() {
        withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}
