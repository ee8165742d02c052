import HTTPMessages

/// The page that the browser shows after the redirect, without any part of the address, which may leak (RFC 9700 §4.2).
///
/// It clears the address bar and closes its tab if the browser allows it. It loads nothing; style and script are pinned
/// by hash. A document of the program has its own styles and embedded images, but no other script.
struct CallbackPage: Sendable {
    let status: Int
    let title: String
    let text: String
    var isGood = false
    /// The language of the title and the text, as a BCP 47 tag.
    var language = "en"
    /// The document of the program that is shown instead of the title and the text.
    var document: String?
    var fields: [String] = []

    /// The page for a successful response.
    static func completed(_ occasion: CallbackListener.Occasion) -> CallbackPage {
        CallbackPage(
            status: 200, title: occasion == .login ? "You are logged in" : "You are logged out",
            text: "You can close this tab and go back to the application.", isGood: true)
    }
    /// The page for an error response of the provider.
    static func failed(_ occasion: CallbackListener.Occasion) -> CallbackPage {
        CallbackPage(
            status: 200, title: "The \(occasion.rawValue) was not completed",
            text: "The application has been told why. You can close this tab and go back to it.")
    }
    /// The page for a request that is not the expected response.
    static func ignored(_ occasion: CallbackListener.Occasion) -> CallbackPage {
        CallbackPage(
            status: 400, title: "This is not the response to a \(occasion.rawValue)",
            text: "The application is still waiting. Go back to the tab that it opened.")
    }
    /// The page for a request after the response.
    static func gone(_ occasion: CallbackListener.Occasion) -> CallbackPage {
        CallbackPage(
            status: 410, title: "This \(occasion.rawValue) is over",
            text: "Its response has been used. You can close this tab.")
    }
    /// The redirect from the start page of the browser.
    static func redirect(to target: HTTPURL, cookie: String) -> CallbackPage {
        CallbackPage(
            status: 303, title: "The page is on its way", text: "Your browser goes there by itself.",
            fields: ["Location: \(target.string)", "Set-Cookie: \(cookie)"])
    }
    /// The page for a second browser that opens the start page of the first one.
    static func opened(_ occasion: CallbackListener.Occasion) -> CallbackPage {
        CallbackPage(
            status: 410, title: "This \(occasion.rawValue) was opened before",
            text: "Go back to the tab that it opened, or begin again in the application.")
    }
    static let notFound = CallbackPage(
        status: 404, title: "Nothing is here", text: "Only the response to a login or logout is received here.")

    /// The page for a malformed or forbidden request.
    static func refusal(_ status: Int) -> CallbackPage {
        CallbackPage(status: status, title: "Refused", text: "This is not how a browser comes back from a login.")
    }

    var response: [UInt8] {
        let body = document.map { "\($0)\n<script>\(Self.script)</script>\n" } ?? html
        let reason = Self.reasons[status] ?? "Refused"
        let lines = [
            "HTTP/1.1 \(status) \(reason)", "Content-Type: text/html; charset=utf-8",
            "Content-Length: \(body.utf8.count)", "Connection: close", "Cache-Control: no-store",
            "Referrer-Policy: no-referrer",
            "Content-Security-Policy: \(document == nil ? Self.policy : Self.documentPolicy)",
            "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Cross-Origin-Opener-Policy: same-origin",
        ]
        let allowed = status == 405 ? ["Allow: GET"] : []
        return Array((lines + allowed + fields + ["", body]).joined(separator: "\r\n").utf8)
    }

    private var html: String {
        let (title, text) = (title.escapedForHTML, text.escapedForHTML)
        return """
            <!doctype html>
            <html lang="\(language.escapedForHTML)">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>\(Self.style)</style>
            <main class="\(isGood ? "good" : "bad")">
            <p class="mark" aria-hidden="true">\(isGood ? "✓" : "!")</p>
            <h1>\(title)</h1><p>\(text)</p>
            </main>
            <script>\(Self.script)</script>
            </html>

            """
    }

    private static let reasons = [
        200: "OK", 303: "See Other", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        408: "Request Timeout", 410: "Gone", 421: "Misdirected Request", 431: "Request Header Fields Too Large",
        505: "HTTP Version Not Supported",
    ]

    private static let style = """
        :root{color-scheme:light dark;--ground:#f4f5f7;--box:#fff;--ink:#1e212a;--soft:#5d6470;--good:#1a7f47;\
        --bad:#a15c00}@media(prefers-color-scheme:dark){:root{--ground:#14161b;--box:#1f222a;--ink:#eef0f4;\
        --soft:#a4abb8;--good:#6fd69b;--bad:#f2b457}}\
        body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--ink);\
        font:1rem/1.5 system-ui,"DejaVu Sans",sans-serif}\
        main{box-sizing:border-box;width:min(26rem,100% - 2rem);padding:2.5rem 1.5rem;border-radius:12px;\
        background:var(--box);text-align:center;box-shadow:0 12px 40px #00000022}\
        .mark{width:3.5rem;margin:0 auto 1.25rem;border:2px solid;border-radius:50%;font-size:1.6rem;line-height:3.5rem}\
        .good .mark{color:var(--good)}.bad .mark{color:var(--bad)}\
        h1{font-size:1.4rem;line-height:1.25;margin:0 0 .5rem;text-wrap:balance}\
        p{margin:0;color:var(--soft);text-wrap:balance}
        """
    private static let script = "history.replaceState(null,'',location.pathname);window.close()"

    private static let policy = """
        default-src 'none'; style-src '\(styleHash)'; script-src '\(scriptHash)'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """
    private static let documentPolicy = """
        default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src '\(scriptHash)'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """
    private static let styleHash = "sha256-xx5P6Q1xz27VWqDKWps7BZ8tFPGdnQQm/4K+QcaYWEQ="
    private static let scriptHash = "sha256-KcZD9YO9N91Q6sK87q8ntQf8y52sLV/O5kPS1K9Rlss="
}
