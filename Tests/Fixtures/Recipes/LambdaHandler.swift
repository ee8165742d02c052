import AWSLambdaEvents
import HTTPTypes
import OpenID

struct TodoHandler: Sendable {
    let verifier: AccessTokenVerifier
    /// The address of the service as its clients know it: `https://api.example.com`.
    let origin: String

    func handle(_ event: APIGatewayV2Request) async -> APIGatewayV2Response {
        do {
            // API Gateway passes the names of header fields in lower case.
            let token = try await verifier.verify(
                authorization: event.headers["authorization"], dpop: event.headers["dpop"],
                method: event.context.http.method.rawValue, url: origin + event.rawPath)
            try token.require(scopes: "read:todos")
            return APIGatewayV2Response(
                statusCode: .ok, headers: token.responseFields, body: "todos of \(token.subject)")
        } catch let error as TokenVerificationError {
            return APIGatewayV2Response(
                statusCode: .init(code: error.statusCode), headers: error.responseFields, body: error.advice)
        } catch {
            return APIGatewayV2Response(statusCode: .internalServerError)
        }
    }
}
