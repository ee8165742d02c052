package import ByteEncodings
package import HTTPMessages
package import RequestPipeline

/// The reference to the parameters of a pushed authorization request (RFC 9126 §2.2).
package struct PushedAuthorization: Sendable {
    /// The `request_uri`.
    package let requestURI: String

    /// Reads a response; `nil` when it has no usable `request_uri`, or an expired one (`expires_in`).
    package init?(_ json: JSONValue) {
        guard let uri = json["request_uri"]?.string else { return nil }
        if let lifetime = json["expires_in"], lifetime != .null, TokenLifetime(lifetime)?.issued == nil { return nil }
        self.init(requestURI: uri)
    }

    /// Wraps the `request_uri` of a request that a server has pushed; `nil` when it has characters that a URL cannot
    /// have.
    package init?(requestURI: String) {
        guard !requestURI.isEmpty, requestURI.utf8.count <= 512,
            requestURI.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        self.requestURI = requestURI
    }

    /// Returns the URL of the login page, with more parameters.
    package func url(
        at endpoint: HTTPURL, for clientID: String, with extra: [(name: String, value: String)] = []
    ) throws(AuthorizationError) -> HTTPURL {
        try AuthorizationRequest(to: endpoint, ["client_id": clientID, "request_uri": requestURI], extra).url()
    }
}

/// The `request_uri` is a secret until its single use.
extension PushedAuthorization: _Redacted {}

extension Request where Value == PushedAuthorization {
    /// Returns a closure that sends a pushed authorization request, given its description without parameters.
    package static func push(
        _ describe: @escaping @Sendable () -> Request<PushedAuthorization, Failure>
    ) -> CodeFlow.Push {
        { parameters, completion in
            let fields = Dictionary<String, any Sendable>(parameters.map { ($0.name, $0.value) }) { $1 }
            return describe().fields(freeForm: fields).begin { completion($0.mapError { $0 }) }
        }
    }
}
