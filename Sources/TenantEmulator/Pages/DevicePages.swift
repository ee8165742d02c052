enum DevicePages {
    static func code(
        _ value: String, csrf: String, _ tenant: TenantState, _ language: Language, message: String? = nil
    ) -> Page {
        let words = language.words
        let fields: HTML = """
            \(Card.field("user_code", words.userCode, value: value, isFirst: true, error: message))\
            \(Card.button("default", words.continueButton))
            """
        let content: HTML = "\(Card.notice(message))\(Card.form("/activate", [("_csrf", csrf)], fields))"
        return .card(words.deviceTitle, "\(words.deviceHint)", content, tenant, language)
    }

    /// Creates the page that asks whether the device shows the same code, so that users do not approve an attacker's
    /// device.
    ///
    /// - SeeAlso: [RFC 8628 §5.4](https://www.rfc-editor.org/rfc/rfc8628#section-5.4)
    static func confirmation(
        _ device: DeviceLogin, of client: String, csrf: String, _ tenant: TenantState, _ language: Language
    ) -> Page {
        let (words, code) = (language.words, device.userCode)
        let buttons: HTML =
            "\(Card.button("confirm", words.confirm))\(Card.button("cancel", words.cancel, kind: "plain"))"
        let content: HTML = """
            <p class="intro"><strong>\(Card.name(client))</strong> \(words.asksFor).</p>
            \(device.scopes.isEmpty ? nil : words.list(of: device.scopes))\
            <p class="secret" id="user-code">\(code)</p>
            \(Card.form(
                "/activate/confirm", [("_csrf", csrf), ("user_code", code)], buttons, " class=\"choice\""))
            """
        return .card(words.confirmDevice, "\(words.sameCode)", content, tenant, language)
    }
}
