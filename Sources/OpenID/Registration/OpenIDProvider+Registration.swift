import HTTPMessages
public import RequestPipeline

extension OpenIDProvider {
    /// Registers a client.
    ///
    /// - Parameters:
    ///   - metadata: What the client says about itself.
    ///   - initialAccessToken: What the provider gave to whoever may register; open registration needs none.
    /// - Returns: A request for the registration; make the client with ``client(_:)``.
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
