/// A whole page for a browser.
struct Page: Sendable {
    let title: String
    let content: HTML
    var language = Language.english
    /// Where its forms may lead, redirects included, beside the origin that shows it.
    var formTargets: [String] = []
    /// A script of the tenant's own; the page works without unless its content says otherwise.
    var script: String?
    /// What else belongs into the head.
    var head: HTML = ""
    /// The class of the body.
    var kind = "card-page"

    /// The page as an answer.
    ///
    /// Nothing may be loaded from elsewhere, framed or kept, and no address leaks to where its links lead.
    func response(_ status: Int = 200) -> HTTPResponse {
        let policy = [
            "default-src 'none'", "style-src 'self'", "script-src 'self'", "connect-src 'self'", "img-src 'self' data:",
            "base-uri 'none'", "frame-ancestors 'none'",
            "form-action \((["'self'"] + formTargets).joined(separator: " "))",
        ]
        return HTTPResponse(
            status,
            headers: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", policy.joined(separator: "; ")), ("Referrer-Policy", "same-origin"),
                ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
            ], body: Array(document.text.utf8))
    }

    private var document: HTML {
        """
        <!doctype html>
        <html lang="\(language.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="/u/assets/style.css">
        \(head)\(script.map { "<script src=\"/u/assets/\($0)\" defer></script>\n" as HTML })</head>
        <body class="\(kind)">
        \(content)
        </body>
        </html>

        """
    }
}

extension HTTPResponse {
    /// An answer that sends the browser on; the next request is a GET.
    static func seeOther(_ location: String) -> HTTPResponse {
        HTTPResponse(303, headers: [("Location", location), ("Cache-Control", "no-store")])
    }
}
