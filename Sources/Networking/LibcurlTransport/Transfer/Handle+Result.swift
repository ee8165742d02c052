import CAuth0Curl
import HTTPMessages

extension Handle {
    func result(for code: CURLcode) -> Result<TransportResponse, TransportError> {
        guard let transfer else { return .failure(TransportError(.cancelled)) }
        let request = transfer.request
        if let failure = response.failure ?? response.redirect(from: request.url) { return .failure(failure) }
        guard code == CURLE_OK else { return .failure(failure(code, transfer)) }
        if let problem = response.problem() { return .failure(problem) }
        guard !isCutOff else { return .failure(truncated) }
        return .success(response.take())
    }

    private func failure(_ code: CURLcode, _ transfer: Transfer) -> TransportError {
        let request = transfer.request
        // The retry of libcurl could not connect, but the first attempt had been sent.
        if mayHaveSent, code.isAboutConnecting { return lost(request) }
        return switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            unresolved(code, transfer)
        case CURLE_PROXY: TransportError(.connectionFailed, detail: "\(proxyName) did not open a connection")
        case CURLE_COULDNT_CONNECT where isAboutProxy:
            TransportError(.connectionFailed, detail: "\(proxyName) does not accept connections")
        case CURLE_COULDNT_CONNECT: .refused(by: request.url)
        case CURLE_INTERFACE_FAILED: TransportError(.connectionFailed, detail: request.url.origin)
        case CURLE_OPERATION_TIMEDOUT: timedOut
        case CURLE_ABORTED_BY_CALLBACK where transfer.isCancelled: cancelled
        case CURLE_ABORTED_BY_CALLBACK where isLate: timedOut
        // libcurl before 8.7 reports a damaged field of a response, or of a trailer, as a "bad function argument".
        case CURLE_BAD_FUNCTION_ARGUMENT where mayHaveSent, CURLE_RECV_ERROR where hasDamagedChunks: malformed
        case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION:
            TransportError(.invalidArgument, detail: "libcurl rejected a setting of the request")
        case CURLE_FILESIZE_EXCEEDED, .largeHeader: tooLarge
        // libcurl before 8.6 reports a header line over 100 KB as "out of memory".
        case CURLE_OUT_OF_MEMORY: mayHaveSent ? tooLarge : TransportError(.connectionFailed, detail: "out of memory")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WRITE_ERROR:
            malformed
        case CURLE_PARTIAL_FILE: response.status == nil ? lost(request) : truncated
        default: TransportError.TLSFailureReason(code, of: self).map { tlsFailure($0, request) } ?? lost(request)
        }
    }

    /// Returns the error of a transfer whose name this handle could not resolve.
    func unresolved(_ code: CURLcode, _ transfer: Transfer) -> TransportError {
        let isProxy = code == CURLE_COULDNT_RESOLVE_PROXY
        return transfer.unsent(
            .nameResolutionFailed, isProxy ? "the host of \(proxyName)" : transfer.request.url.host)
    }

    private func lost(_ request: TransportRequest) -> TransportError {
        let proxyStatus = auth0_curl_proxy_status(easy)
        if attempts == 0, proxyStatus >= 300 {
            return TransportError(.connectionFailed, detail: "\(proxyName) answered \(proxyStatus)")
        }
        guard mayHaveSent else { return TransportError(.connectionFailed, detail: request.url.origin) }
        if response.status != nil || request.method.isIdempotent { return truncated }
        return TransportError(.outcomeUnknown, detail: "the connection was lost before a response arrived")
    }

    /// The proxy with its address, which has no user name and no password.
    private var proxyName: String { settings.proxy.map { "the proxy \($0.address)" } ?? "the proxy" }

    /// Whether libcurl's message, such as `Failed to connect to proxy.example port 3128` in all versions from 7.80 on,
    /// is about the proxy: hosts that are excepted are reached without it.
    private var isAboutProxy: Bool {
        guard let (host, port) = settings.proxy?.hostAndPort else { return false }
        return errorMessage.contains(" \(host) port \(port) ") || errorMessage.contains(" via \(host) ")
    }

    private func tlsFailure(_ reason: TransportError.TLSFailureReason, _ request: TransportRequest) -> TransportError {
        let detail = reason == .trustStoreUnusable ? settings.unusableTrust : request.url.origin
        return TransportError(.tlsFailure, detail: detail, tlsReason: reason)
    }

    /// Whether libcurl's message is about the chunks of the body, and not about the connection: `Malformed encoding
    /// found in chunked-encoding`, or `chunk hex-length char not a hex digit` in newer versions.
    private var hasDamagedChunks: Bool { errorMessage.contains("chunk") }

    private var malformed: TransportError { TransportError(.malformedResponse, statusCode: response.status) }

    private var truncated: TransportError {
        TransportError(
            .truncatedResponse, detail: "the connection was lost before the end of the response",
            statusCode: response.status)
    }

    private var tooLarge: TransportError {
        TransportError(.responseTooLarge, detail: "header fields", statusCode: response.status)
    }

    var timedOut: TransportError {
        TransportError(
            .timedOut, detail: attempts == 0 ? "no connection was ready in time" : "no complete response in time",
            statusCode: response.status, requestMayHaveArrived: mayHaveSent)
    }

    var cancelled: TransportError { TransportError(.cancelled, requestMayHaveArrived: mayHaveSent) }
}

extension CURLcode {
    /// `CURLE_TOO_LARGE`, which the headers of libcurl have from 8.6 on.
    fileprivate static let largeHeader = CURLcode(rawValue: 100)

    /// Whether the code implies that no part of the request was sent in this attempt.
    fileprivate var isAboutConnecting: Bool {
        switch self {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY,
            CURLE_INTERFACE_FAILED, CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION:
            true
        default: false
        }
    }
}
