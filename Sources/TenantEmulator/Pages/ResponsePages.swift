import ByteEncodings

/// The pages that deliver an authorization response to the client.
enum ResponsePages {
    /// A page whose form posts the response to the redirect URI, automatically if scripts run.
    static func form(
        _ fields: [(name: String, value: String)], to redirect: CodeRedirect, _ tenant: TenantState,
        _ language: Language
    ) -> Page {
        let inputs = fields.map { field -> HTML in
            "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">\n"
        }
        let content: HTML = """
            <form method="post" action="\(redirect.uri)" id="response">
            \(inputs)\(Card.button("", language.words.continueButton))
            </form>
            """
        var page = Page(
            title: language.words.continueButton, content: Card.box(language.words.continueButton, nil, content),
            address: tenant.domain, language: language)
        page.scripts = ["response.js"]
        return page
    }

    /// A page that sends the response as a message to the page of the client that opened or frames it.
    static func message(
        _ fields: [(name: String, value: String)], to redirect: CodeRedirect, _ tenant: TenantState,
        _ language: Language
    ) -> HTTPResponse {
        let values = Dictionary(fields.map { ($0.name, JSONValue.string($0.value)) }) { first, _ in first }
        let message = JSONValue.members(["type": "authorization_response", "response": values])
        let text = String(decoding: message.text, as: UTF8.self)
        let content: HTML =
            "<p id=\"response\" data-message=\"\(text)\" data-origin=\"\(redirect.webOrigin)\">\(language.words.mayClose)</p>"
        var page = Page(title: language.words.mayClose, content: content, address: tenant.domain, language: language)
        page.scripts = ["response.js"]
        page.frameAncestor = redirect.origin
        return page.response()
    }

    static let script = """
        "use strict";
        (() => {
          const response = document.getElementById("response");
          if (response instanceof HTMLFormElement) return response.submit();
          const client = window.opener ?? window.parent;
          client.postMessage(JSON.parse(response.dataset.message), response.dataset.origin);
        })();

        """
}
