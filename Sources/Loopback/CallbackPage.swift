/// What the browser shows when it comes back; static, so that nothing of the address can get into it.
///
/// The page cleans the address bar and closes its tab where the browser lets it. It loads nothing, and what it may run is
/// pinned by hash.
///
/// - SeeAlso: [RFC 9700 §4.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.2) on what a page may leak
struct CallbackPage: Sendable {
    let status: Int
    let title: String
    let text: String

    /// It is over; the application has what it waited for.
    static func completed(_ occasion: CallbackListener.Occasion) -> CallbackPage {
        CallbackPage(
            status: 200, title: occasion == .login ? "You are logged in" : "You are logged out",
            text: "You can close this tab and go back to the application.")
    }
    /// It is over; the provider said no.
    static func failed(_ occasion: CallbackListener.Occasion) -> CallbackPage {
        CallbackPage(
            status: 200, title: "The \(occasion.rawValue) was not completed",
            text: "The application has been told why. You can close this tab and go back to it.")
    }
    /// The address is not the one that is waited for.
    static func ignored(_ occasion: CallbackListener.Occasion) -> CallbackPage {
        CallbackPage(
            status: 400, title: "This is not the answer to a \(occasion.rawValue)",
            text: "The application is still waiting. Go back to the tab that it opened.")
    }
    /// It was over already.
    static func gone(_ occasion: CallbackListener.Occasion) -> CallbackPage {
        CallbackPage(
            status: 410, title: "This \(occasion.rawValue) is over",
            text: "Its answer has been used. You can close this tab.")
    }
    static let notFound = CallbackPage(status: 404, title: "Nothing is here", text: "Only an answer is.")

    /// A refusal that needs no words.
    static func refusal(_ status: Int) -> CallbackPage {
        CallbackPage(status: status, title: "Refused", text: "This is not how a browser comes back from a login.")
    }

    /// The whole response.
    var response: [UInt8] {
        let body = html
        let reason = Self.reasons[status] ?? "Refused"
        var head = "HTTP/1.1 \(status) \(reason)\r\n"
        head += "Content-Type: text/html; charset=utf-8\r\n"
        head += "Content-Length: \(body.utf8.count)\r\n"
        head += "Connection: close\r\n"
        head += "Cache-Control: no-store\r\n"
        head += "Referrer-Policy: no-referrer\r\n"
        head += "Content-Security-Policy: \(Self.policy)\r\n"
        head += "X-Content-Type-Options: nosniff\r\n"
        head += "X-Frame-Options: DENY\r\n"
        head += "Cross-Origin-Opener-Policy: same-origin\r\n"
        if status == 405 { head += "Allow: GET\r\n" }
        return Array((head + "\r\n" + body).utf8)
    }

    private var html: String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title)</title>
        <style>\(Self.style)</style>
        <main><h1>\(title)</h1><p>\(text)</p></main>
        <script>\(Self.script)</script>
        </html>

        """
    }

    private static let reasons = [
        200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        408: "Request Timeout", 410: "Gone", 421: "Misdirected Request", 431: "Request Header Fields Too Large",
        505: "HTTP Version Not Supported",
    ]

    private static let style = """
        :root{color-scheme:light dark}\
        body{margin:0;min-height:100vh;display:grid;place-items:center;font:1rem/1.5 system-ui,sans-serif}\
        main{max-width:26rem;padding:2rem;text-align:center}h1{font-size:1.4rem;margin:0 0 .5rem}\
        p{margin:0;opacity:.75}
        """
    private static let script = "history.replaceState(null,'',location.pathname);window.close()"

    private static let policy = """
        default-src 'none'; style-src '\(styleHash)'; script-src '\(scriptHash)'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """
    private static let styleHash = "sha256-Gq8PYHDH6TUiCMAqQ5rxWEbZBKoKOsXkqZG4DYT2CYM="
    private static let scriptHash = "sha256-KcZD9YO9N91Q6sK87q8ntQf8y52sLV/O5kPS1K9Rlss="
}
