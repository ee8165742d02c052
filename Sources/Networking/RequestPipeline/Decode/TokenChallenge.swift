package import HTTPMessages

/// The reason a server rejects an access token or a proof of possession (RFC 6750 §3, RFC 9449 §7.1).
package struct TokenChallenge: Sendable, Hashable {
    /// The authentication scheme of an access token.
    package enum Scheme: String, Sendable {
        /// A bearer token.
        case bearer
        /// A DPoP-bound token with a proof.
        case dpop
    }

    /// The error code of a server that requires its nonce in the proof.
    package static let nonceRequired = "use_dpop_nonce"

    /// The error code, such as `use_dpop_nonce` or `invalid_token`.
    package let error: String
    /// The description of the error for developers.
    package let description: String?
    /// The scopes that the request requires, separated by spaces.
    package let scope: String?

    /// Reads `WWW-Authenticate`; `nil` unless it has a challenge for the scheme with an error.
    package init?(_ field: String?, for scheme: Scheme) {
        guard let field,
            let parameters = HTTPChallenge.parse(field)?.first(where: { $0.scheme == scheme.rawValue })?.parameters,
            let error = parameters["error"]
        else { return nil }
        self.error = error
        (description, scope) = (parameters["error_description"], parameters["scope"])
    }

    /// The error as the members of a JSON error response, under the names that clients of different APIs read.
    var info: [String: any Sendable] {
        var info: [String: any Sendable] = ["error": error, "code": error]
        info["error_description"] = description
        info["description"] = description
        return info
    }
}

extension TransportResponse {
    /// The error of a DPoP challenge, if there is one.
    package var dpopChallenge: TokenChallenge? { TokenChallenge(fields["WWW-Authenticate"], for: .dpop) }

    /// The error of a bearer token challenge, if there is one.
    package var bearerChallenge: TokenChallenge? { TokenChallenge(fields["WWW-Authenticate"], for: .bearer) }

    /// The nonce for the next DPoP proof, if the response has one that is well formed (RFC 9449 §8.1).
    package var dpopNonce: String? {
        guard let nonce = fields["DPoP-Nonce"], (1...1024).contains(nonce.utf8.count) else { return nil }
        let isWellFormed = nonce.utf8.allSatisfy { byte in
            (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        return isWellFormed ? nonce : nil
    }
}
