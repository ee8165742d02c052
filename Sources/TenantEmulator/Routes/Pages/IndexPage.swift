extension Route {
    /// The index page: links to the inspector, the metadata and the users.
    static let indexPage = Route("GET", "/") { context, tenant in tenant.indexPage(context.language).response() }
}

extension TenantState {
    private static let shownPeople = 20

    fileprivate func indexPage(_ language: Language) -> Page {
        let links: [(String, String)] = [
            (Inspector.root, "Inspector"), (ControlRoutes.descriptionPath, "Control API (OpenAPI)"),
            ("/.well-known/openid-configuration", "Metadata (OpenID Connect Discovery)"),
            ("/.well-known/jwks.json", "Key set"), ("/activate", "Device activation"),
        ]
        let items = links.map { address, label -> HTML in "<li><a href=\"\(address)\">\(label)</a></li>\n" }
        let client: HTML? = clients.first(where: \.isPublic).map { client in
            "<p class=\"label\">Client ID of \(Card.name(client.name))</p>\(Card.copyable("client ID", client.id, id: "client"))"
        }
        let content: HTML = """
            <p class="label">Domain</p>\(Card.copyable("domain", domain, id: "domain"))\
            \(client)\(people(language))
            <ul class="scopes">
            \(items)</ul>
            """
        let lead: HTML = "An Auth0-compatible tenant for tests. Its keys and passwords are public."
        return .card("Tenant emulator", lead, content, self, .english, scripts: ["copy.js"])
    }

    /// The users of the default connection, unless other hosts can see the page.
    private func people(_ language: Language) -> HTML? {
        let people = people(in: [defaultDirectory ?? ""], limit: Self.shownPeople, language)
        guard allowsClickedLogins, !people.isEmpty else { return nil }
        let rows = people.map { person -> HTML in "<li>\(person.summary)</li>\n" }
        let passwords = Set(configuration.seed.users.compactMap(\.password))
        let password: HTML? =
            passwords.count == 1 ? passwords.first.map { "; the password is <code>\($0)</code>" } : nil
        return """
            <details class="people"><summary>People\(password)</summary>
            <ul>
            \(rows)</ul>
            </details>

            """
    }
}
