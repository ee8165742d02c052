import ByteEncodings
import JOSE

/// The form that access tokens have.
public enum TokenProfile: Sendable, Hashable, CaseIterable {
    /// That of RFC 9068: the type is `at+jwt`, and client, time of issue and identifier are always there.
    case rfc9068
    /// Auth0's own, which came before: the type is `JWT`, as that of ID tokens.
    case auth0

    /// Whether a header's type, as ``JOSE/JWSHeader/type`` has it, is of this form.
    func accepts(_ type: String?) -> Bool {
        switch self {
        case .rfc9068: ExpectedType.exactly("at+jwt").accepts(type)
        case .auth0: ExpectedType.jwt.accepts(type)
        }
    }

    /// Refuses claims that no access token of this form has.
    ///
    /// - SeeAlso: [RFC 9068 §2.2](https://www.rfc-editor.org/rfc/rfc9068#section-2.2),
    ///   [RFC 8725 §3.12](https://www.rfc-editor.org/rfc/rfc8725#section-3.12)
    func check(_ token: VerifiedJWT) throws(IDTokenError) {
        switch self {
        case .rfc9068: for name in ["client_id", "jti"] { _ = try token.requiredText(name) }
        case .auth0:
            // Types do not tell them apart, so the claims have to.
            for name in ["nonce", "at_hash", "c_hash", "s_hash"] where token.claims[name] != nil {
                throw IDTokenError(.claimMismatch, claim: name, "this is an ID token; send the access token instead")
            }
        }
    }
}
