import Auth0
import Foundation
import JOSE
import OpenID

/// The pages and the API of a site with todos.
struct Site: Sendable {
    static let audience = "https://api.example.com/"

    /// The site's address, without a slash at the end.
    let base: String
    let client: OpenIDClient
    let verifier: AccessTokenVerifier
    let sessions: Sessions

    func respond(to request: WebRequest) async -> WebResponse {
        do {
            return switch (request.method, request.path) {
            case ("GET", "/"): try await home(request)
            case ("GET", "/login"): try await begin()
            case ("GET", "/callback"): try await finish(request)
            case ("GET", "/todos"): try await todos(request)
            case ("POST", "/logout"): try await logOut(request)
            case ("GET", "/logged-out"): try await finishLogout(request)
            case ("GET", "/api/todos"): await api(request)
            default: .page("<h1>There is no such page</h1>", status: 404)
            }
        } catch let error as CredentialsManagerError where error.isRetryable {
            return .page("<h1>Please try again in a minute</h1>", status: 503)
        } catch {
            // Descriptions of the SDK contain no secrets.
            FileHandle.standardError.write(Data("\(request.method) \(request.path): \(error)\n".utf8))
            return .page("<h1>This did not work</h1><a href=\"/login\">Log in</a>", status: 500)
        }
    }

    private func home(_ request: WebRequest) async throws -> WebResponse {
        guard let credentials = try await credentials(request) else {
            return .page("<h1>Welcome</h1><a id=\"login\" href=\"/login\">Log in</a>")
        }
        let name = try decode(jwt: credentials.idToken)["name"].string ?? "you"
        return .page(
            """
            <h1>Hello, \(name.escaped)</h1><a href="/todos">Your todos</a>
            <form method="post" action="/logout"><button>Log out</button></form>
            <p id="process">\(ProcessInfo.processInfo.processIdentifier)</p>
            """)
    }

    // MARK: Login and logout

    private func begin() async throws -> WebResponse {
        let login = client.login().redirectURI(base + "/callback").scope("openid profile offline_access read:todos")
            .parameters(["audience": Self.audience])
        let pending = try await client.begin(login).start()
        let id = Sessions.identifier()
        try await sessions.keep(pending, as: id)
        var response = WebResponse.redirect(to: pending.url)
        // The browser that began the login has to finish it: a link that another person sends does not log a user in.
        response.fields.append(("Set-Cookie", cookie("login", id, seconds: 600)))
        return response
    }

    private func finish(_ request: WebRequest) async throws -> WebResponse {
        guard let id = request.cookie(name("login")), let pending = try await sessions.take(PendingLogin.self, id)
        else {
            return .page("<h1>This login has ended</h1><a href=\"/login\">Log in</a>", status: 400)
        }
        let credentials: Credentials
        do {
            credentials = try await client.finish(pending, with: request.query).start()
        } catch let error as OpenIDError where error.providerCode == "access_denied" {
            return .page("<h1>You did not log in</h1><a href=\"/login\">Log in</a>", status: 403)
        }
        // A new identifier: one that was known before the login is worth nothing after it.
        let session = Sessions.identifier()
        try await sessions.manager(session).save(credentials)
        var response = WebResponse.redirect(to: base + "/")
        response.fields.append(("Set-Cookie", cookie("session", session, seconds: 30 * 86_400)))
        response.fields.append(("Set-Cookie", cookie("login", "", seconds: 0)))
        return response
    }

    private func logOut(_ request: WebRequest) async throws -> WebResponse {
        // A form of another site has another origin (CSRF).
        guard request.fields["HTTP_ORIGIN"] == base else { return .page("<h1>Not from this site</h1>", status: 403) }
        let manager = request.cookie(name("session")).map { sessions.manager($0) }
        // Without the ID token the provider's page asks the user.
        let credentials = try? await manager?.credentials()
        try await manager?.revoke()
        let pending = try client.begin(client.logout(of: credentials).redirectURI(base + "/logged-out"))
        let id = Sessions.identifier()
        try await sessions.keep(pending, as: id)
        var response = WebResponse.redirect(to: pending.url)
        response.fields.append(("Set-Cookie", cookie("session", "", seconds: 0)))
        response.fields.append(("Set-Cookie", cookie("logout", id, seconds: 600)))
        return response
    }

    private func finishLogout(_ request: WebRequest) async throws -> WebResponse {
        guard let id = request.cookie(name("logout")), let pending = try await sessions.take(PendingLogout.self, id)
        else {
            return .page("<h1>This logout has ended</h1><a href=\"/\">Home</a>", status: 400)
        }
        try client.finish(pending, with: request.query)
        var response = WebResponse.redirect(to: base + "/")
        response.fields.append(("Set-Cookie", cookie("logout", "", seconds: 0)))
        return response
    }

    /// The name of a cookie: no other host of the domain can set one with this prefix, which needs TLS.
    private func name(_ name: String) -> String { base.hasPrefix("https:") ? "__Host-\(name)" : name }

    private func cookie(_ name: String, _ value: String, seconds: Int) -> String {
        "\(self.name(name))=\(value); Max-Age=\(seconds); Path=/; HttpOnly; SameSite=Lax"
            + (base.hasPrefix("https:") ? "; Secure" : "")
    }

    // MARK: The API

    /// The credentials of the user, renewed if necessary: once, whichever processes ask. `nil` if the user has to log
    /// in.
    private func credentials(_ request: WebRequest) async throws -> Credentials? {
        guard let session = request.cookie(name("session")) else { return nil }
        do {
            return try await sessions.manager(session).credentials()
        } catch let error as CredentialsManagerError
            where !error.isRetryable
            && [.noCredentials, .noRefreshToken, .renewFailed, .renewalInterrupted, .sessionExpired].contains(error)
        {
            return nil
        }
    }

    /// The page asks the API with the user's access token, which the browser never gets.
    private func todos(_ request: WebRequest) async throws -> WebResponse {
        guard let credentials = try await credentials(request) else { return .redirect(to: base + "/login") }
        let response = await list(authorization: "Bearer \(credentials.accessToken)")
        return .page("<h1>\(response.body.escaped)</h1><a href=\"/\">Back</a>", status: response.status)
    }

    private func api(_ request: WebRequest) async -> WebResponse {
        await list(authorization: request.fields["HTTP_AUTHORIZATION"])
    }

    private func list(authorization: String?) async -> WebResponse {
        do {
            let token = try await verifier.verify(
                authorization: authorization, method: "GET", url: base + "/api/todos")
            try token.require(scopes: "read:todos")
            return WebResponse(
                status: 200, fields: [("Content-Type", "text/plain; charset=utf-8")],
                body: "The todos of \(token.subject)")
        } catch let error as TokenVerificationError {
            return WebResponse(
                status: error.statusCode, fields: error.responseFields.map { (name: $0.key, value: $0.value) },
                body: error.advice)
        } catch {
            return WebResponse(status: 503, body: "The keys of the tenant cannot be fetched")
        }
    }
}
