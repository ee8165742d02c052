import Auth0
import HTTPMessages

/// A server response, independent of the framework.
struct Response {
    let status: Int
    var fields: [String: String] = [:]
    let text: String
}

/// An endpoint that requires the scope `read:todos`.
struct TodoList {
    static let audience = "https://api.example.com/"

    let verifier: AccessTokenVerifier

    /// Responds to `GET /todos`.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the request.
    ///   - url: The address of the request as the client sent it.
    /// - Returns: The todos, or the reason the request is refused.
    func respond(to fields: TransportFields, url: HTTPURL) async -> Response {
        do {
            let token = try await verifier.verify(fields, method: .get, url: url)
            try token.require(scopes: "read:todos")
            return Response(status: 200, fields: token.responseFields, text: "todos of \(token.subject)")
        } catch let error as TokenVerificationError {
            // It contains the status and the fields of the response.
            return Response(status: error.statusCode, fields: error.responseFields, text: error.advice)
        } catch {
            return Response(status: 500, text: "the token could not be verified")
        }
    }
}

@main
struct ProtectedEndpoint {
    static func main() async throws {
        let list = TodoList(verifier: try AccessTokenVerifier(audience: TodoList.audience))
        let url = try HTTPURL("https://api.example.com/todos")

        func show(_ who: String, _ fields: TransportFields) async {
            let response = await list.respond(to: fields, url: url)
            print("\(who): \(response.status) \(response.text)")
            for field in response.fields { print("    \(field.key): \(field.value)") }
        }

        await show("no token", [:])
        await show("a forger", ["Authorization": "Bearer e30.e30.e30"])
        for scope in ["openid read:todos", "openid"] {
            let credentials = try await Auth0.authentication().login(
                usernameOrEmail: "john@example.com", password: "Sesame-2026!",
                realmOrConnection: "Username-Password-Authentication", audience: TodoList.audience, scope: scope
            ).start()
            await show("john with \(scope)", ["Authorization": "Bearer \(credentials.accessToken)"])
            await show("john with his ID token", ["Authorization": "Bearer \(credentials.idToken)"])
        }
    }
}
