extension BrowserLogin {
    /// Creates the page on which the browser asks for a passkey; it is the only page that requires a script.
    func passkeyPage(_ ceremony: Ceremony) -> Page {
        let content: HTML = """
            <noscript><p class="notice">\(words.needsScript)</p></noscript>
            <p class="notice" role="alert" id="failure" hidden>\(words.passkeyFailed)</p>
            <form method="post" action="/u/passkey" id="passkey" \
            data-kind="\(ceremony.isSignup ? "create" : "get")" data-options="\(ceremony.options)">
            <input type="hidden" name="state" value="\(id)">
            <input type="hidden" name="ticket" value="\(ceremony.ticket)">
            <input type="hidden" name="authn_response" id="authn_response">
            <button type="button" class="primary" id="ask" hidden>\(words.tryAgain)</button>
            </form>
            \(Card.hint(words.noPasskey))\
            <p class="aside"><a href="\(origin)/u/login?state=\(id)">\(words.back)</a></p>
            """
        return card(words.passkeyTitle, "\(words.passkeyHint)", content, scripts: ["passkey.js"])
    }

    func addressPage(_ connection: Connection, address: String?, message: String? = nil) -> Page {
        let isEmail = connection.strategy == .email
        let kind = isEmail ? "email" : "tel"
        let fields: HTML = """
            <input type="hidden" name="connection" value="\(connection.name)">
            \(Card.field(
                "address", isEmail ? words.emailAddress : words.phoneNumber, type: kind, value: address ?? "",
                autocomplete: kind, isFirst: true, error: message))\
            \(Card.button("default", words.sendCode))
            """
        let title = isEmail ? words.codeByEmail : words.codeByText
        return formPage(title, lead, "/u/passwordless", fields, message: message, after: backLink)
    }

    func codePage(_ sent: SentCode, message: String? = nil) -> Page {
        let another: HTML = """
            <input type="hidden" name="connection" value="\(sent.connection)">
            <input type="hidden" name="address" value="\(sent.address)">
            \(Card.button("again", words.anotherCode, kind: "plain"))
            """
        return formPage(
            words.enterCode, "\(words.sentCode) <strong>\(sent.address)</strong>", "/u/passwordless/code",
            codeField(message), message: message, after: form("/u/passwordless", another))
    }
}

/// The one-time code that a login waits for.
struct SentCode: Sendable {
    let connection: String
    let address: String
}
