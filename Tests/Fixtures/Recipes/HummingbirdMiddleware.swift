import HTTPTypes
import Hummingbird
import OpenID

protocol AccessTokenContext: RequestContext {
    var accessToken: VerifiedAccessToken? { get set }
}

struct AccessTokenMiddleware<Context: AccessTokenContext>: RouterMiddleware {
    let verifier: AccessTokenVerifier
    /// The address of the service as its clients know it: `https://api.example.com`. Do not take it from `Host`.
    let origin: String

    func handle(
        _ request: Hummingbird.Request, context: Context,
        next: (Hummingbird.Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        do {
            let token = try await verifier.verify(
                authorization: request.headers[.authorization],
                dpop: HTTPField.Name("DPoP").flatMap { request.headers[$0] },
                method: request.method.rawValue, url: origin + request.uri.string)
            context.accessToken = token
            var response = try await next(request, context)
            response.headers.set(token.responseFields)
            return response
        } catch let error as TokenVerificationError {
            var headers = HTTPFields()
            headers.set(error.responseFields)
            throw HTTPError(.init(code: error.statusCode), headers: headers, message: error.advice)
        }
    }
}

extension HTTPFields {
    fileprivate mutating func set(_ fields: [String: String]) {
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { self[name] = value }
        }
    }
}
