import CAuth0Curl
import HTTPMessages

extension Handle {
    /// What became of the transfer, by libcurl's code for it.
    func outcome(_ code: CURLcode) -> Result<HTTPResponse, TransportError> {
        guard let transfer else { return .failure(TransportError(.cancelled)) }
        let request = transfer.request
        if let redirect = response.redirect(from: request.url), response.failure == nil { return .failure(redirect) }
        if let failure = response.failure { return .failure(failure) }
        guard code == CURLE_OK else { return .failure(failure(code, request)) }
        if let problem = response.problem() { return .failure(problem) }
        return .success(response.take())
    }

    /// The error for a transfer that libcurl has given up.
    private func failure(_ code: CURLcode, _ request: HTTPRequest) -> TransportError {
        // libcurl's second attempt came to nothing, but the first had been sent.
        if mayHaveSent, code.isAboutConnecting { return lost(request) }
        return switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            TransportError(
                .nameResolutionFailed,
                detail: code == CURLE_COULDNT_RESOLVE_PROXY ? "the proxy" : request.url.host)
        case CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_INTERFACE_FAILED:
            TransportError(.connectionFailed, detail: request.url.origin)
        case CURLE_OPERATION_TIMEDOUT: timedOut
        case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION:
            TransportError(.invalidArgument, detail: "libcurl does not take the request")
        case CURLE_FILESIZE_EXCEEDED: tooLarge
        // libcurl calls a header line past its own 100 KB "out of memory".
        case CURLE_OUT_OF_MEMORY: mayHaveSent ? tooLarge : TransportError(.connectionFailed, detail: "out of memory")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WRITE_ERROR:
            TransportError(.malformedResponse, statusCode: response.status)
        case CURLE_PARTIAL_FILE: response.status == nil ? lost(request) : truncated
        default: TLSFailureReason(code, of: self).map { tlsFailure($0, request) } ?? lost(request)
        }
    }

    /// The connection went away.
    private func lost(_ request: HTTPRequest) -> TransportError {
        let proxyStatus = auth0_curl_proxy_status(easy)
        if attempts == 0, proxyStatus >= 300 {
            return TransportError(.connectionFailed, detail: "the proxy answered \(proxyStatus)")
        }
        guard mayHaveSent else { return TransportError(.connectionFailed, detail: request.url.origin) }
        if response.status != nil || request.method.isIdempotent { return truncated }
        return TransportError(.outcomeUnknown, detail: "the connection was lost before an answer")
    }

    private func tlsFailure(_ reason: TLSFailureReason, _ request: HTTPRequest) -> TransportError {
        TransportError(.tlsFailure, detail: request.url.origin, tlsReason: reason)
    }

    private var truncated: TransportError {
        TransportError(
            .truncatedResponse, detail: "the connection was lost before the end of the answer",
            statusCode: response.status)
    }

    private var tooLarge: TransportError {
        TransportError(.responseTooLarge, detail: "header fields", statusCode: response.status)
    }

    /// The error when the deadline has passed.
    var timedOut: TransportError {
        TransportError(
            .timedOut, detail: attempts == 0 ? "no connection was ready in time" : "no whole answer in time",
            statusCode: response.status, requestMayHaveArrived: mayHaveSent)
    }

    /// The error when the caller has given up.
    var cancelled: TransportError { TransportError(.cancelled, requestMayHaveArrived: mayHaveSent) }
}

extension CURLcode {
    /// Whether it is about a time when nothing can have been sent yet.
    fileprivate var isAboutConnecting: Bool {
        switch self {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY,
            CURLE_INTERFACE_FAILED, CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION:
            true
        default: false
        }
    }
}
