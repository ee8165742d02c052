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

extension CurlTransport.Configuration {
    /// The maximum size of a response.
    ///
    /// A larger response fails with ``HTTPMessages/TransportError/Code/responseTooLarge``. So does a body that arrives
    /// in more than 65,536 parts of fewer than 16 bytes on average: each part costs time, however small it is.
    public struct ResponseLimits: Sendable, Hashable {
        /// The maximum size of the decoded body in bytes; 1 MiB by default.
        public let bodyBytes: Int
        /// The maximum size of all header fields in bytes, including those of interim responses; 64 KiB by default.
        public let headerBytes: Int
        /// The maximum number of header fields; 100 by default.
        public let headerFields: Int
        /// The maximum number of interim (1xx) responses before the final one.
        let interimResponses = 16
        /// The maximum number of parts of a body, in addition to one for each 16 bytes.
        let bodyParts = 65_536

        /// Creates limits.
        ///
        /// A hostile server can make the program allocate as much memory as the limits allow, for each request.
        ///
        /// - Parameters:
        ///   - bodyBytes: The maximum size of the decoded body in bytes; 1 MiB by default. A negative value means 0,
        ///     for this and the other limits.
        ///   - headerBytes: The maximum size of all header fields in bytes, including those of interim responses; 64
        ///     KiB by default.
        ///   - headerFields: The maximum number of header fields; 100 by default.
        public init(bodyBytes: Int = 1 << 20, headerBytes: Int = 64 << 10, headerFields: Int = 100) {
            self.bodyBytes = max(0, bodyBytes)
            self.headerBytes = max(0, headerBytes)
            self.headerFields = max(0, headerFields)
        }
    }

    /// The client certificate and private key for servers that request mutual TLS.
    ///
    /// - SeeAlso: [RFC 8705](https://www.rfc-editor.org/rfc/rfc8705)
    public struct ClientCertificate: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        /// The path of a PEM file with the certificate followed by its intermediate certificates.
        public let certificatePath: String
        /// The path of a PEM file with the private key.
        public let keyPath: String
        /// The passphrase of an encrypted private key.
        let passphrase: String?

        /// Creates a reference to the files; they are read when a connection is opened.
        ///
        /// - Parameters:
        ///   - certificatePath: The path of a PEM file with the certificate followed by its intermediate certificates.
        ///   - keyPath: The path of a PEM file with the private key.
        ///   - passphrase: The passphrase of an encrypted key; `nil`, the default, if the key is not encrypted.
        public init(certificatePath: String, keyPath: String, passphrase: String? = nil) {
            self.certificatePath = certificatePath
            self.keyPath = keyPath
            self.passphrase = passphrase
        }

        /// The paths of the files, without the passphrase.
        public var description: String { "ClientCertificate(\(certificatePath), \(keyPath))" }
        /// A mirror with the paths, without the passphrase.
        public var customMirror: Mirror {
            Mirror(self, children: ["certificatePath": certificatePath, "keyPath": keyPath])
        }
    }
}
