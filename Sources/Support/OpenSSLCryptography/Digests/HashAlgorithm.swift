import CAuth0OpenSSL

/// A hash function; the raw value is the library's name of it (FIPS 180-4).
package enum HashAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// SHA-1, 20 bytes: only for the one-time codes of RFC 6238; no signature scheme accepts it.
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha384 = "SHA384"
    case sha512 = "SHA512"

    package var digestCount: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// Returns the digest of `message`, ``digestCount`` bytes long.
    package func digest(of message: some Collection<UInt8>) -> [UInt8] {
        digest(of: message.withContiguousStorageIfAvailable { Array($0) } ?? Array(message))
    }

    /// Returns the digest of `message`, ``digestCount`` bytes long.
    package func digest(of message: [UInt8]) -> [UInt8] {
        OpenSSLLibrary.start()
        return [UInt8](unsafeUninitializedCapacity: digestCount) { digest, count in
            let result = EVP_Digest(message, message.count, digest.baseAddress, nil, fetched, nil)
            // The only causes are a broken installation and a lack of memory: a made-up digest would be unsafe.
            precondition(result == 1, "OpenSSL cannot compute \(self)")
            count = digestCount
        }
    }

    /// The library's implementation, which lives as long as the process.
    var fetched: OpaquePointer {
        switch self {
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        }
    }
}
