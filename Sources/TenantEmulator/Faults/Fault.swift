/// A deviation from correct behaviour that a test can switch on.
public enum Fault: Sendable {
    /// The request is read and not carried out until ``FaultSwitches/release()`` or until the tenant stops.
    case hold
    /// The request is carried out; the response waits until ``FaultSwitches/release()`` and is lost when the tenant
    /// stops.
    case holdResponse
    /// The request is carried out after a delay.
    case delay(Duration)
    /// The server sends another status; the request is not carried out.
    case status(Int, headers: [String: String] = [:], body: [UInt8] = [])
    /// The server sends a status of 200 with another body; the request is not carried out.
    case body([UInt8], contentType: String = "application/json")
    /// The server sends a redirect; the request is not carried out.
    case redirect(to: String, status: Int = 302)
    /// The request is carried out; the connection closes in the middle of the response's body.
    case truncateBody(BodyCut = .contentLength)
    /// The request is carried out; the ID token in the response, or the signed user info, is altered.
    case tamper(TokenTampering)
    /// The request is carried out; members of the JSON object in the response are altered.
    case alter(ResponseChange)
    /// The request is carried out; the key set in the response is altered.
    case keySet(KeySetTampering)
    /// The request is carried out; the metadata in the response is altered.
    case metadata(MetadataTampering)
    /// The request is carried out; the parameters of the redirect to the client are altered.
    ///
    /// A login ends at `/authorize` if the browser has a session, otherwise at a page below `/u/`.
    case alterParameters(ParameterChange)
    /// The tenant creates a new signing key, then carries out the request.
    case rotateSigningKey(keepingOld: Bool = true)
    /// The server sends these bytes as the response, with the status line; the request is not carried out.
    case raw(RawResponse)
    /// The server sends a body of spaces that never ends; the request is not carried out.
    case endlessBody
    /// The connection closes after the request was read; the request is not carried out.
    case closeConnection
    /// The connection is reset after the request was read; the request is not carried out.
    case resetConnection
    /// The request is carried out; the connection closes without a response.
    case loseResponse

    /// Creates a fault that sends a status of 429.
    ///
    /// - Parameter retryAfter: The value of the `Retry-After` header.
    /// - Returns: The fault; the request is not carried out.
    public static func tooManyRequests(retryAfter: String) -> Fault {
        let body = #"{"error":"too_many_requests","error_description":"Global limit has been reached"}"#
        return .status(
            429, headers: ["Retry-After": retryAfter, "Content-Type": "application/json"], body: Array(body.utf8))
    }

    /// The name of the kind without its values, except for a status code.
    var kind: String {
        if case .status(let status, _, _) = self { return "status:\(status)" }
        return Mirror(reflecting: self).children.first?.label ?? "\(self)"
    }

    /// Whether the connection is reset, not closed, if there is no response.
    var resetsConnection: Bool {
        if case .resetConnection = self { true } else { false }
    }
}

/// The position where a body ends early, which decides how a client can notice it.
public enum BodyCut: String, Sendable, Hashable, CaseIterable {
    /// Fewer bytes are sent than `Content-Length` announces.
    case contentLength = "content-length"
    /// The last chunk is not sent.
    case chunked
    /// The connection delimits the body, so only the content shows that the body is incomplete.
    case byClose = "by-close"
}
