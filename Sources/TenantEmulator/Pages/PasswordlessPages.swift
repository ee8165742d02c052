extension BrowserLogin {
    /// Creates the page that asks for the address to send a code to.
    func addressPage(_ connection: Connection, address: String?, message: String? = nil) -> Page {
        let words = language.words
        let isEmail = connection.strategy == .email
        let content: HTML = """
            \(Card.notice(message))\
            \(form("/u/passwordless", """
                <input type="hidden" name="connection" value="\(connection.name)">
                \(Card.field(
                    "address", isEmail ? words.emailAddress : words.phoneNumber, type: isEmail ? "email" : "tel",
                    value: address ?? "", autocomplete: isEmail ? "email" : "tel", isFirst: true,
                    error: message))\
                \(Card.button("default", words.sendCode))
                """))
            \(Card.aside("", words.back, "/u/login?state=\(id)"))
            """
        let title = isEmail ? words.codeByEmail : words.codeByText
        return page(title, Card.box(title, lead, content))
    }

    /// Creates the page that asks for the code that was sent.
    func codePage(_ sent: SentCode, message: String? = nil) -> Page {
        let words = language.words
        let content: HTML = """
            \(Card.notice(message))\
            \(form("/u/passwordless/code", """
                \(Card.code("code", words.code, error: message))\(Card.button("default", words.continueButton))
                """))
            \(form("/u/passwordless", """
                <input type="hidden" name="connection" value="\(sent.connection)">
                <input type="hidden" name="address" value="\(sent.address)">
                \(Card.button("again", words.anotherCode, kind: "plain"))
                """))
            """
        return page(
            words.enterCode, Card.box(words.enterCode, "\(words.sentCode) <strong>\(sent.address)</strong>", content))
    }
}

/// The one-time code that a login waits for.
struct SentCode: Sendable {
    let connection: String
    let address: String
}
