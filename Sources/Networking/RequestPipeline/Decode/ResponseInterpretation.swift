import ByteEncodings
import HTTPMessages

/// The third stage: what an exchange means.
///
/// Only 2xx is success. A refusal in JSON becomes the client's error with all that the server said; anything else
/// becomes its error with a cause.
func interpreted<Value, Failure: RequestFailure>(
    _ result: Result<HTTPResponse, TransportError>, _ decode: Request<Value, Failure>.Decode
) -> Result<Value, Failure> {
    let response: HTTPResponse
    switch result {
    case .success(let received): response = received
    case .failure(let error): return .failure(Failure(cause: error, statusCode: error.statusCode ?? 0))
    }
    guard (200...299).contains(response.status) else { return .failure(refusal(response)) }
    do throws(ResponseError) {
        return .success(try decode(response))
    } catch {
        return .failure(Failure(cause: error, statusCode: response.status))
    }
}

private func refusal<Failure: RequestFailure>(_ response: HTTPResponse) -> Failure {
    do throws(JSONError) {
        var info = try said(by: response)
        if let seconds = response.retryAfter { info[retryAfterKey] = seconds }
        if let nonce = response.dpopNonce { info["dpop_nonce"] = nonce }
        return Failure(info: info, statusCode: response.status)
    } catch {
        return Failure(cause: ResponseError(error), statusCode: response.status)
    }
}

/// A challenge for DPoP tells all that matters; else the body does, and where there is none, or it has no word for it, a
/// challenge for a bearer token: whoever refuses a token need not have a body (RFC 6750 §3). Half a body is not none.
private func said(by response: HTTPResponse) throws(JSONError) -> [String: any Sendable] {
    if let challenge = response.dpopChallenge { return challenge.info }
    let challenge = response.bearerChallenge?.info
    if let challenge, response.body.isEmpty { return challenge }
    guard let info = try JSONValue(parsing: response.body).freeFormObject else { throw JSONError(.wrongType) }
    guard info["error"] == nil, let challenge else { return info }
    return info.merging(challenge) { said, _ in said }
}

/// Where ``RequestFailure/init(info:statusCode:)`` finds the seconds to wait, an `Int`.
package let retryAfterKey = "retry_after"
