import CAuth0OpenSSL

/// A hash function.
///
/// - SeeAlso: [FIPS 180-4](https://csrc.nist.gov/pubs/fips/180-4/upd1/final)
package enum HashAlgorithm: Sendable, Hashable, CaseIterable {
    /// 20 bytes: for the one-time codes of RFC 6238 alone, no signature takes it.
    case sha1
    /// 32 bytes.
    case sha256
    /// 48 bytes.
    case sha384
    /// 64 bytes.
    case sha512

    /// How many bytes a digest has.
    package var digestCount: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// Hashes `message` in one go.
    package func digest(of message: some Collection<UInt8>) -> [UInt8] {
        digest(of: message.withContiguousStorageIfAvailable { Array($0) } ?? Array(message))
    }

    /// Hashes `message` in one go.
    package func digest(of message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: digestCount) { digest, count in
            let result = EVP_Digest(message, message.count, digest.baseAddress, nil, fetched, nil)
            // The only causes are a broken installation and a lack of memory: no digest may be made up then.
            precondition(result == 1, "OpenSSL cannot compute \(self)")
            count = digestCount
        }
    }

    /// The name the library knows it by.
    var name: String {
        switch self {
        case .sha1: "SHA1"
        case .sha256: "SHA256"
        case .sha384: "SHA384"
        case .sha512: "SHA512"
        }
    }

    /// The implementation, which lives as long as the process.
    var fetched: OpaquePointer {
        switch self {
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        }
    }
}
