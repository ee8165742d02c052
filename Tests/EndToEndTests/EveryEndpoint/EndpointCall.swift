import Auth0

/// A call of the SDK that becomes one request.
struct EndpointCall: Sendable {
    /// The name of the method.
    let name: String
    /// Whether success requires a body.
    let hasResult: Bool
    /// Starts the request, and returns its error.
    let failure: @Sendable (Place) async -> (any Auth0APIError)?

    /// The destination of a call: a tenant that knows neither the client nor the tokens.
    struct Place: Sendable {
        let domain: String
        let transport: any Transport

        var authentication: any Authentication {
            Auth0.authentication(clientId: "nobody", domain: domain, session: transport)
        }

        var mfa: any MFAClient { Auth0.mfa(clientId: "nobody", domain: domain, session: transport) }
        var users: any Users { Auth0.users(token: "nobody", domain: domain, session: transport) }

        var methods: any MyAccountAuthenticationMethods {
            Auth0.myAccount(token: "nobody", domain: domain, session: transport).authenticationMethods
        }
    }

    init<Value, Failure: Auth0APIError>(
        _ name: String, _ make: @escaping @Sendable (Place) -> Request<Value, Failure>
    ) {
        self.name = name
        hasResult = Value.self != Void.self
        failure = { place in
            guard case .failure(let error) = await make(place).result() else { return nil }
            return error
        }
    }
}
