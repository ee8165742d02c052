/// The page that sets a new password.
enum PasswordResetPages {
    /// The path of the page that asks for a link.
    static let requestPath = "/u/reset-password/request"

    static func password(
        _ ticket: String, _ address: String, _ tenant: TenantState, _ language: Language, message: String? = nil
    ) -> Page {
        let words = language.words
        let fields: HTML = """
            <input type="hidden" name="username" value="\(address)" autocomplete="username">
            \(Card.field(
                "password", words.newPassword, type: "password", autocomplete: "new-password", isFirst: true,
                error: message))\
            \(Card.field(
                "repeated", words.repeatPassword, type: "password", autocomplete: "new-password", error: message))\
            \(Card.passwordOptions(words))\
            \(Card.button("default", words.resetPassword))
            """
        let form = Card.form(Ticket.Purpose.resetPassword.rawValue, [("ticket", ticket)], fields)
        let lead: HTML = "\(words.choosePassword) <strong>\(Card.name(address))</strong>"
        return .card(
            words.resetTitle, lead, "\(Card.notice(message))\(form)", tenant, language, scripts: Card.passwordScripts)
    }
}

extension BrowserLogin {
    func resetRequestPage(address: String?, message: String? = nil) -> Page {
        let fields: HTML = """
            \(Card.field(
                "email", words.emailAddress, type: "email", value: address ?? "", autocomplete: "email", isFirst: true,
                error: message))\
            \(Card.button("default", words.sendLink))
            """
        return formPage(
            words.resetTitle, "\(words.resetHint)", PasswordResetPages.requestPath, fields, message: message,
            after: backLink)
    }

    /// Creates the page that announces the mail.
    func resetSentPage(_ address: String) -> Page {
        let lead: HTML = "\(words.resetSent) <strong>\(Card.name(address))</strong>"
        return card(words.resetSentTitle, lead, backLink)
    }
}
