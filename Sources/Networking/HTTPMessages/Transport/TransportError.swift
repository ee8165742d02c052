public import FoundationEssentials

/// A failure to send a request or to receive a complete response.
public struct TransportError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The request cannot be sent: a URL, header field or setting is invalid. Nothing was sent.
        public static let invalidArgument = Code(name: "invalidArgument")
        /// The host name could not be resolved to an address. Nothing was sent.
        public static let nameResolutionFailed = Code(name: "nameResolutionFailed")
        /// No connection could be made. Nothing was sent.
        public static let connectionFailed = Code(name: "connectionFailed")
        /// The TLS handshake failed; ``TransportError/tlsReason`` holds the reason. Nothing was sent.
        public static let tlsFailure = Code(name: "tlsFailure")
        /// No complete response arrived before the deadline.
        public static let timedOut = Code(name: "timedOut")
        /// The caller cancelled the request.
        public static let cancelled = Code(name: "cancelled")
        /// The response exceeds a size limit.
        public static let responseTooLarge = Code(name: "responseTooLarge")
        /// The connection was lost before the end of the response, or ended without `close_notify` where its end
        /// delimits the body.
        public static let truncatedResponse = Code(name: "truncatedResponse")
        /// The response is not well-formed HTTP.
        public static let malformedResponse = Code(name: "malformedResponse")
        /// The server responded with a redirect; redirects are never followed.
        public static let unexpectedRedirect = Code(name: "unexpectedRedirect")
        /// The request was sent and the connection was lost before a response arrived: the server may have acted on it.
        public static let outcomeUnknown = Code(name: "outcomeUnknown")

        /// Whether the code implies that no part of the request was sent.
        fileprivate var isBeforeSending: Bool {
            switch self {
            case .invalidArgument, .nameResolutionFailed, .connectionFailed, .tlsFailure: true
            default: false
            }
        }
    }

    /// The kind of failure.
    public let code: Code
    /// Details that are safe to show, such as an origin, a limit or the name of a setting; never a query, a header
    /// field or a body.
    public let detail: String?
    /// The reason the TLS handshake failed, if ``code`` is ``Code/tlsFailure``.
    public let tlsReason: TLSFailureReason?
    /// The status code of the response, if one was received.
    public let statusCode: Int?
    /// Whether the server may have received the request and acted on it.
    ///
    /// If `false`, sending the request again cannot execute it twice.
    public let requestMayHaveArrived: Bool
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Creates an error; for implementations of ``Transport``.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - detail: Details that are safe to show; `nil` by default.
    ///   - tlsReason: The reason the TLS handshake failed; `nil` by default.
    ///   - statusCode: The status code of the response, if one was received; `nil` by default.
    ///   - requestMayHaveArrived: Whether the server may have acted on the request; `nil` derives it from the code:
    ///     ``Code/timedOut`` and ``Code/cancelled`` mean that it may have.
    ///   - cause: The underlying error; `nil` by default.
    public init(
        _ code: Code, detail: String? = nil, tlsReason: TLSFailureReason? = nil, statusCode: Int? = nil,
        requestMayHaveArrived: Bool? = nil, cause: (any Error)? = nil
    ) {
        self.requestMayHaveArrived = requestMayHaveArrived ?? !code.isBeforeSending
        self.code = code
        self.detail = detail
        self.tlsReason = tlsReason
        self.statusCode = statusCode
        self.cause = cause
    }

    /// Whether the network caused the failure, so that the same request may succeed later.
    public var isNetworkError: Bool {
        switch code {
        case .nameResolutionFailed, .connectionFailed, .timedOut, .truncatedResponse, .outcomeUnknown: true
        default: false
        }
    }

    /// The code, the details that are safe to show, and what may help; never a query, a header field or a body.
    public var description: String { "TransportError.\(text)" }
    /// The description without the name of the type, for `localizedDescription`.
    public var errorDescription: String? { text }

    private var text: String {
        let spelling = code == .nameResolutionFailed ? "check the spelling of the host name, and the network" : nil
        return code.name + (tlsReason.map { "(\($0))" } ?? "")
            + [detail, tlsReason?.advice ?? spelling].compactMap(\.self).map { ": \($0)" }.joined()
    }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

    /// Returns the error of a server that accepts no connection; it names the origin of `url`.
    package static func refused(by url: HTTPURL, cause: (any Error)? = nil) -> TransportError {
        TransportError(
            .connectionFailed,
            detail: "\(url.origin) accepts no connection: start the server, or correct host and port", cause: cause)
    }

    /// Creates the error of a redirect: a status 3xx other than 304, with a `Location`; `nil` for another response.
    package init?(redirect status: Int, _ fields: TransportFields, from url: HTTPURL) {
        guard (300..<400).contains(status), status != 304, let location = fields["location"] else { return nil }
        let target = RedirectTarget.origin(of: location, from: url)
        self.init(.unexpectedRedirect, detail: "\(status) to \(target)", statusCode: status)
    }

    /// The reason a TLS handshake failed.
    public struct TLSFailureReason: Sendable, Hashable, CustomStringConvertible {
        /// The name of the reason.
        public let description: String

        /// The certificate has expired or is not yet valid.
        public static let certificateExpired = TLSFailureReason(description: "certificateExpired")
        /// The certificate was issued for another host.
        public static let hostMismatch = TLSFailureReason(description: "hostMismatch")
        /// The certificate, or one in its chain, is self-signed and not trusted.
        public static let selfSigned = TLSFailureReason(description: "selfSigned")
        /// The certificate was not issued by a trusted certificate authority.
        public static let unknownAuthority = TLSFailureReason(description: "unknownAuthority")
        /// The certificate's key or signature is too weak.
        public static let weakCertificate = TLSFailureReason(description: "weakCertificate")
        /// The client and the server have no protocol version or cipher suite in common.
        public static let noCommonProtocol = TLSFailureReason(description: "noCommonProtocol")
        /// The file or directory of trusted certificate authorities cannot be used.
        public static let trustStoreUnusable = TLSFailureReason(description: "trustStoreUnusable")
        /// The client certificate or its key cannot be used, or the server rejected it.
        public static let clientCertificate = TLSFailureReason(description: "clientCertificate")
        /// Another failure of the handshake.
        public static let handshake = TLSFailureReason(description: "handshake")

        fileprivate var advice: String? {
            switch self {
            // A server of plain HTTP answers with text, or closes the connection.
            case .noCommonProtocol, .handshake: "if the server speaks plain HTTP on a loopback address, write http://"
            case .unknownAuthority:
                "if this is a company's own authority, add its certificate to certificateAuthorities of the transport"
            default: nil
            }
        }
    }
}

extension Error {
    /// The `errorDescription`, which names no Swift type in this SDK; the description of an error that has none.
    package var words: String { (self as? any LocalizedError)?.errorDescription ?? "\(self)" }
}

extension (any Error)? {
    /// The words of a cause in parentheses, after a space; empty without a cause.
    package var remark: String { map { " (\($0.words))" } ?? "" }
}
