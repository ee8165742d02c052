import OpenID
import Vapor

struct AccessTokenMiddleware: AsyncMiddleware {
    let verifier: AccessTokenVerifier
    /// The address of the service as its clients know it: `https://api.example.com`. Do not take it from `Host`.
    let origin: String

    func respond(to request: Vapor.Request, chainingTo next: any AsyncResponder) async throws -> Response {
        do {
            let token = try await verifier.verify(
                authorization: value(of: "Authorization", in: request), dpop: value(of: "DPoP", in: request),
                method: request.method.rawValue, url: origin + request.url.string)
            request.storage[AccessTokenKey.self] = token
            let response = try await next.respond(to: request)
            for (name, value) in token.responseFields { response.headers.replaceOrAdd(name: name, value: value) }
            return response
        } catch let error as TokenVerificationError {
            let headers = HTTPHeaders(error.responseFields.map { ($0, $1) })
            throw Abort(HTTPStatus(statusCode: error.statusCode), headers: headers, reason: error.advice)
        }
    }

    private func value(of name: String, in request: Vapor.Request) -> String? {
        let values = request.headers[name]
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

struct AccessTokenKey: StorageKey {
    typealias Value = VerifiedAccessToken
}
