import ByteEncodings
import HTTPMessages

/// The third stage: what an exchange means.
///
/// Only 2xx is success, and only with the expected value. A refusal in JSON becomes the client's error with all that
/// the server said; anything else becomes its error with a cause.
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
            disguisedRefusal(response, error) ?? Failure(cause: response.cause(of: error), statusCode: response.status))
    }
}

/// Returns the refusal in a response whose status is success; `nil` if the response has no error code.
///
/// GitHub, Slack and others report errors of RFC 6749 §5.2 so.
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
        return Failure(info: info, statusCode: response.status)
    } catch {
        var refusal = ResponseError(error)
        if refusal.code == .notJSON { refusal.excerpt = TextExcerpt.make(of: response.body, without: sent) }
        return Failure(cause: response.cause(of: refusal), statusCode: response.status)
    }
}

extension TransportResponse {
    /// Whether the end of the body is known, so that the transport has reported a body that lacks its rest.
    fileprivate var isDelimited: Bool { fields.contains("Content-Length") || fields.contains("Transfer-Encoding") }

    /// Returns the cause of a failure: the error of the body, or that the body is truncated.
    ///
    /// The end of a body without a length and without chunks is the end of the connection, which an attacker or a
    /// broken server can cause at any time. JSON that ends inside a value is then the sign that the rest is missing.
    ///
    /// - SeeAlso: [RFC 9112 §8](https://www.rfc-editor.org/rfc/rfc9112#section-8)
    fileprivate func cause(of error: ResponseError) -> any Error {
        guard error.endsInsideValue, !isDelimited else { return error }
        return TransportError(
            .truncatedResponse, detail: "the connection ended inside the JSON of the body", statusCode: status,
            cause: error)
    }
}

/// Returns the members that describe the failure of a refused request.
///
/// A DPoP challenge has precedence. Otherwise the body describes the failure; if it is empty or has no `error` member,
/// or is complete and no JSON object, the bearer challenge does, because a refusal of a token needs no body (RFC 6750
/// §3). A truncated body is an error.
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
package let retryAfterKey = "retry_after"
