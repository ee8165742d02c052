import ByteEncodings
import JOSE

extension AccessTokenVerifier {
    /// The format of an access token.
    public struct Profile: Sendable, Hashable {
        private enum Kind: Sendable { case rfc9068, auth0 }

        /// The claims of access tokens that ID tokens lack; `appidacr` accompanies `appid`, also without scopes.
        private static let accessClaims = ["scope", "scp", "appidacr"]

        private let kind: Kind

        /// The format of RFC 9068: the type is `at+jwt`; client, time of issue and identifier are required.
        public static let rfc9068 = Profile(kind: .rfc9068)
        /// Auth0's older format, which other providers share: the type is `JWT`, as in ID tokens, or absent.
        ///
        /// Tokens of this format name their client, which must not be among the audiences: an ID token is for the
        /// client itself. The claim is `azp`, as of Auth0, Keycloak and Microsoft Entra; in a token with scopes
        /// otherwise `client_id` (Ory Hydra), `cid` (Okta) or `appid` (older tokens of Microsoft). Tokens with the
        /// claims of ID tokens or logout tokens are refused.
        public static let auth0 = Profile(kind: .auth0)

        /// Returns whether this format has a header type, in the form of ``JOSE/JWSHeader/type``.
        func accepts(_ type: String?) -> Bool {
            switch kind {
            case .rfc9068: JWSHeader.ExpectedType.exactly("at+jwt").accepts(type)
            case .auth0: JWSHeader.ExpectedType.jwt.accepts(type)
            }
        }

        /// Refuses claims that are not part of this format (RFC 9068 §2.2, RFC 8725 §3.12).
        func check(_ token: VerifiedJWT) throws(IDTokenError) {
            switch kind {
            case .rfc9068: for name in ["client_id", "jti"] { _ = try token.requiredText(name) }
            case .auth0:
                // ID tokens have the same type, so the claims must distinguish them.
                for name in ["nonce", "at_hash", "c_hash", "s_hash", "events"] where token.claims[name] != nil {
                    throw IDTokenError(
                        .claimMismatch, claim: name, "this is an ID token or an event; send the access token instead")
                }
                // Another name than `azp` may be a custom claim of an ID token, which has no scopes.
                let isScoped = Self.accessClaims.contains { token.claims[$0] != nil }
                let names = VerifiedAccessToken.clientClaims
                let name = isScoped && token.claims["azp"] == nil ? names.first { token.claims[$0] != nil } : nil
                _ = try token.requiredText(name ?? "azp")
                let audience = token.audience ?? []
                let clients = names.lazy.compactMap { token.claims[$0]?.string }
                guard !clients.contains(where: { audience.contains(where: $0.isSame) }) else {
                    throw IDTokenError(
                        .claimMismatch, claim: "aud",
                        "this is an ID token: it is for its client; send the access token instead")
                }
            }
        }
    }
}
