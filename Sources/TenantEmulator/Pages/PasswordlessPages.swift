extension BrowserLogin {
    /// Creates the page that asks for the address to send a code to.
    func addressPage(_ connection: Connection, address: String?, message: String? = nil) -> Page {
        let words = language.words
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

    /// Creates the page that asks for the code that was sent.
    func codePage(_ sent: SentCode, message: String? = nil) -> Page {
        let words = language.words
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
