import TenantEmulator

/// The text that the program prints when the tenant has started.
struct Announcement {
    private let tenant: EmulatedTenant

    init(_ tenant: EmulatedTenant) { self.tenant = tenant }

    /// Prints the text to standard output.
    func print() {
        Swift.print(
            """
            domain         \(tenant.domain)
            client ID      \(tenant.clientID)
            inspector      \(tenant.inspectorURL)
            inbox          \(tenant.domain)/_emulator/inbox
            control token  \(tenant.controlToken)  (header X-Emulator-Token)

            for programs that take their tenant from the environment:
              export AUTH0_DOMAIN=\(tenant.domain) AUTH0_CLIENT_ID=\(tenant.clientID)

            users (the password of the standard seed is Sesame-2026!)
            """)
        for user in tenant.users { Swift.print("  \(user.login)  \(user.connection)  \(user.id)") }
        Swift.print("\nready; stop with Ctrl-C")
    }
}
