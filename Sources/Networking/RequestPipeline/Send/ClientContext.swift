package import HTTPMessages

/// What all requests of one client share.
package struct ClientContext: Sendable {
    /// Who sends.
    package let transport: any Transport
    /// Who is told, when somebody is.
    package let logger: (any Logger)?
    /// The fields of every request; shared, so that a request without fields of its own copies nothing.
    package let fields: HTTPFields
    /// The name of a field, in lower case, that no request may set for itself.
    package let reservedField: String
    /// Who binds requests to a key, when somebody does.
    package let constraint: (any SenderConstraint)?

    /// Makes the context of a client.
    package init(
        transport: any Transport, logger: (any Logger)?, fields: HTTPFields, reservedField: String,
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
    /// The context of requests whose result is known: nothing is sent.
    static let unimplemented = ClientContext(transport: NoTransport(), logger: nil, fields: [:], reservedField: "")
}

/// Refuses everything.
private struct NoTransport: Transport {
    private final class Refusal: Exchange {
        func cancel() {}
    }

    func send(
        _ request: HTTPRequest, completion: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
    ) -> any Exchange {
        DeliveryQueue.background.deliver { completion(.failure(TransportError(.cancelled))) }
        return Refusal()
    }
}
