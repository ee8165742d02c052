package import HTTPMessages

/// Why a server does not accept a token, or a proof of possession.
///
/// - SeeAlso: [RFC 6750 §3](https://www.rfc-editor.org/rfc/rfc6750#section-3),
///   [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1)
package struct TokenChallenge: Sendable, Hashable {
    /// How a token is presented.
    package enum Scheme: String, Sendable {
        /// By itself.
        case bearer
        /// With a proof.
        case dpop
    }

    /// The code of a server that wants the same with the nonce it sent along.
    package static let nonceRequired = "use_dpop_nonce"

    /// The code, such as `use_dpop_nonce` or `invalid_token`.
    package let error: String
    /// What happened, for whoever reads logs.
    package let description: String?

    /// Reads the value of `WWW-Authenticate`.
    ///
    /// - Returns: `nil` unless one of its challenges is for this scheme and names an error.
    package init?(_ field: String?, for scheme: Scheme) {
        guard let field,
            let parameters = HTTPChallenge.parse(field)?.first(where: { $0.scheme == scheme.rawValue })?.parameters,
            let error = parameters["error"]
        else { return nil }
        self.error = error
        description = parameters["error_description"]
    }

    /// The challenge as a refusal in JSON would say it, for all who look for a code or a description.
    var info: [String: any Sendable] {
        var info: [String: any Sendable] = ["error": error, "code": error]
        info["error_description"] = description
        info["description"] = description
        return info
    }
}

extension HTTPResponse {
    /// The error of a challenge for DPoP, when there is one.
    package var dpopChallenge: TokenChallenge? { TokenChallenge(fields["WWW-Authenticate"], for: .dpop) }

    /// The error of a challenge for a bearer token, when there is one.
    package var bearerChallenge: TokenChallenge? { TokenChallenge(fields["WWW-Authenticate"], for: .bearer) }

    /// The nonce for the next proof, when the server gives one that is well formed.
    ///
    /// - SeeAlso: [RFC 9449 §8.1](https://www.rfc-editor.org/rfc/rfc9449#section-8.1)
    package var dpopNonce: String? {
        guard let nonce = fields["DPoP-Nonce"], (1...1024).contains(nonce.utf8.count) else { return nil }
        let isWellFormed = nonce.utf8.allSatisfy { byte in
            (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        return isWellFormed ? nonce : nil
    }
}
