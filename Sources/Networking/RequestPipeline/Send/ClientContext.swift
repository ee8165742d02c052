package import HTTPMessages

/// The properties that all requests of a client share; a class, so that a copy of a request costs one reference to it.
package final class ClientContext: Sendable {
    /// The transport that sends the requests.
    package let transport: any Transport
    /// The logger of requests and responses, if there is one.
    package let logger: (any Logger)?
    /// The header fields of every request; their storage is shared by requests without fields of their own.
    package let fields: TransportFields
    /// The name in lower case of the header field that a request cannot override.
    package let reservedField: String
    /// The sender constraint that binds requests to a key, if there is one.
    package let constraint: (any SenderConstraint)?

    /// Creates the context of a client.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - logger: The logger of requests and responses, if there is one.
    ///   - fields: The header fields of every request.
    ///   - reservedField: The name in lower case of the header field that a request cannot override.
    ///   - constraint: The sender constraint that binds requests to a key; `nil` by default.
    package init(
        transport: any Transport, logger: (any Logger)?, fields: TransportFields, reservedField: String,
        constraint: (any SenderConstraint)? = nil
    ) {
        self.transport = transport
        self.logger = logger
        self.fields = fields
        self.reservedField = reservedField
        self.constraint = constraint
    }
}

extension ClientContext {
    /// The context of requests with a predefined result, which send nothing.
    static let unimplemented = ClientContext(transport: NoTransport(), logger: nil, fields: [:], reservedField: "")
}

/// A transport that cancels every request.
private struct NoTransport: Transport {
    private final class CompletedExchange: TransportExchange {
        func cancel() {}
    }

    func send(
        _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        DeliveryQueue.background.deliver { completion(.failure(TransportError(.cancelled))) }
        return CompletedExchange()
    }
}
