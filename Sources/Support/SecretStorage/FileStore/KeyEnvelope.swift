package import OpenSSLCryptography

/// The file format of a folder's keys, version 2: `auth0key`, the version, the protection, the header that belongs to
/// it, a hash of all that, and the keys, which an external key seals unless the protection is none.
///
/// The hash distinguishes damage from a wrong passphrase. The seal detects tampering.
package struct KeyEnvelope {
    /// The protection of the keys.
    package enum Protection: Equatable {
        /// The file of the keys is private, and they are readable in it.
        case none
        /// Another key seals them.
        case key
        /// A key that is derived from a passphrase with scrypt seals them.
        case passphrase(ScryptCost, salt: [UInt8])

        /// The binary form.
        fileprivate var bytes: [UInt8] {
            switch self {
            case .none: [0]
            case .key: [1]
            case .passphrase(let cost, let salt): [2, cost.exponent, cost.blockSize, cost.passes] + salt
            }
        }
    }

    /// The protection of the keys.
    package let protection: Protection
    /// The hash of the sealing key; zeros without a sealing key.
    private let check: [UInt8]
    private let salt: [UInt8]
    private let nonce: [UInt8]
    /// The file up to its hash.
    private let header: [UInt8]
    /// The sealed keys, or the readable ones and their hash.
    private let body: SecretBytes

    static let saltCount = 32
    private static let hashCount = 32
    private static let purpose = Array("auth0-streams key envelope".utf8)

    /// Seals keys.
    init(_ keys: FolderKey, protection: Protection, key: SecretBytes?) throws(CryptographyError) {
        self.protection = protection
        salt = try SecureRandom.bytes(Self.saltCount)
        nonce = try SecureRandom.bytes(SealingKey.nonceCount)
        check = if let key { try FolderKey.check(of: key) } else { [UInt8](repeating: 0, count: Self.hashCount) }
        header = FolderKey.format + [FolderKey.envelopeVersion] + protection.bytes + check + salt + nonce
        if let key {
            body = SecretBytes(try Self.sealing(key, salt).seal(keys.bytes, nonce: nonce, context: header))
        } else {
            let plain = keys.bytes
            body = SecretBytes(count: plain.count + Self.hashCount) { output in
                plain.withUnsafeBytes { output.copyBytes(from: $0) }
                let end = UnsafeMutableRawBufferPointer(rebasing: output[plain.count...])
                end.copyBytes(from: Self.hash(of: plain))
            }
        }
    }

    /// The contents of the file, to be wiped.
    package var file: [UInt8] {
        // Reserved at once: a growing array would leave copies of the keys behind.
        var file: [UInt8] = []
        file.reserveCapacity(header.count + Self.hashCount + body.count)
        file += header
        file += HashAlgorithm.sha256.digest(of: header)
        body.withUnsafeBytes { file.append(contentsOf: $0) }
        return file
    }

    /// Parses a file without deriving a key, and ensures that the cost of a derivation is within its bounds; `nil` for
    /// a damaged file.
    package init?(_ file: [UInt8]) {
        var rest = file.dropFirst(FolderKey.format.count + 1)
        func next(_ count: Int) -> [UInt8] {
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        guard file.starts(with: FolderKey.format + [FolderKey.envelopeVersion]) else { return nil }
        switch next(1) {
        case [0]: protection = .none
        case [1]: protection = .key
        case [2]:
            let numbers = next(3)
            guard numbers.count == 3,
                let cost = try? ScryptCost(exponent: numbers[0], blockSize: numbers[1], passes: numbers[2])
            else { return nil }
            protection = .passphrase(cost, salt: next(Self.saltCount))
        default: return nil
        }
        (check, salt, nonce) = (next(Self.hashCount), next(Self.saltCount), next(SealingKey.nonceCount))
        header = Array(file[..<rest.startIndex])
        guard next(Self.hashCount) == HashAlgorithm.sha256.digest(of: header) else { return nil }
        body = SecretBytes(rest)
    }

    /// Whether a key is the one that seals these keys.
    package func isSealed(with key: SecretBytes) -> Bool {
        guard let other = try? FolderKey.check(of: key) else { return false }
        return ConstantTime.areEqual(other, check)
    }

    /// Opens the keys; `nil` when they are damaged.
    package func open(with key: SecretBytes?) -> FolderKey? {
        guard let key else {
            guard protection == .none, body.count > Self.hashCount else { return nil }
            return body.withUnsafeBytes { body in
                let plain = UnsafeRawBufferPointer(rebasing: body.dropLast(Self.hashCount))
                guard Self.hash(of: SecretBytes(plain)).elementsEqual(body.suffix(Self.hashCount)) else { return nil }
                return FolderKey(bytes: plain)
            }
        }
        return body.withUnsafeBytes { body in
            try? Self.sealing(key, salt).open(body, nonce: nonce, context: header).withUnsafeBytes {
                FolderKey(bytes: $0)
            }
        }
    }

    private static func hash(of plain: SecretBytes) -> [UInt8] {
        plain.withUnsafeBytes { HashAlgorithm.sha256.digest(of: $0) }
    }

    private static func sealing(_ key: SecretBytes, _ salt: [UInt8]) throws(CryptographyError) -> SealingKey {
        try SealingKey(key.derived(32, salt: salt, purpose: purpose))
    }
}
