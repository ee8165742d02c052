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

    /// The context of requests with a predefined result, which send nothing.
    static let unimplemented = ClientContext(
        transport: AsyncTransport { _ in throw TransportError(.cancelled) }, logger: nil, fields: [:], reservedField: ""
    )
}
