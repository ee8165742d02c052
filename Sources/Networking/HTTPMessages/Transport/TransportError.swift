/// A failure to exchange messages with the server at all.
public struct TransportError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The request cannot be sent as it is: a URL, header or setting is not well formed. Nothing was sent.
        public static let invalidArgument = Code(name: "invalidArgument")
        /// The host has no address. Nothing was sent.
        public static let nameResolutionFailed = Code(name: "nameResolutionFailed")
        /// No connection could be made. Nothing was sent.
        public static let connectionFailed = Code(name: "connectionFailed")
        /// The server could not be authenticated, or no secure channel could be agreed; ``TransportError/tlsReason``
        /// tells why. Nothing was sent.
        public static let tlsFailure = Code(name: "tlsFailure")
        /// No whole answer came before the deadline.
        public static let timedOut = Code(name: "timedOut")
        /// The caller gave the request up.
        public static let cancelled = Code(name: "cancelled")
        /// The answer is larger than allowed.
        public static let responseTooLarge = Code(name: "responseTooLarge")
        /// The answer ended early.
        public static let truncatedResponse = Code(name: "truncatedResponse")
        /// What came back is not HTTP.
        public static let malformedResponse = Code(name: "malformedResponse")
        /// The server answered with a redirect, which is never followed.
        public static let unexpectedRedirect = Code(name: "unexpectedRedirect")
        /// The request was sent and the connection was lost before an answer: it may have had its effect.
        public static let outcomeUnknown = Code(name: "outcomeUnknown")

        /// Whether it means that nothing of the request was sent.
        fileprivate var isBeforeSending: Bool {
            switch self {
            case .invalidArgument, .nameResolutionFailed, .connectionFailed, .tlsFailure: true
            default: false
            }
        }
    }

    /// What happened.
    public let code: Code
    /// More about it, safe to show: an origin, a limit, a setting's name; never a query, a header or a body.
    public let detail: String?
    /// Why the secure channel failed, when ``code`` is ``Code/tlsFailure``.
    public let tlsReason: TLSFailureReason?
    /// The status that was received, when there was one.
    public let statusCode: Int?
    /// Whether the server may have received the request, and acted on it. When not, sending it again cannot run it
    /// twice.
    public let requestMayHaveArrived: Bool
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    /// For transports, ours and yours.
    ///
    /// - Parameters:
    ///   - code: What happened.
    ///   - detail: More about it, safe to show.
    ///   - tlsReason: Why there is no secure channel.
    ///   - statusCode: The status that was received.
    ///   - requestMayHaveArrived: Whether the server may have acted on the request; `nil` takes what the code implies,
    ///     which for ``Code/timedOut`` and ``Code/cancelled`` is that it may have.
    ///   - cause: The error underneath.
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

    /// Whether sending the request again, unchanged, could succeed because only the network was in the way.
    public var isNetworkError: Bool {
        switch code {
        case .nameResolutionFailed, .connectionFailed, .timedOut, .truncatedResponse, .outcomeUnknown: true
        default: false
        }
    }

    /// Names the code and the safe detail; never a query, a header or a body.
    public var description: String {
        let reason = tlsReason.map { "(\($0))" } ?? ""
        return "TransportError.\(code.name)\(reason)" + (detail.map { ": \($0)" } ?? "")
    }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}

/// Why a secure channel could not be had.
public struct TLSFailureReason: Sendable, Hashable, CustomStringConvertible {
    /// The name of the reason.
    public let description: String

    /// The certificate is past its end, or not yet valid.
    public static let certificateExpired = TLSFailureReason(description: "certificateExpired")
    /// The certificate is for another host.
    public static let hostMismatch = TLSFailureReason(description: "hostMismatch")
    /// The certificate, or one above it, signed itself.
    public static let selfSigned = TLSFailureReason(description: "selfSigned")
    /// No trusted authority vouches for the certificate.
    public static let unknownAuthority = TLSFailureReason(description: "unknownAuthority")
    /// The certificate's key or signature is too weak.
    public static let weakCertificate = TLSFailureReason(description: "weakCertificate")
    /// Client and server share no protocol version or cipher.
    public static let noCommonProtocol = TLSFailureReason(description: "noCommonProtocol")
    /// The file or directory of trusted authorities cannot be used.
    public static let trustStoreUnusable = TLSFailureReason(description: "trustStoreUnusable")
    /// The client's certificate or key cannot be used, or was refused.
    public static let clientCertificate = TLSFailureReason(description: "clientCertificate")
    /// Another failure of the handshake.
    public static let handshake = TLSFailureReason(description: "handshake")
}
