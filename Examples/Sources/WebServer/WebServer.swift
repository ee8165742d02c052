import Auth0
import Foundation
import OpenID
import PostgresStore
import SecretStorage

/// A web server that logs its users in and keeps their credentials in PostgreSQL: `WebServer SOCKET`.
///
/// Start it as often as you like, each with a socket of its own, behind the `nginx.conf` of this folder. Any process
/// answers any request, and a process may end at any time.
///
/// Variables: `AUTH0_DOMAIN` and `AUTH0_CLIENT_ID` of a Regular Web Application, its `CLIENT_SECRET`, `BASE_URL` such
/// as `https://todos.example.com`, whose `/callback` is an Allowed Callback URL and whose `/logged-out` an Allowed
/// Logout URL, `PGHOST`, `PGPORT`, `PGUSER`, `PGDATABASE`, `PGPASSWORD`, and `SEALING_KEY`, the 64 digits of `openssl
/// rand -hex 32`.
@main
struct WebServer {
    struct Missing: Error, CustomStringConvertible {
        let name: String
        var description: String { "set \(name)" }
    }

    static func main() async {
        guard CommandLine.arguments.count == 2 else { return end("usage: WebServer SOCKET") }
        do {
            let site = try await site()
            let server = try SCGIServer(path: CommandLine.arguments[1])
            await server.run { await site.respond(to: $0) }
        } catch {
            end("\(error)")
        }
    }

    private static func end(_ reason: String) {
        FileHandle.standardError.write(Data("WebServer: \(reason)\n".utf8))
        exit(1)
    }

    private static func variable(_ name: String) throws -> String {
        guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else { throw Missing(name: name) }
        return value
    }

    private static func site() async throws -> Site {
        let tenant = try Auth0Configuration.find()
        let secret = ClientAuthentication.secretPost(try variable("CLIENT_SECRET"))
        let authentication = Auth0.authentication(clientId: tenant.clientId, domain: tenant.domain)
            .clientAuthentication(secret)
        // The URL is the same for each spelling of the domain.
        let provider = try await OpenID.discover(authentication.url.absoluteString).start()
        let database = PostgresServer(
            host: try variable("PGHOST"), port: UInt16((try? variable("PGPORT")) ?? "") ?? 5432,
            database: try variable("PGDATABASE"), user: try variable("PGUSER"),
            password: (try? variable("PGPASSWORD")).map { SecretBytes($0.utf8) })
        let keys = try SealingKeyRing(current: "1", keys: ["1": try key(variable("SEALING_KEY"))])
        return Site(
            base: try variable("BASE_URL"), client: provider.client(id: tenant.clientId, authentication: secret),
            verifier: try AccessTokenVerifier(domain: tenant.domain, audience: Site.audience),
            sessions: Sessions(server: database, keys: keys, authentication: authentication))
    }

    private static func key(_ digits: String) throws -> SecretBytes {
        let digits = Array(digits)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
        guard digits.count == 64, bytes.count == 32 else { throw Missing(name: "SEALING_KEY to 64 hexadecimal digits") }
        return SecretBytes(bytes)
    }
}
