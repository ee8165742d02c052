import TenantEmulator

/// The text that the program prints when the tenant has started.
struct Announcement {
    private let tenant: EmulatedTenant
    private let authority: TenantConfiguration.CertificateAuthority?
    private let hasStandardSeed: Bool
    /// The addresses that are invited, and the links.
    private let invitations: [(address: String, link: String)]

    init(
        _ tenant: EmulatedTenant, authority: TenantConfiguration.CertificateAuthority?, hasStandardSeed: Bool,
        invitations: [(address: String, link: String)]
    ) {
        (self.tenant, self.authority, self.hasStandardSeed) = (tenant, authority, hasStandardSeed)
        self.invitations = invitations
    }

    /// Prints the text to standard output.
    func print() {
        let client = tenant.clientID
        Swift.print("domain         \(tenant.domain)")
        // A seed may have confidential clients alone.
        if !client.isEmpty { Swift.print("client ID      \(client)") }
        Swift.print(
            """
            inspector      \(tenant.inspectorURL)
            inbox          \(tenant.domain)/_emulator/inbox
            control API    \(tenant.domain)/_emulator/openapi.json
            control token  \(tenant.controlToken)  (header X-Emulator-Token)

            for programs that take their tenant from the environment:
              export \(environment)

            """)
        if let path = authority?.certificatePath { printTrust(path) }
        Swift.print("users\(hasStandardSeed ? " (their password is Sesame-2026!)" : "")")
        for user in tenant.users { Swift.print("  \(user.login)  \(user.connection)  \(user.id)") }
        if !invitations.isEmpty { Swift.print("\ninvitations") }
        for (address, link) in invitations { Swift.print("  \(address)  \(link)") }
        Swift.print("\nready; stop with Ctrl-C")
    }

    /// The addresses as one line of JSON, for programs that start the tenant.
    var line: String {
        let members = [
            ("domain", tenant.domain), ("issuer", tenant.issuer), ("client_id", tenant.clientID),
            ("control_token", tenant.controlToken), ("ca_file", authority?.certificatePath ?? ""),
        ]
        return "{" + members.map { "\"\($0)\": \"\(Self.escaped($1))\"" }.joined(separator: ", ")
            + ", \"port\": \(tenant.port)}\n"
    }

    /// The variables of the environment in which Auth0's samples name a tenant.
    ///
    /// Their SDKs put `https://` in front of the domain, so that a tenant with TLS is named without the scheme; without
    /// TLS the scheme tells a program that knows it not to.
    ///
    /// - SeeAlso: [SDK configuration](https://auth0.com/docs/customize/custom-domains/multiple-custom-domains/sdk-configuration)
    ///   for `AUTH0_DOMAIN`, [nextjs-auth0](https://github.com/auth0/nextjs-auth0) for `AUTH0_ISSUER_BASE_URL`
    private var environment: String {
        let secure = "https://"
        let isSecure = tenant.domain.hasPrefix(secure)
        var variables = ["AUTH0_DOMAIN=\(isSecure ? String(tenant.domain.dropFirst(secure.count)) : tenant.domain)"]
        if isSecure { variables.append("AUTH0_ISSUER_BASE_URL=\(tenant.domain)") }
        if !tenant.clientID.isEmpty { variables.append("AUTH0_CLIENT_ID=\(tenant.clientID)") }
        return variables.joined(separator: " ")
    }

    private static func escaped(_ text: String) -> String {
        text.map { "\\\"".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    /// Prints how programs come to trust the certificate.
    private func printTrust(_ path: String) {
        Swift.print(
            """
            for programs that connect with TLS, which have to trust the certificate authority of the emulator:
              export SSL_CERT_FILE=\(path) REQUESTS_CA_BUNDLE=\(path) NODE_EXTRA_CA_CERTS=\(path)

            """)
    }
}
