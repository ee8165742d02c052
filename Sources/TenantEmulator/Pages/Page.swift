/// A page.
struct Page: Sendable {
    let title: String
    let content: HTML
    /// The tenant's domain, which the ribbon shows.
    let address: String
    var language = Language.english
    /// The file names of scripts; unless the content says otherwise, the page works without them.
    var scripts: [String] = []
    /// The source expression of the only origin whose pages may frame the page; `nil` for none.
    var frameAncestor: String?
    var head: HTML = ""
    /// The CSS class of the body.
    var kind = "card-page"

    /// Creates the response.
    ///
    /// Its headers forbid foreign resources, framing and caching, and limit the referrer to the same origin. They do
    /// not limit the targets of forms: browsers apply such a limit to the redirects of the application behind its
    /// callback.
    func response(_ status: Int = 200) -> HTTPResponse {
        let policy = [
            "default-src 'none'", "style-src 'self'", "script-src 'self'", "connect-src 'self'", "img-src 'self' data:",
            "base-uri 'none'", "frame-ancestors \(frameAncestor ?? "'none'")",
        ]
        let response = HTTPResponse.page(document.text, status, policy: policy.joined(separator: "; "))
        return frameAncestor == nil ? response.with("X-Frame-Options", "DENY") : response
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
        \(head)\(scripts.map { "<script src=\"/u/assets/\($0)\" defer></script>\n" as HTML })</head>
        <body class="\(kind)">
        <aside class="ribbon" aria-label="\(language.words.emulator)">\(language.words.emulator) \
        <span class="address">\(address)</span></aside>
        \(content)
        </body>
        </html>

        """
    }
}

extension HTTPResponse {
    static func page(_ text: String, _ status: Int, policy: String) -> HTTPResponse {
        HTTPResponse(
            status,
            headers: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", policy), ("Referrer-Policy", "same-origin"),
                ("X-Content-Type-Options", "nosniff"),
            ], body: Array(text.utf8))
    }

    /// Creates a redirect whose target browsers request with GET, as the service answers.
    static func found(_ location: String) -> HTTPResponse {
        HTTPResponse(302, headers: [("Location", location), ("Cache-Control", "no-store")])
    }
}
