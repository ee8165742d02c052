/// Something that goes wrong on purpose.
public enum Fault: Sendable {
    /// The request is read; nothing happens until ``FaultSwitches/release()`` or the tenant stops.
    case hold
    /// The request is carried out; the answer waits until ``FaultSwitches/release()`` or is lost when the tenant stops.
    case holdAnswer
    /// The request is carried out when so much time has passed.
    case delay(Duration)
    /// Another answer; the request is not carried out.
    case status(Int, headers: [String: String] = [:], body: [UInt8] = [])
    /// An answer of 200 with another body; the request is not carried out.
    case body([UInt8], contentType: String = "application/json")
    /// A redirect; the request is not carried out.
    case redirect(to: String, status: Int = 302)
    /// The request is carried out; the connection closes in the middle of the answer's body.
    case truncateBody(BodyCut = .contentLength)
    /// The request is carried out; the ID token in the answer, or the signed user info, is not what it should be.
    case tamper(TokenTampering)
    /// The request is carried out; members of the JSON in the answer are not what they should be.
    case alter(AnswerChange)
    /// The request is carried out; the key set in the answer is not what it should be.
    case keySet(KeySetTampering)
    /// The request is carried out; the metadata in the answer is not what it should be.
    case metadata(MetadataTampering)
    /// The request is carried out; the parameters that the browser brings to the client are not what they should be.
    ///
    /// A login ends at `/authorize` when there is a session, and at a page below `/u/` otherwise.
    case alterParameters(ParameterChange)
    /// The tenant signs with a new key from this request on, which is then carried out.
    case rotateSigningKey(keepingOld: Bool = true)
    /// An answer that is sent byte for byte, status line and all; the request is not carried out.
    case raw(RawAnswer)
    /// A body of blanks that never ends; the request is not carried out.
    case endlessBody
    /// The connection closes after the request was read; it is not carried out.
    case closeConnection
    /// The connection is reset after the request was read; it is not carried out.
    case resetConnection
    /// The request is carried out; the connection closes without an answer.
    case loseAnswer

    /// An answer of 429 with `Retry-After`.
    public static func tooManyRequests(retryAfter: String) -> Fault {
        let body = #"{"error":"too_many_requests","error_description":"Global limit has been reached"}"#
        return .status(
            429, headers: ["Retry-After": retryAfter, "Content-Type": "application/json"], body: Array(body.utf8))
    }

    /// The name of the kind, without what belongs to it, but for a status, which is what people look for.
    var kind: String {
        if case .status(let status, _, _) = self { return "status:\(status)" }
        return Mirror(reflecting: self).children.first?.label ?? "\(self)"
    }

    /// How the connection ends, when there is no answer.
    var resetsConnection: Bool {
        if case .resetConnection = self { true } else { false }
    }
}

/// Where a body is cut, and how a client could tell.
public enum BodyCut: String, Sendable, Hashable, CaseIterable {
    /// Fewer bytes come than `Content-Length` says.
    case contentLength = "content-length"
    /// The last chunk never comes.
    case chunked
    /// The body ends with the connection, so that only its content tells.
    case byClose = "by-close"
}
