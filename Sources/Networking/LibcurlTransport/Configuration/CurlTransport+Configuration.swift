extension CurlTransport {
    /// What a ``CurlTransport`` is made with.
    public struct Configuration: Sendable, Hashable {
        /// How long finding the host and making a connection may take; 10 seconds.
        public var connectTimeout: Duration = .seconds(10)
        /// How long a whole exchange may take when the request does not say; 30 seconds.
        public var timeout: Duration = .seconds(30)
        /// How large an answer may be.
        public var limits = ResponseLimits()
        /// The proxy to go through; none. The environment is never asked unless it is by ``Proxy/fromEnvironment``.
        public var proxy: Proxy?
        /// Whom to trust; what the system trusts.
        public var certificateAuthorities: CertificateAuthorities = .system
        /// The certificate to show to servers that ask for one (mutual TLS); none.
        public var clientCertificate: ClientCertificate?
        /// How many connections one origin may have when each carries one request at a time (HTTP/1.1); 256.
        ///
        /// Requests past that wait their turn. Over HTTP/2 requests share up to four connections.
        public var maximumConnectionsPerOrigin = 256
        /// What the `User-Agent` field says where a request does not set its own; `nil` leaves it out.
        public var userAgent: String? = "auth0-streams"

        /// Makes the standard settings.
        public init() {}

        /// Makes the standard settings, with another set of authorities.
        public init(certificateAuthorities: CertificateAuthorities) {
            self.certificateAuthorities = certificateAuthorities
        }
    }
}
