import ByteEncodings
import JOSE

/// The format of an access token.
public enum TokenProfile: Sendable, Hashable, CaseIterable {
    /// The format of RFC 9068: the type is `at+jwt`; client, time of issue and identifier are required.
    case rfc9068
    /// Auth0's older format: the type is `JWT`, as in ID tokens.
    case auth0

    /// Returns whether this format has a header type, in the form of ``JOSE/JWSHeader/type``.
    func accepts(_ type: String?) -> Bool {
        switch self {
        case .rfc9068: ExpectedType.exactly("at+jwt").accepts(type)
        case .auth0: ExpectedType.jwt.accepts(type)
        }
    }

    /// Refuses claims that are not part of this format.
    ///
    /// - SeeAlso: [RFC 9068 §2.2](https://www.rfc-editor.org/rfc/rfc9068#section-2.2),
    ///   [RFC 8725 §3.12](https://www.rfc-editor.org/rfc/rfc8725#section-3.12)
    func check(_ token: VerifiedJWT) throws(IDTokenError) {
        switch self {
        case .rfc9068: for name in ["client_id", "jti"] { _ = try token.requiredText(name) }
        case .auth0:
            // The type is the same as an ID token's, so the claims must distinguish them.
            for name in ["nonce", "at_hash", "c_hash", "s_hash"] where token.claims[name] != nil {
                throw IDTokenError(.claimMismatch, claim: name, "this is an ID token; send the access token instead")
            }
        }
    }
}
