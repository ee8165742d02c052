import ByteEncodings
import JOSE

/// The access token of a request, and its authentication scheme (RFC 6750 §2.1, RFC 9449 §7.1).
struct PresentedToken {
    let token: String
    /// Whether the scheme is `DPoP`, so that the client must prove the possession of the key.
    let isBound: Bool

    /// Parses the field `Authorization`, which must occur exactly once.
    /// A field above the maximum length of a token is refused before it is read.
    init(_ field: String?) throws(TokenVerificationError) {
        guard let field, !field.isEmpty else {
            throw TokenVerificationError(.tokenMissing, advice: "send an access token in the field Authorization")
        }
        let bytes = field.utf8
        guard bytes.count <= CompactJWS.maximumBytes + Self.longestPrefix else {
            throw TokenVerificationError(IDTokenError(JOSEError(.tooLarge)))
        }
        let space = UInt8(ascii: " ")
        let parts = bytes.drop { $0 == space }.split(separator: space, maxSplits: 1)
        let scheme = parts.first.flatMap { Substring($0).lowercased() }
        guard parts.count == 2, scheme == "bearer" || scheme == "dpop" else {
            throw TokenVerificationError(.requestMalformed, advice: "send Authorization as Bearer or DPoP, and once")
        }
        let token = parts[1].drop { $0 == space }
        // HTTPMessages joins repeated fields with a comma, which no token contains: `b64token` of RFC 6750 §2.1.
        guard !token.isEmpty, token.allSatisfy({ $0.isUnreserved || "+/=".utf8.contains($0) }) else {
            throw TokenVerificationError(.requestMalformed, advice: "send Authorization as Bearer or DPoP, and once")
        }
        (self.token, isBound) = (String(Substring(token)), scheme == "dpop")
    }

    /// The maximum length in bytes of the scheme and the spaces before the token.
    private static let longestPrefix = 64
}

extension String {
    /// The `Authorization` scheme of a `token_type`, in the spelling of its standard.
    ///
    /// Providers may send `bearer`, and schemes are case-insensitive, but many APIs accept only `Bearer`.
    package var authorizationScheme: String {
        switch lowercased() {
        case "bearer": "Bearer"
        case "dpop": "DPoP"
        default: self
        }
    }
}
