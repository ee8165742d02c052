import ByteEncodings
import JOSE
import OpenSSLCryptography

extension AccessTokenVerifier {
    /// The requirement that access tokens are bound to a key or a certificate of the client, so that a stolen token is
    /// useless.
    ///
    /// The binding of a token is verified under every requirement.
    public struct Binding: Sendable, Hashable {
        enum Kind: Sendable { case optional, required, dpop, certificate }

        let kind: Kind

        /// Bearer tokens are accepted, too.
        public static let optional = Binding(kind: .optional)
        /// A token must be bound to a key or to a certificate.
        public static let required = Binding(kind: .required)
        /// A token must be bound to a key.
        public static let dpop = Binding(kind: .dpop)
        /// A token must be bound to a certificate.
        public static let certificate = Binding(kind: .certificate)

        func check(_ token: VerifiedAccessToken) throws(TokenVerificationError) {
            let isMet =
                switch kind {
                case .optional: true
                case .required: token.keyThumbprint != nil || token.certificateThumbprint != nil
                case .dpop: token.keyThumbprint != nil
                case .certificate: token.certificateThumbprint != nil
                }
            guard !isMet else { return }
            let advice =
                kind == .certificate
                ? "ask for the token over a connection with the client's certificate"
                : "ask for a token that is bound to a key of the client"
            throw TokenVerificationError(.bindingRequired, claim: "cnf", advice: advice)
        }
    }

    /// The certificate with which a client authenticated its TLS connection.
    ///
    /// The program that ends the connection must have verified that the client holds the certificate's key. Behind a
    /// proxy, read the certificate from the field that the proxy sets, and make sure that the proxy removes such a
    /// field from the client's request: otherwise an attacker can name any certificate.
    ///
    /// - SeeAlso: [RFC 8705 §3](https://www.rfc-editor.org/rfc/rfc8705#section-3),
    ///   [RFC 9440](https://www.rfc-editor.org/rfc/rfc9440)
    public struct Certificate: Sendable, Hashable {
        /// The SHA-256 thumbprint of the certificate, in the form of `x5t#S256`.
        public let thumbprint: String

        /// Creates a certificate from its DER encoding.
        ///
        /// - Parameter der: The certificate; in the field `Client-Cert`, the base64 text between the colons.
        public init(der: [UInt8]) { thumbprint = Base64URL.encode(HashAlgorithm.sha256.digest(of: der)) }

        /// Creates a certificate from its text in PEM.
        ///
        /// - Parameter pem: The text, of which the first certificate is used: the client's, not its issuer's. Decode a
        ///   text that the proxy has percent-encoded.
        /// - Throws: ``JOSE/JOSEError/Code/tooLarge`` above 64 KiB; ``JOSE/JOSEError/Code/malformed`` if the text
        ///   contains no certificate.
        public init(pem: String) throws {
            guard pem.utf8.count <= 65_536 else { throw JOSEError(.tooLarge) }
            guard let block = PEMBlock.first(in: pem, labeled: ["CERTIFICATE"]) else { throw JOSEError(.malformed) }
            self.init(der: block.bytes.withUnsafeBytes { Array($0) })
        }
    }

    /// Checks the certificate that a token is bound to (RFC 8705 §3).
    func check(_ token: VerifiedAccessToken, _ certificate: Certificate?) throws(TokenVerificationError) {
        guard let thumbprint = token.certificateThumbprint else { return }
        guard let certificate else {
            throw TokenVerificationError(
                .certificateMissing, claim: "cnf", advice: "the token is bound to a certificate; connect with it")
        }
        guard ConstantTime.areEqual(thumbprint, certificate.thumbprint) else {
            throw TokenVerificationError(
                .certificateMismatch, claim: "cnf",
                advice: "the token is bound to another certificate; connect with that one")
        }
    }
}

extension VerifiedJWT {
    /// Returns the thumbprints of the key (`jkt`) and of the certificate (`x5t#S256`) that the token is bound to; both
    /// are `nil` for a bearer token (RFC 7800 §3.1, RFC 9449 §6.1, RFC 8705 §3.1).
    ///
    /// A token with another kind of binding, which cannot be verified here, is rejected.
    func confirmation() throws(IDTokenError) -> (key: String?, certificate: String?) {
        guard let confirmation = claims["cnf"] else { return (nil, nil) }
        let key = try thumbprint(confirmation["jkt"])
        let certificate = try thumbprint(confirmation["x5t#S256"])
        guard key != nil || certificate != nil else {
            throw IDTokenError(.claimInvalid, claim: "cnf", "the token is bound in a way that is not known here")
        }
        return (key, certificate)
    }

    private func thumbprint(_ member: JSONValue?) throws(IDTokenError) -> String? {
        guard let member else { return nil }
        guard let text = member.string, !text.isEmpty else {
            throw IDTokenError(.claimInvalid, claim: "cnf", "a thumbprint has to be a text that is not empty")
        }
        return text
    }
}
