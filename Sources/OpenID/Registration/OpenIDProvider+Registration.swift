import HTTPMessages
public import RequestPipeline

extension OpenIDProvider {
    /// Registers a client with the provider.
    ///
    /// - Parameters:
    ///   - metadata: The metadata of the client.
    ///   - initialAccessToken: The provider's token for registrations; `nil`, the default, for open registration.
    /// - Returns: A request for the registration; create the client with ``OpenIDProvider/client(_:)``.
    /// - SeeAlso: [RFC 7591 §3](https://www.rfc-editor.org/rfc/rfc7591#section-3)
    public func register(
        _ metadata: ClientMetadata, initialAccessToken: String? = nil
    ) -> Request<ClientRegistration, OpenIDError> {
        let request: Request<ClientRegistration, OpenIDError> = request(
            .post, self.metadata.registrationEndpoint, named: "registration_endpoint", encoding: .json,
            decode: Decoders.tree(ClientRegistration.init))
        let fields = ["Content-Type": "application/json", "Authorization": initialAccessToken.map { "Bearer \($0)" }]
        return request.fields(freeForm: metadata.members).headers(fields.compactMapValues(\.self))
    }
}
