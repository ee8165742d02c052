import ByteEncodings
package import HTTPMessages

/// Converts the result of an exchange to a value or to the client's error: the third stage of a request.
///
/// Only a 2xx status with the expected value is success. A refusal in JSON becomes the client's error with the members
/// of the body; any other failure becomes its error with a cause.
func interpreted<Value, Failure: RequestFailure>(
    _ result: Result<TransportResponse, TransportError>, of sent: SentValues, _ decode: Request<Value, Failure>.Decode
) -> Result<Value, Failure> {
    let response: TransportResponse
    switch result {
    case .success(let received): response = received
    case .failure(let error): return .failure(Failure(cause: error, statusCode: error.statusCode ?? 0))
    }
    guard (200...299).contains(response.status) else { return .failure(refusal(response, of: sent)) }
    do throws(ResponseError) {
        return .success(try decode(response))
    } catch {
        return .failure(
            disguisedRefusal(response, error)
                ?? Failure(cause: response.cause(of: error, from: sent.host), statusCode: response.status))
    }
}

/// Returns a refusal whose status is success, as GitHub and Slack report errors of RFC 6749 §5.2.
private func disguisedRefusal<Failure: RequestFailure>(
    _ response: TransportResponse, _ error: ResponseError
) -> Failure? {
    guard error.code == .unexpectedShape, let info = try? said(by: response), info["error"] is String else {
        return nil
    }
    return Failure(info: info, statusCode: response.status)
}

private func refusal<Failure: RequestFailure>(_ response: TransportResponse, of sent: SentValues) -> Failure {
    do throws(JSONError) {
        var info = try said(by: response)
        if let seconds = response.retryAfter { info[retryAfterKey] = seconds }
        if let nonce = response.dpopNonce { info["dpop_nonce"] = nonce }
        if info["scope"] == nil { info["scope"] = (response.dpopChallenge ?? response.bearerChallenge)?.scope }
        return Failure(info: info, statusCode: response.status)
    } catch {
        var refusal = ResponseError(error)
        refusal.retryAfter = response.retryAfter
        if refusal.code == .notJSON { refusal.excerpt = TextExcerpt.make(of: response.body, without: sent) }
        return Failure(cause: response.cause(of: refusal, from: sent.host), statusCode: response.status)
    }
}

extension TransportResponse {
    /// The media type of the body in lower case, without parameters (RFC 9110 §8.3.1); empty if the server names none.
    package var mediaType: String {
        (fields["Content-Type"] ?? "").drop(while: \.isWhitespace).prefix { $0 != ";" && !$0.isWhitespace }.lowercased()
    }

    /// Whether the header delimits the body, so that the transport has reported a truncated body.
    fileprivate var isDelimited: Bool { fields.contains("Content-Length") || fields.contains("Transfer-Encoding") }

    /// Returns the cause of a failure: the error of the body, or that the body is truncated (RFC 9112 §8). JSON that
    /// ends inside a value is, if the end of the connection delimits the body: an attacker can cause it at any time.
    fileprivate func cause(of error: ResponseError, from host: String) -> any Error {
        var error = error
        error.source = (host, status, ResponseError.commonMediaTypes.contains(mediaType) ? mediaType : nil)
        guard error.endsInsideValue, !isDelimited else { return error }
        return TransportError(
            .truncatedResponse, detail: "the connection ended inside the JSON of the body", statusCode: status,
            cause: error)
    }
}

/// Returns the members that describe a refusal: those of a DPoP challenge, or else of the body. The bearer challenge
/// replaces a body that is empty, has no `error` member, or is complete and not a JSON object (RFC 6750 §3). A
/// truncated body is an error.
private func said(by response: TransportResponse) throws(JSONError) -> [String: any Sendable] {
    if let challenge = response.dpopChallenge { return challenge.info }
    let challenge = response.bearerChallenge?.info
    if let challenge, response.body.isEmpty { return challenge }
    let info: [String: any Sendable]
    do throws(JSONError) {
        guard let object = try JSONValue(parsing: response.body).freeFormObject else { throw JSONError(.wrongType) }
        info = object
    } catch {
        guard let challenge, response.isDelimited else { throw error }
        return challenge
    }
    guard info["error"] == nil, let challenge else { return info }
    return info.merging(challenge) { said, _ in said }
}

/// The key of the seconds to wait, an `Int`, in the `info` of ``RequestFailure/init(info:statusCode:)``.
private let retryAfterKey = "retry_after"

/// Returns the delay that a server asks for, in a refusal in JSON or in one whose cause is a ``ResponseError``.
package func delayAsked(by info: [String: any Sendable], _ cause: (any Error)?) -> Duration? {
    let refusal = (cause as? TransportError)?.cause ?? cause
    return (info[retryAfterKey] as? Int ?? (refusal as? ResponseError)?.retryAfter).map { .seconds($0) }
}
