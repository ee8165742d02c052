import OpenID
import Vapor

struct AccessTokenMiddleware: AsyncMiddleware {
    let verifier: AccessTokenVerifier
    /// The address of the service as its clients know it: `https://api.example.com`. Do not take it from `Host`.
    let origin: String

    func respond(to request: Vapor.Request, chainingTo next: any AsyncResponder) async throws -> Response {
        do {
            request.storage[AccessTokenKey.self] = try await verifier.verify(
                authorization: value(of: "Authorization", in: request), dpop: value(of: "DPoP", in: request),
                method: request.method.rawValue, url: origin + request.url.string)
        } catch let error as TokenVerificationError {
            var headers = HTTPHeaders()
            if let challenge = error.challenge { headers.add(name: "WWW-Authenticate", value: challenge) }
            throw Abort(HTTPStatus(statusCode: error.statusCode), headers: headers, reason: error.advice)
        }
        return try await next.respond(to: request)
    }

    private func value(of name: String, in request: Vapor.Request) -> String? {
        let values = request.headers[name]
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

struct AccessTokenKey: StorageKey {
    typealias Value = VerifiedAccessToken
}
