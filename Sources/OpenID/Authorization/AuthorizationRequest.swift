import ByteEncodings
package import HTTPMessages

/// The address that a browser is sent to: an endpoint and parameters, in their order.
package struct AuthorizationRequest: Sendable {
    /// The authorization endpoint.
    package let endpoint: HTTPURL
    /// The parameters, each name once.
    package private(set) var parameters: [(name: String, value: String)] = []

    /// A request without parameters.
    package init(to endpoint: HTTPURL) { self.endpoint = endpoint }

    /// Sets a parameter, in place of one of the same name; `nil` leaves it as it is.
    package mutating func set(_ name: String, _ value: String?) {
        guard let value else { return }
        if let index = parameters.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
            parameters[index].value = value
        } else {
            parameters.append((name, value))
        }
    }

    /// The value of a parameter.
    package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The whole address; a query that the endpoint has by itself stays.
    ///
    /// - Throws: ``AuthorizationError/Code/requestInvalid`` when a parameter has a line break or a NUL in it, or when the
    ///   address is too long for a URL.
    /// - SeeAlso: [RFC 6749 §3.1](https://www.rfc-editor.org/rfc/rfc6749#section-3.1)
    package func url() throws(AuthorizationError) -> HTTPURL {
        for (name, value) in parameters where (name + value).utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw AuthorizationError(.requestInvalid, "the parameter \(name) has a control character in it")
        }
        // Spaces as %20: some providers read a plus as a plus.
        let query = parameters.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
            .joined(separator: "&")
        let mark = endpoint.query == nil ? "?" : endpoint.query?.isEmpty == true ? "" : "&"
        do throws(TransportError) {
            return try HTTPURL(checking: endpoint.string + (query.isEmpty ? "" : mark + query))
        } catch {
            throw AuthorizationError(.requestInvalid, "the address of the login page is not a URL", cause: error)
        }
    }
}
