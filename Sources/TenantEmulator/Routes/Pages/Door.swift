extension Route {
    /// The page at the domain itself, which tells where everything is.
    static let door = [
        Route("GET", "/") { context, tenant in
            let links: [(String, String)] = [
                (Inspector.root, "Inspector"), (ControlRoutes.descriptionPath, "Control API (OpenAPI)"),
                ("/.well-known/openid-configuration", "Metadata (OpenID Connect Discovery)"),
                ("/.well-known/jwks.json", "Key set"), ("/activate", "Device activation"),
            ]
            let items = links.map { address, label -> HTML in "<li><a href=\"\(address)\">\(label)</a></li>\n" }
            let content: HTML = """
                <p>Programs use this address in place of the domain of a tenant:</p>
                <p class="secret" id="domain">\(tenant.domain)</p>
                <ul class="scopes">
                \(items)</ul>
                """
            let lead: HTML = "An Auth0-compatible tenant for tests. Its keys and passwords are public."
            return Page(title: "Tenant emulator", content: Card.box("Tenant emulator", lead, content)).response()
        }
    ]
}
