extension CurlTransport {
    /// The settings of a ``CurlTransport``.
    public struct Configuration: Sendable, Hashable {
        /// The time limit for resolving the host and opening a connection; 10 seconds by default.
        public var connectTimeout: Duration = .seconds(10)
        /// The time limit of an exchange whose request has no `timeout`; 30 seconds by default.
        public var timeout: Duration = .seconds(30)
        /// The size limits of responses.
        public var limits = ResponseLimits()
        /// The proxy for all requests; `nil`, the default, connects directly.
        ///
        /// The environment has no effect unless the program sets ``Proxy/environment``.
        public var proxy: Proxy?
        /// The trusted certificate authorities; the system's by default.
        public var certificateAuthorities: CertificateAuthorities = .system
        /// The certificate for servers that request one (mutual TLS); `nil` by default.
        public var clientCertificate: ClientCertificate?
        /// The maximum number of connections to one origin, each with one request at a time; 256 by default.
        ///
        /// Further requests wait for a connection. The transport speaks HTTP/1.1 only: HTTP/2 costs more processor time
        /// for each request, and its frames let one server delay the requests to all others.
        public var maximumConnectionsPerOrigin = 256
        /// The value of `User-Agent` for requests that do not set it; `nil` omits the field.
        public var userAgent: String? = "auth0-streams"

        /// Creates the default settings.
        public init() {}

        /// Creates the default settings with a set of trusted certificate authorities.
        ///
        /// - Parameter certificateAuthorities: The trusted certificate authorities.
        public init(certificateAuthorities: CertificateAuthorities) {
            self.certificateAuthorities = certificateAuthorities
        }
    }
}
