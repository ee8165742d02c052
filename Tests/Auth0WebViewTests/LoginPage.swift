/// A replacement for the tenant's login page with a script that acts as the user.
enum LoginPage {
    /// Logs in.
    case logsIn
    /// Sets a persistent cookie, and logs in.
    case logsInAndRemembers
    /// Reports that it is loaded, and does nothing.
    case waits
    /// Closes its window.
    case closes
    /// Requests everything that a window refuses, and logs in.
    case wanders

    var text: String { "<!doctype html><title>Log in</title>\(markup)<script>\(Self.logIn)\(script)</script>" }

    private static let logIn = """
        function logIn() {
            const config = JSON.parse(atob("@@config@@")), form = document.createElement("form")
            form.method = "post"
            form.action = config.loginURL
            for (const [name, value] of Object.entries({
                username: "john@example.com", password: "Sesame-2026!",
                state: config.internalOptions.state, _csrf: config.internalOptions._csrf,
            })) {
                const field = form.appendChild(document.createElement("input"))
                field.name = name
                field.value = value
            }
            document.body.append(form)
            form.submit()
        }

        """

    private var markup: String {
        switch self {
        case .wanders: "<iframe src='file:///etc/passwd'></iframe>"
        default: "<body></body>"
        }
    }

    private var script: String {
        switch self {
        case .logsIn: "addEventListener('load', logIn)"
        case .logsInAndRemembers: "document.cookie = 'kept=yes; path=/; max-age=3600'; addEventListener('load', logIn)"
        case .waits: "fetch('/waiting')"
        case .closes: "window.close()"
        case .wanders:
            """
            addEventListener('load', async () => {
                const opened = ["file:///etc/passwd", "/elsewhere", "org.example.other:/x"].map(url => window.open(url))
                for (const url of [
                    "file:///etc/passwd", "org.example.other:/x", "mailto:a@b.example", "data:text/html,x",
                    "http://elsewhere.example/", "com.example.demo://callback?code=stolen&state=wrong",
                ]) {
                    const link = document.createElement("a")
                    link.href = url
                    document.body.append(link)
                    link.click()
                    await fetch("/tick")
                }
                let isRead = false
                try { isRead = document.querySelector("iframe").contentDocument.body.innerText !== "" } catch {}
                await fetch(`/wandered?windows=${opened.filter(one => one).length}&files=${isRead}`)
                logIn()
            })
            """
        }
    }
}
