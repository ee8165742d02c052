/// The pages of a device login.
enum DevicePages {
    /// Creates the page that asks for the user code.
    static func code(
        _ value: String, csrf: String, _ tenant: TenantState, _ language: Language, message: String? = nil
    ) -> Page {
        let words = language.words
        let content: HTML = """
            \(Card.notice(message))\
            <form method="post" action="/activate">
            <input type="hidden" name="_csrf" value="\(csrf)">
            \(Card.field("user_code", words.userCode, value: value, isFirst: true, error: message))\
            \(Card.button("default", words.continueButton))
            </form>
            """
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
        let scopes: HTML? =
            device.scopes.isEmpty
            ? nil
            : """
            <p class="intro">\(words.ableTo)</p>
            <ul class="scopes">
            \(words.items(of: device.scopes))</ul>

            """
        let content: HTML = """
            <p class="intro"><strong>\(Card.name(client))</strong> \(words.asksFor).</p>
            \(scopes)\
            <p class="secret" id="user-code">\(code)</p>
            <form method="post" action="/activate/confirm" class="choice">
            <input type="hidden" name="_csrf" value="\(csrf)"><input type="hidden" name="user_code" value="\(code)">
            \(Card.button("confirm", words.confirm))\(Card.button("cancel", words.cancel, kind: "plain"))
            </form>
            """
        return .card(words.confirmDevice, "\(words.sameCode)", content, tenant, language)
    }
}
