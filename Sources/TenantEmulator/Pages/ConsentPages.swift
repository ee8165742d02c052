import ByteEncodings

extension BrowserLogin {
    /// Creates the page that asks whether the client may have the scopes and the request's authorization details.
    func consentPage(_ scopes: [String], address: String) -> Page {
        let details = request.authorizationDetails.map { detail -> HTML in
            "<li>\(words.scopeOther) <code>\(detail.encodedText)</code></li>\n"
        }
        let content: HTML = """
            \(words.list(of: scopes, details))\
            \(form("/u/consent", """
                \(Card.button("accept", words.accept))\(Card.button("deny", words.decline, kind: "plain"))
                """, " class=\"choice\""))
            """
        let lead: HTML = """
            <strong>\(Card.name(request.client.name))</strong> \(words.wants)<br>\
            <span class="who">\(Card.name(address))</span>
            """
        return card(words.consentTitle, lead, content)
    }

    func accountPage(address: String) -> Page {
        let buttons: HTML = "\(Card.button("this", address))\(Card.button("other", words.otherAccount, kind: "plain"))"
        return card(words.chooseAccount, lead, form("/u/account", buttons))
    }

    func organizationPage(message: String? = nil) -> Page {
        let fields: HTML = """
            \(Card.field(
                "organization", words.organizationName, autocomplete: "organization", isFirst: true, error: message))\
            \(Card.button("default", words.continueButton))
            """
        return formPage(words.organizationTitle, lead, "/u/organization", fields, message: message)
    }

    /// Creates the page that asks which of the user's organizations to use.
    func organizationChoicePage(_ organizations: [Organization]) -> Page {
        let buttons = organizations.map { organization in
            Card.button(
                organization.id, label: Card.name(organization.displayName), name: "organization", kind: "plain")
        }
        let content = form(
            "/u/organization-choice", "\(buttons)\(Card.button("other", words.otherAccount, kind: "plain"))")
        return card(words.pickOrganization, lead, content)
    }

    func invitationPage(_ organization: String, address: String) -> Page {
        let lead: HTML = "\(words.invitedTo) <strong>\(Card.name(organization))</strong>"
        let content: HTML = """
            <p class="intro">\(words.invitationHint) <strong>\(address)</strong>.</p>
            \(form("/u/invitation", Card.button("accept", words.acceptInvitation)))
            """
        return page(words.invitedTo, Card.box(organization, lead, content))
    }
}

extension Wording {
    /// The list of permissions, with a description of each known scope, and of further items.
    func list(of scopes: [String], _ others: [HTML] = []) -> HTML {
        let known = [
            "openid": scopeIdentity, "profile": scopeProfile, "email": scopeEmail, "offline_access": scopeOffline,
        ]
        let items = scopes.map { scope -> HTML in
            known[scope].map { "<li>\($0)</li>\n" } ?? "<li>\(scopeOther) <code>\(scope)</code></li>\n"
        }
        return """
            <p class="intro">\(ableTo)</p>
            <ul class="scopes">
            \(items)\(others)</ul>

            """
    }
}
