import ByteEncodings
package import HTTPMessages
import RequestPipeline

/// The URL of an authorization request: an endpoint and parameters, in their order.
package struct AuthorizationRequest: Sendable {
    package let endpoint: HTTPURL
    /// The parameters, each name once.
    package private(set) var parameters: [(name: String, value: String)] = []

    /// Creates a request with parameters, except those that are `nil`, and with more parameters, which replace them.
    package init(
        to endpoint: HTTPURL, _ parameters: KeyValuePairs<String, String?> = [:],
        _ more: [(name: String, value: String)] = []
    ) {
        self.endpoint = endpoint
        for (name, value) in parameters { set(name, value) }
        set(more)
    }

    /// Sets parameters, in their order.
    mutating func set(_ parameters: [(name: String, value: String)]) {
        for (name, value) in parameters { set(name, value) }
    }

    /// Sets a parameter, or replaces the one of the same name; `nil` changes nothing.
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

    /// Returns the URL; the query of the endpoint itself is kept (RFC 6749 §3.1).
    ///
    /// Refused are control characters, names that the query of the endpoint has, or that are another spelling of a
    /// parameter of this request or the protocol, and a URL that is too long.
    package func url() throws(AuthorizationError) -> HTTPURL {
        for (name, value) in parameters where (name + value).utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw AuthorizationError(.requestInvalid, "the parameter \(name) has a control character in it")
        }
        try checkNames()
        try checkEndpoint()
        // Spaces as %20: some providers do not decode a plus sign.
        let query = parameters.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
            .joined(separator: "&")
        let mark = endpoint.query == nil ? "?" : endpoint.query?.isEmpty == true ? "" : "&"
        do throws(HTTPURLError) {
            return try HTTPURL(checking: endpoint.string + (query.isEmpty ? "" : mark + query))
        } catch {
            throw AuthorizationError(.requestInvalid, "the address of the login page is not a URL", cause: error)
        }
    }

    /// Refuses a name that a lenient server reads as another parameter of this request, or as a parameter that protects
    /// the login.
    package func checkNames() throws(AuthorizationError) {
        var seen: Set<ParameterName> = []
        for (name, _) in parameters {
            let read = ParameterName(name)
            let isSpelledAsReserved = read.isOne(of: CodeFlow.reserved) && !name.utf8.elementsEqual(read.folded.utf8)
            guard seen.insert(read).inserted, !isSpelledAsReserved else {
                throw AuthorizationError(
                    .requestInvalid,
                    "the parameter \(name.escapedForLog) cannot be set: servers may read it as "
                        + read.folded.escapedForLog
                )
            }
        }
    }

    /// Refuses an endpoint whose own query would repeat a parameter: a server might take either value.
    private func checkEndpoint() throws(AuthorizationError) {
        guard let query = endpoint.query else { return }
        guard let fields = try? FormEncoding.decode(query) else {
            throw AuthorizationError(.requestInvalid, "the query of the login page's address is not well formed")
        }
        let own = CodeFlow.reserved.union(parameters.map { ParameterName($0.name).folded })
        for (name, _) in fields where ParameterName(name).isOne(of: own) {
            throw AuthorizationError(
                .requestInvalid, "the login page's address already has the parameter \(name.escapedForLog)")
        }
    }
}
