import OpenID
import RequestPipeline

/// A client of an API at which an application authenticates if it can keep a secret.
protocol ApplicationClient: APIClient {
    /// The client ID of the application.
    var clientId: String { get }
    /// The method by which the application authenticates; `nil` for one that cannot keep a secret.
    var clientAuthentication: ClientAuthentication? { get set }
}

/// The endpoints that authenticate the application. The others do not read its secret, so they do not get it.
private let authenticatingPaths: Set = ["oauth/token", "oauth/revoke", "passwordless/start", "mfa/challenge"]

extension ApplicationClient {
    /// Adds the application's proof to a request, if the endpoint asks for one.
    ///
    /// - Parameters:
    ///   - request: The request with all of its fields.
    ///   - path: The path of the endpoint.
    /// - Returns: A changed copy, or the request itself.
    func authenticated<Value, Failure>(
        _ request: consuming Request<Value, Failure>, at path: String
    ) -> Request<Value, Failure> {
        guard let clientAuthentication, authenticatingPaths.contains(path), let base = try? address.base.get() else {
            return request
        }
        return request.authenticated(as: clientId, to: base.string, by: clientAuthentication)
    }

    /// Returns a copy that authenticates the application.
    func authenticating(by method: ClientAuthentication) -> Self {
        var client = self
        client.clientAuthentication = method
        return client
    }
}
