import FoundationEssentials

extension InspectorContent {
    func users(_ tenant: TenantState) -> HTML {
        let waiting = tenant.secondFactors.challenges.values.filter { $0.bindingCode == nil && $0.isApproved == nil }
        let asked = Set(waiting.compactMap { tenant.secondFactors.logins[$0.login]?.grant.userID })
        let rows = tenant.users.sorted.map { user -> [HTML] in
            let notes =
                tenant.purposes(of: user, Language.english.words.purposes)
                + tenant.organizations.filter { $0.has(user) }.map(\.name)
            let code: HTML? = user.appSecret.flatMap { TOTP(secret: $0)?.code(at: tenant.now) }.map {
                """
                <p class="value">app code <strong class="digits" data-copy="authenticator code">\($0)</strong></p>
                """
            }
            return InspectorPage.row(
                "\(user.record.login)", InspectorPage.identifier(user.id, copiedAs: "user identifier"),
                "\(user.record.connection)",
                user.lastLogin.map { InspectorPage.time($0, core.clock.now) } ?? "never",
                "\(notes.joined(separator: ", "))\(code)\(asked.contains(user.id) ? question(user) : nil)")
        }
        return """
            \(InspectorPage.table(["Logs in as", "Identifier", "Connection", "Last login", "Notes"], rows))
            \(invitation(tenant))
            """
    }

    /// The form that answers a push notification for the user.
    private func question(_ user: User) -> HTML {
        form(
            .users, "decide", "Answer on the phone",
            """
            <input type="hidden" name="user" value="\(user.id)">
            <select name="answer" aria-label="Answer"><option value="approve">Yes</option>\
            <option value="deny">No</option></select>

            """)
    }

    private func invitation(_ tenant: TenantState) -> HTML? {
        guard !tenant.organizations.isEmpty else { return nil }
        let organizations = tenant.organizations.map { (value: $0.id, text: $0.displayName) }
        let clients = tenant.clients.map { (value: $0.id, text: $0.name) }
        return """
            <h2>Invite</h2>
            \(form(.users, "invite", "Invite", """
                <span class="pair"><label for="email">Address</label>
                <input id="email" name="email" type="email" value="\(fields["email"] ?? "")" required></span>
                \(InspectorPage.choice("organization", "Organization", organizations, fields["organization"]))\
                \(InspectorPage.choice("client", "Client", clients, fields["client"]))
                """))
            """
    }

    func clients(_ tenant: TenantState) -> HTML {
        let rows = tenant.clients.map { client -> [HTML] in
            let methods = client.authentications.map(\.kind.rawValue).sorted().joined(separator: ", ")
            let secret: HTML? = client.secret.map { InspectorPage.identifier($0, copiedAs: "client secret") }
            let callbacks = client.callbacks.map { "<li>\($0)</li>\n" as HTML }
            let list: HTML? =
                callbacks.isEmpty
                ? nil
                : """
                <details><summary>\(callbacks.count) callbacks</summary><ul class="plain">\(callbacks)</ul></details>
                """
            return InspectorPage.row(
                "\(client.name)", InspectorPage.identifier(client.id, copiedAs: "client ID"), "\(methods)", "\(secret)",
                "\(list)")
        }
        return InspectorPage.table(["Name", "Client ID", "Authenticates by", "Secret", "Callbacks"], rows)
    }

    func mail(_ inbox: [InboxMessage]) -> HTML {
        let rows = inbox.suffix(Self.maximumRows).reversed().map { message -> [HTML] in
            let link: HTML? = message.link.map { link in
                Self.isWebAddress(link)
                    ? "<a class=\"long\" href=\"\(link)\" data-copy=\"link\">\(link)</a>"
                    : InspectorPage.copyable("link", link)
            }
            let code: HTML? = message.code.map { "<strong class=\"digits\" data-copy=\"code\">\($0)</strong>" }
            return InspectorPage.row(
                InspectorPage.time(message.sentAt, core.clock.now), "\(message.recipient)", "\(message.title)",
                "\(code)\(link)")
        }
        return InspectorPage.table(["Sent", "To", "About", "Content"], rows)
    }

    /// Whether a browser opens a link as a page, and not as a script.
    private static func isWebAddress(_ link: String) -> Bool { link.hasPrefix("http://") || link.hasPrefix("https://") }
}

extension InboxMessage {
    /// The display name of the kind: `password_reset` is "Password reset".
    fileprivate var title: String {
        let words = kind.rawValue.split(separator: "_").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst() + (channel == .sms ? ", text message" : "")
    }
}
