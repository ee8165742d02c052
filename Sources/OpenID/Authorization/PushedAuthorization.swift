package import ByteEncodings
package import HTTPMessages
package import RequestPipeline

/// The reference to the parameters of a pushed authorization request.
///
/// - SeeAlso: [RFC 9126 §2.2](https://www.rfc-editor.org/rfc/rfc9126#section-2.2)
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

    /// Returns the URL of the login page.
    ///
    /// - Parameters:
    ///   - endpoint: The authorization endpoint.
    ///   - clientID: The client ID.
    ///   - extra: More parameters of the URL.
    /// - Returns: The URL to open.
    /// - Throws: ``AuthorizationError/Code/requestInvalid``.
    package func url(
        at endpoint: HTTPURL, for clientID: String, with extra: [(name: String, value: String)] = []
    ) throws(AuthorizationError) -> HTTPURL {
        var request = AuthorizationRequest(to: endpoint)
        request.set("client_id", clientID)
        request.set("request_uri", requestURI)
        for (name, value) in extra { request.set(name, value) }
        return try request.url()
    }
}

extension PushedAuthorization: CustomStringConvertible, CustomReflectable {
    /// No member: the `request_uri` is a secret until its single use.
    package var description: String { "PushedAuthorization" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Request where Value == PushedAuthorization {
    /// Returns a closure that sends a pushed authorization request, for a ``CodeFlow``.
    ///
    /// - Parameter describe: Describes the request without its parameters.
    /// - Returns: The closure.
    package static func push(
        _ describe: @escaping @Sendable () -> Request<PushedAuthorization, Failure>
    ) -> CodeFlow.Push {
        { parameters, completion in
            var fields: [String: any Sendable] = [:]
            for (name, value) in parameters { fields[name] = value }
            return describe().fields(freeForm: fields).begin { completion($0.mapError { $0 }) }
        }
    }
}
