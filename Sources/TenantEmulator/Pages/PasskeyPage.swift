extension BrowserLogin {
    /// Creates the page on which the browser asks for a passkey; it is the only page that requires a script.
    func passkeyPage(_ ceremony: Ceremony) -> Page {
        let words = language.words
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
}
