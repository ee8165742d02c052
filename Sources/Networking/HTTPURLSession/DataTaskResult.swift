import Foundation
import FoundationNetworking
import HTTPMessages

/// The arguments of a data task's completion handler, and their conversion to a response or a transport error.
struct DataTaskResult {
    static let tooLarge = TransportError(
        .responseTooLarge, detail: "more than \(SessionExchange.bodyLimit) bytes")

    let request: TransportRequest
    let body: Data?
    let response: URLResponse?
    let error: (any Error)?

    /// The response, or the error with which the exchange completes.
    var result: Result<TransportResponse, TransportError> {
        if let error { return .failure(failure(error)) }
        guard let response = response as? HTTPURLResponse, response.statusCode >= 200 else {
            return .failure(TransportError(.malformedResponse))
        }
        let fields = fields(of: response)
        if let problem = problem(response, fields) { return .failure(problem) }
        return .success(TransportResponse(status: response.statusCode, fields: fields, body: Array(body ?? Data())))
    }

    private func problem(_ response: HTTPURLResponse, _ fields: TransportFields) -> TransportError? {
        let status = response.statusCode
        if let redirect = TransportError(redirect: status, fields, from: request.url) { return redirect }
        let count = body?.count ?? 0
        guard count <= SessionExchange.bodyLimit else { return Self.tooLarge }
        let sizes = fields.map { name, value in name.utf8.count + value.utf8.count + 4 }
        let limit = SessionExchange.headLimit
        guard sizes.reduce(0, +) <= limit.bytes, sizes.count <= limit.fields else {
            return TransportError(.responseTooLarge, detail: "header fields", statusCode: status)
        }
        guard request.method != .head, status != 204, status != 304, !fields.contains("content-encoding") else {
            return nil
        }
        if let length = fields["content-length"].flatMap({ Int($0) }), length != count {
            return TransportError(.truncatedResponse, detail: "\(count) of \(length) bytes", statusCode: status)
        }
        return nil
    }

    private func fields(of response: HTTPURLResponse) -> TransportFields {
        var fields = TransportFields()
        for case let (name as String, value as String) in response.allHeaderFields { fields.append(value, named: name) }
        return fields
    }

    private func failure(_ error: any Error) -> TransportError {
        guard let code = (error as? URLError)?.code else { return lost(URLError(.unknown)) }
        // Only the code is kept: the user info of the error contains the URL with its query.
        let error = URLError(code)
        let origin = request.url.origin
        switch code {
        case .cancelled: return TransportError(.cancelled, cause: error)
        case .timedOut: return TransportError(.timedOut, cause: error)
        case .cannotFindHost, .dnsLookupFailed:
            return TransportError(.nameResolutionFailed, detail: request.url.host, cause: error)
        case .cannotConnectToHost: return .refused(by: request.url, cause: error)
        case .notConnectedToInternet: return TransportError(.connectionFailed, detail: origin, cause: error)
        case .badURL: return TransportError(.invalidArgument, cause: error)
        // The scheme of the address is known, so the unsupported protocol is the one of the response.
        case .unsupportedURL, .cannotParseResponse, .badServerResponse, .cannotDecodeRawData, .cannotDecodeContentData:
            return TransportError(.malformedResponse, cause: error)
        case .dataLengthExceedsMaximum: return Self.tooLarge
        case .networkConnectionLost: return lost(error)
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            return TransportError(.tlsFailure, detail: origin, tlsReason: Self.reason(error.code), cause: error)
        default:
            // One code covers a bad certificate, a malformed response and more, so the request is assumed to have been
            // sent.
            return lost(error)
        }
    }

    private func lost(_ error: URLError) -> TransportError {
        let code: TransportError.Code = request.method.isIdempotent ? .truncatedResponse : .outcomeUnknown
        return TransportError(code, detail: "URLError \(error.code.rawValue)", cause: error)
    }

    private static func reason(_ code: URLError.Code) -> TransportError.TLSFailureReason {
        switch code {
        case .serverCertificateHasBadDate, .serverCertificateNotYetValid: .certificateExpired
        case .serverCertificateHasUnknownRoot, .serverCertificateUntrusted: .unknownAuthority
        case .clientCertificateRejected, .clientCertificateRequired: .clientCertificate
        default: .handshake
        }
    }
}
