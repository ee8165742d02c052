import ByteEncodings

/// The members of a header that matter before the signature is verified.
///
/// `jwk`, `jku`, `x5u` and `x5c` are ignored: a token must not choose the key that verifies it (CVE-2018-0114).
///
/// - SeeAlso: [RFC 7515 §4.1](https://www.rfc-editor.org/rfc/rfc7515#section-4.1)
public struct JWSHeader: Sendable, Hashable {
    /// The algorithm, always a supported one (`alg`).
    public let algorithm: SignatureAlgorithm
    /// The key ID, compared byte by byte (`kid`).
    public let keyID: String?
    /// The type, in lower case and without the prefix `application/` (`typ`).
    public let type: String?

    /// Parses a header strictly; `crit`, `b64` and `zip` are not supported (RFC 7515 §4.1.11).
    init(parsing text: UnsafeBufferPointer<UInt8>) throws(JOSEError) {
        var (name, keyID, type): (String?, String?, String?)
        var hasExtension = false
        do {
            try JSONScanner.scan(text) { json throws(JSONError) in
                try json.object { member, json throws(JSONError) in
                    switch member {
                    case "alg": name = try json.string()
                    case "kid": keyID = try json.string()
                    case "typ": type = try json.string()
                    case "crit", "b64", "zip":
                        hasExtension = true
                        try json.skip()
                    default: try json.skip()
                    }
                }
            }
        } catch { throw JOSEError(.malformed, cause: error) }
        guard !hasExtension else { throw JOSEError(.headerNotAllowed) }
        guard let algorithm = name.flatMap(SignatureAlgorithm.init(rawValue:)) else {
            throw JOSEError(.algorithmNotAllowed)
        }
        (self.algorithm, self.keyID, self.type) = (algorithm, keyID, type.map(Self.normalized))
    }

    /// Returns a type in lower case and without the prefix `application/` (RFC 7515 §4.1.9).
    static func normalized(_ type: String) -> String {
        let type = type.lowercased()
        let prefix = "application/"
        return type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type
    }
}

extension JWSHeader {
    /// The required `typ` of a header.
    ///
    /// A token of one kind must not be accepted as another ([RFC 8725
    /// §3.11](https://www.rfc-editor.org/rfc/rfc8725#section-3.11)).
    public struct ExpectedType: Sendable, Hashable {
        private enum Requirement: Sendable, Hashable {
            case jwt
            case exactly(String)
            case any
        }

        private let requirement: Requirement

        /// No type, or `JWT`: ID tokens, and formats older than explicit types.
        public static let jwt = ExpectedType(requirement: .jwt)
        /// Any type, for texts that are not tokens.
        public static let any = ExpectedType(requirement: .any)

        /// Requires one type.
        ///
        /// - Parameter type: The type, such as `at+jwt`; a prefix `application/` and case are ignored.
        /// - Returns: The requirement.
        public static func exactly(_ type: String) -> ExpectedType {
            ExpectedType(requirement: .exactly(JWSHeader.normalized(type)))
        }

        /// Returns whether a header type, in the form of ``JWSHeader/type``, is accepted.
        package func accepts(_ type: String?) -> Bool {
            switch requirement {
            case .jwt: type == nil || type == "jwt"
            case .exactly(let expected): type == expected
            case .any: true
            }
        }
    }
}
