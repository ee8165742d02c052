package import ByteEncodings
package import HTTPMessages
package import RequestPipeline

/// What stands for the parameters of a login that were sent beforehand.
///
/// - SeeAlso: [RFC 9126 §2.2](https://www.rfc-editor.org/rfc/rfc9126#section-2.2)
package struct PushedAuthorization: Sendable {
    /// The name of the request.
    package let requestURI: String

    /// Reads an answer; what could not stand in an address is no name.
    package init?(_ json: JSONValue) {
        guard let uri = json["request_uri"]?.string else { return nil }
        self.init(requestURI: uri)
    }

    /// Takes the name of a request that somebody else has sent; `nil` for what could not stand in an address.
    package init?(requestURI: String) {
        guard !requestURI.isEmpty, requestURI.utf8.count <= 512,
            requestURI.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        self.requestURI = requestURI
    }

    /// The address of the login page that was told beforehand.
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
    /// Not the name: whoever has it can use it, once.
    package var description: String { "PushedAuthorization" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Request where Value == PushedAuthorization {
    /// Sends parameters, for a ``CodeFlow``.
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
