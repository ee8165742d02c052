import ByteEncodings
import TenantEmulator

/// The text that the program prints when the tenant has started.
struct Announcement {
    /// The number of users that are printed; the inspector has all.
    private static let maximumUsers = 10

    let tenant: EmulatedTenant
    /// The configuration without the addresses of the options, which would hide the kind of a client.
    let configuration: TenantConfiguration
    let hasStandardSeed: Bool
    /// The addresses that are invited, and the links.
    let invitations: [(address: String, link: String)]

    private var authority: TenantConfiguration.CertificateAuthority? { configuration.certificateAuthority }
    private var clients: [TenantSeed.Client] { configuration.seed.clients }

    /// The text; each address works when it is clicked.
    var text: String {
        let token = "?token=\(tenant.controlToken)"
        var lines = ["domain         \(tenant.domain)   the tenant; a page there lists clients and people"]
        // A seed may have only confidential clients.
        if !tenant.clientID.isEmpty {
            lines.append("client ID      \(tenant.clientID)   the first client without a secret")
        }
        lines.append(
            """
            inspector      \(tenant.inspectorURL)  requests with the reason of each refusal, faults, sessions
            inbox          \(tenant.domain)/_emulator/mail\(token)  the mails and text messages, with codes and links
            app codes      \(tenant.domain)/_emulator/users\(token)  all users, with the codes of authenticator apps
            all clients    \(tenant.domain)/_emulator/clients\(token)  those of the list below, and the others
            control API    \(tenant.domain)/_emulator/openapi.json  the same for programs, as OpenAPI
            control token  \(tenant.controlToken)  (header X-Emulator-Token)

            for programs that take their tenant from the environment:
              export \(environment)

            """)
        if let path = authority?.certificatePath { lines.append(Self.trust(path)) }
        lines += clientLines + userLines
        if !invitations.isEmpty { lines.append("\ninvitations") }
        lines += invitations.map { "  \($0.address)  \($0.link)" }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The addresses as one line of JSON, for programs that start the tenant.
    var line: String {
        let members: [(String, JSONValue)] = [
            ("domain", .string(tenant.domain)), ("issuer", .string(tenant.issuer)),
            ("client_id", .string(tenant.clientID)), ("control_token", .string(tenant.controlToken)),
            ("ca_file", .string(authority?.certificatePath ?? "")), ("port", .integer(Int(tenant.port))),
            ("clients", .array(clients.map(Self.json))),
        ]
        // A space after each colon, for the shell scripts that read the line.
        return "{" + members.map { "\"\($0)\": \($1.encodedText)" }.joined(separator: ", ") + "}\n"
    }

    private static func json(_ client: TenantSeed.Client) -> JSONValue {
        let members = [("id", client.id), ("name", client.name), ("secret", client.secret)]
        return .object(
            members.compactMap { name, value in value.map { JSONValue.Member(name: name, value: .string($0)) } })
    }

    /// The environment variables that name a tenant in Auth0's samples.
    ///
    /// Their SDKs put `https://` in front of the domain, so that a tenant with TLS is named without the scheme; without
    /// TLS the scheme prevents this in programs that recognize it.
    ///
    /// - SeeAlso: [SDK
    ///   configuration](https://auth0.com/docs/customize/custom-domains/multiple-custom-domains/sdk-configuration) for
    ///   `AUTH0_DOMAIN`, [nextjs-auth0](https://github.com/auth0/nextjs-auth0) for `AUTH0_ISSUER_BASE_URL`
    private var environment: String {
        let secure = "https://"
        let isSecure = tenant.domain.hasPrefix(secure)
        var variables = ["AUTH0_DOMAIN=\(isSecure ? String(tenant.domain.dropFirst(secure.count)) : tenant.domain)"]
        if isSecure { variables.append("AUTH0_ISSUER_BASE_URL=\(tenant.domain)") }
        if !tenant.clientID.isEmpty { variables.append("AUTH0_CLIENT_ID=\(Self.word(tenant.clientID))") }
        return variables.joined(separator: " ")
    }

    /// Returns a text as one word of a shell.
    private static func word(_ text: String) -> String {
        guard text.contains(/[^A-Za-z0-9_@%+=:,.\/-]/) else { return text }
        return "'\(text.replacing("'", with: #"'\''"#))'"
    }

    /// The steps with which programs trust the certificate.
    private static func trust(_ path: String) -> String {
        let path = word(path)
        return """
            for programs that connect with TLS, which have to trust the certificate authority of the emulator
            (programs of the Swift SDK, too, with .environment as their certificate authorities):
              export SSL_CERT_FILE=\(path) REQUESTS_CA_BUNDLE=\(path) NODE_EXTRA_CA_CERTS=\(path)

            """
    }

    /// One client of each kind, with its purpose.
    private var clientLines: [String] {
        func first(_ kind: String, _ isMeant: (TenantSeed.Client) -> Bool) -> String? {
            clients.first(where: isMeant).map { "  \($0.id)  \(kind)\($0.secret.map { ", secret \($0)" } ?? "")" }
        }
        return [
            "clients",
            first("native or command-line application") {
                $0.secret == nil && $0.webOrigins.isEmpty && !$0.callbacks.isEmpty
            },
            first("web application on a server") {
                $0.secret != nil && $0.callbacks.contains { $0.hasPrefix("http://localhost") }
            },
            first("single-page application") { $0.secret == nil && !$0.webOrigins.isEmpty },
            first("server with tokens of its own") { $0.secret != nil && $0.callbacks.isEmpty },
        ].compactMap(\.self)
    }

    private var userLines: [String] {
        let (people, count) = tenant.people(limit: Self.maximumUsers)
        let lines = people.map { person in
            let purpose = person.purposes.isEmpty ? "logs in" : person.purposes.joined(separator: ", ")
            return "  \(person.login)  \(purpose)  (\(person.id), \(person.connection))"
        }
        let more = count - people.count
        return ["\nusers\(hasStandardSeed ? " (their password is Sesame-2026!)" : "")"] + lines
            + (more > 0 ? ["  and \(more) more: see app codes above"] : [])
    }
}
