extension EmulatedTenant {
    /// A deviation from correct behaviour that a test can switch on.
    public struct Fault: Sendable {
        enum Kind: Sendable {
            case hold
            case holdResponse
            case delay(Duration)
            case raw(RawResponse)
            /// The answer; the request is not carried out.
            case replace(ResponseSchedule.Answer)
            /// A change of the request, which is then carried out.
            case prepare(@Sendable (inout RequestContext) -> Void)
            case rotateSigningKey(keepingOld: Bool)
            /// A change of the response; the request is carried out.
            case alter(@Sendable (HTTPResponse) -> HTTPResponse)
            case loseResponse
        }

        let kind: Kind
        /// The kind in the vocabulary of the control API; a status has its number.
        let name: String

        private init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }

        /// Creates a fault that responds without carrying out the request.
        private init(_ response: HTTPResponse, _ name: String) { self.init(.replace(.response(response)), name) }
    }
}

extension EmulatedTenant.Fault {
    /// The request is read and not carried out until ``FaultSwitches/release()``, then also if the client has given up;
    /// it is dropped if the tenant stops before.
    ///
    /// The number of requests that wait because of faults is limited to a third of the descriptors that the process may
    /// have; further ones receive a status of 503.
    public static let hold = Self(.hold, "hold")
    /// The request is carried out; the response waits until ``FaultSwitches/release()`` and is lost when the tenant
    /// stops.
    public static let holdResponse = Self(.holdResponse, "hold-answer")
    /// The server sends a body of spaces that never ends; the request is not carried out.
    public static let endlessBody = Self(
        HTTPResponse(200, headers: [("Content-Type", "application/json")], framing: .endless), "endless-body")
    /// The connection closes after the request was read; the request is not carried out.
    public static let closeConnection = Self(.replace(.close), "close-connection")
    /// The connection is reset after the request was read; the request is not carried out.
    public static let resetConnection = Self(.replace(.reset), "reset-connection")
    /// The request is carried out; the connection closes without a response.
    public static let loseResponse = Self(.loseResponse, "lose-answer")

    /// The request is carried out after a delay, also if the client has given up by then.
    ///
    /// - Parameter duration: The delay.
    /// - Returns: The fault.
    public static func delay(_ duration: Duration) -> Self { Self(.delay(duration), "delay") }

    /// The server sends another status; the request is not carried out.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The headers; none by default.
    ///   - body: The body; empty by default.
    /// - Returns: The fault.
    public static func status(_ status: Int, headers: [String: String] = [:], body: [UInt8] = []) -> Self {
        let fields = headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        return Self(HTTPResponse(status, headers: fields, body: body), "status:\(status)")
    }

    /// The server sends a status of 200 with another body; the request is not carried out.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - contentType: The value of the `Content-Type` header; `application/json` by default.
    /// - Returns: The fault.
    public static func body(_ bytes: [UInt8], contentType: String = "application/json") -> Self {
        Self(HTTPResponse(200, headers: [("Content-Type", contentType)], body: bytes), "body")
    }

    /// The server sends a redirect; the request is not carried out.
    ///
    /// - Parameters:
    ///   - target: The value of the `Location` header.
    ///   - status: The status code; 302 by default.
    /// - Returns: The fault.
    public static func redirect(to target: String, status: Int = 302) -> Self {
        Self(HTTPResponse(status, headers: [("Location", target)]), "redirect")
    }

    /// The request is carried out; the connection closes in the middle of the response's body.
    ///
    /// - Parameter cut: The position where the body ends; ``EmulatedTenant/BodyCut/contentLength`` by default.
    /// - Returns: The fault.
    public static func truncateBody(_ cut: EmulatedTenant.BodyCut = .contentLength) -> Self {
        Self(.alter { $0.with(\.framing, .cut(cut)) }, "truncate-body")
    }

    /// The request is carried out; the ID token in the response, or the signed user info, is altered.
    ///
    /// - Parameter tampering: The alteration.
    /// - Returns: The fault.
    public static func tamper(_ tampering: TokenTampering) -> Self {
        Self(.prepare { $0.tampering = tampering }, "tamper")
    }

    /// The request is carried out; members of the JSON object in the response are altered.
    ///
    /// - Parameter change: The changes to the members.
    /// - Returns: The fault.
    public static func alter(_ change: EmulatedTenant.ResponseChange) -> Self {
        Self(.alter { $0.changed(change.changed) }, "alter")
    }

    /// The request is carried out; the key set in the response is altered.
    ///
    /// - Parameter tampering: The alteration.
    /// - Returns: The fault.
    public static func keySet(_ tampering: KeySetTampering) -> Self {
        Self(.alter { $0.changed(tampering.changed) }, "key-set")
    }

    /// The request is carried out; the metadata in the response is altered.
    ///
    /// - Parameter tampering: The alteration.
    /// - Returns: The fault.
    public static func metadata(_ tampering: MetadataTampering) -> Self { Self(.alter(tampering.changed), "metadata") }

    /// The request is carried out; the parameters of the redirect to the client are altered.
    ///
    /// A login ends at `/authorize` if the browser has a session, otherwise at a page below `/u/`.
    ///
    /// - Parameter change: The changes to the parameters.
    /// - Returns: The fault.
    public static func alterParameters(_ change: EmulatedTenant.ParameterChange) -> Self {
        Self(.prepare { $0.parameterChange = change }, "alter-parameters")
    }

    /// The tenant creates a new signing key, then carries out the request.
    ///
    /// - Parameter keepingOld: Whether the key set continues to publish the previous keys; `true` by default.
    /// - Returns: The fault.
    public static func rotateSigningKey(keepingOld: Bool = true) -> Self {
        Self(.rotateSigningKey(keepingOld: keepingOld), "rotate-signing-key")
    }

    /// The server sends these bytes as the response, with the status line; the request is not carried out.
    ///
    /// - Parameter response: The bytes.
    /// - Returns: The fault.
    public static func raw(_ response: EmulatedTenant.RawResponse) -> Self { Self(.raw(response), "raw") }

    /// The server sends a status of 429; the request is not carried out.
    ///
    /// - Parameter retryAfter: The value of the `Retry-After` header.
    /// - Returns: The fault.
    public static func tooManyRequests(retryAfter: String) -> Self {
        let body = #"{"error":"too_many_requests","error_description":"Global limit has been reached"}"#
        return .status(
            429, headers: ["Retry-After": retryAfter, "Content-Type": "application/json"], body: Array(body.utf8))
    }
}
