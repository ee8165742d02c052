import ByteEncodings
import FoundationEssentials
public import JOSE
import OpenSSLCryptography
import RequestPipeline

/// The method by which a client authenticates to the provider.
///
/// The client uses it for every request that authenticates the client: for tokens, device codes, pushed authorization
/// requests, introspection and revocation.
///
/// - SeeAlso: [RFC 6749 §2.3](https://www.rfc-editor.org/rfc/rfc6749#section-2.3),
///   [OpenID Connect Core §9](https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication)
public struct ClientAuthentication: Sendable, Hashable {
    enum Method: Sendable, Hashable {
        case none
        case basic(secret: String)
        case post(secret: String)
        case assertion(ClientAssertion)
        case tls
        /// A method that needs more than a registration response contains.
        case incomplete(name: String)
    }

    let method: Method

    /// No secret: only the ID identifies the client. For programs that users install, whose logins PKCE protects.
    public static let none = ClientAuthentication(method: .none)
    /// Sends the client secret in the header `Authorization` (`client_secret_basic`).
    ///
    /// ID and secret are form-encoded first, as RFC 6749 §2.3.1 requires. Some providers do not decode them (Glewlwyd,
    /// LemonLDAP::NG, django-oidc-provider and idpyoidc): for those, use ``secretPost(_:)`` if the secret has other
    /// characters than letters, digits and `-._~`.
    ///
    /// - Parameter secret: The client secret.
    /// - Returns: The authentication method.
    public static func secretBasic(_ secret: String) -> Self { ClientAuthentication(method: .basic(secret: secret)) }
    /// Sends the client secret in the body (`client_secret_post`); see ``secretBasic(_:)``,
    /// whose parameters are the same.
    ///
    /// For providers that do not read the header, or that do not decode it as that method encodes it.
    public static func secretPost(_ secret: String) -> Self { ClientAuthentication(method: .post(secret: secret)) }

    /// Sends an assertion that the client's private key signs (`private_key_jwt`): the provider knows only the public
    /// key.
    ///
    /// Each request has a new assertion, which is valid for a minute. Two values are equal if one is a copy of the
    /// other.
    ///
    /// - Parameters:
    ///   - key: The key, whose ``JOSE/SigningKey/id`` is sent as `kid`. Its algorithm has to be one that the provider
    ///     accepts (`token_endpoint_auth_signing_alg_values_supported`).
    ///   - audience: The audience of the assertions (`aud`); `nil`, the default, is the provider's issuer identifier.
    ///     Set another value only for a provider that refuses its issuer, and only to a constant: a malicious provider
    ///     could name another provider's address as its endpoint, and use the assertion there.
    ///   - type: The type of the assertions (`typ`); `JWT` by default. The update of RFC 7523 recommends
    ///     `client-authentication+jwt`, which some providers do not accept yet.
    /// - Returns: The authentication method.
    /// - SeeAlso: [RFC 7523 §3](https://www.rfc-editor.org/rfc/rfc7523#section-3),
    ///   [draft-ietf-oauth-rfc7523bis](https://datatracker.ietf.org/doc/draft-ietf-oauth-rfc7523bis/)
    public static func privateKeyJWT(_ key: SigningKey, audience: String? = nil, type: String = "JWT") -> Self {
        ClientAuthentication(method: .assertion(ClientAssertion(key, audience: audience, type: type)))
    }

    /// Sends an assertion that the client secret signs (`client_secret_jwt`): the secret itself is not sent.
    ///
    /// Each request has a new assertion, which is valid for a minute. Two values are equal if one is a copy of the
    /// other.
    ///
    /// - Parameters:
    ///   - secret: The client secret.
    ///   - algorithm: The HMAC algorithm; HS256 by default.
    ///   - audience: The audience of the assertions, as in ``privateKeyJWT(_:audience:type:)``.
    /// - Returns: The authentication method.
    /// - Throws: ``JOSE/JOSEError/Code/keyRefused`` for a secret shorter than the hash, which an attacker could guess;
    ///   ``JOSE/JOSEError/Code/algorithmNotAllowed`` for an algorithm without a shared secret.
    /// - SeeAlso: [RFC 7523 §3](https://www.rfc-editor.org/rfc/rfc7523#section-3)
    public static func secretJWT(
        _ secret: String, algorithm: SignatureAlgorithm = .hs256, audience: String? = nil
    ) throws -> Self {
        let key = try SigningKey(secret: SecretBytes(secret.utf8), algorithm: algorithm)
        return ClientAuthentication(method: .assertion(ClientAssertion(key, audience: audience, type: "JWT")))
    }

    /// Sends only the client's ID: the client's certificate, in the TLS handshake, authenticates it (`tls_client_auth`,
    /// `self_signed_tls_client_auth`).
    ///
    /// The transport of the provider presents the certificate: set a client certificate in the configuration of
    /// `CurlTransport`. Requests go to the provider's endpoints for clients with a certificate
    /// (``ProviderMetadata/mutualTLSEndpoints``), as far as it has such endpoints.
    ///
    /// - SeeAlso: [RFC 8705 §2](https://www.rfc-editor.org/rfc/rfc8705#section-2),
    ///   [§5](https://www.rfc-editor.org/rfc/rfc8705#section-5)
    public static let tls = ClientAuthentication(method: .tls)
}

extension ClientAuthentication: CustomStringConvertible, CustomReflectable {
    /// The name of the method, without the secret.
    public var description: String {
        switch method {
        case .none: "none"
        case .basic: "client_secret_basic"
        case .post: "client_secret_post"
        case .assertion(let assertion): assertion.isOfSecret ? "client_secret_jwt" : "private_key_jwt"
        case .tls: "tls_client_auth"
        case .incomplete(let name): name.excerptForLog
        }
    }
    /// The name of the method, without the secret.
    public var customMirror: Mirror { Mirror(self, children: ["method": description]) }
}

extension Request {
    /// Adds the client's ID and the proof of its authentication; the issuer is the default audience of assertions.
    package func authenticated(as id: String, to issuer: String, by authentication: ClientAuthentication) -> Self {
        switch authentication.method {
        case .none, .tls: return fields(["client_id": id])
        case .post(let secret): return fields(["client_id": id, "client_secret": secret])
        case .basic(let secret):
            // Both are form-encoded before they are joined: RFC 6749 §2.3.1. A space becomes %20, which every decoder
            // understands: some providers, such as those built on Authlib, do not decode a plus sign here.
            let pair = "\(PercentEncoding.encode(id)):\(PercentEncoding.encode(secret))"
            return headers(["Authorization": "Basic \(Data(pair.utf8).base64EncodedString())"])
        case .assertion(let assertion):
            return fields(["client_id": id]).fields(forEachAttempt: { try assertion.parameters(of: id, for: issuer) })
        case .incomplete(let name):
            let advice =
                "the client is registered for \(name.excerptForLog): pass the method to client(id:authentication:)"
            return failing(OpenIDError(.argumentInvalid, advice))
        }
    }
}
