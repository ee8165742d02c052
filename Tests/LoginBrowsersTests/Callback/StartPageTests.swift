import Glibc
import HTTPMessages
import LoginBrowsers
import ProgramRunner
import Testing

/// The page with which a browser program is started: its address is the only argument that other users of the machine
/// see.
@Suite struct StartPageTests {
    private let page = StartPage(token: "T0ken", mark: "M4rk")
    private let target: HTTPURL
    private let listener: CallbackListener

    init() throws {
        target = try HTTPURL("https://t.example/authorize?state=SECRET")
        listener = try CallbackListener(.init(start: page)) { $0.query == "state=SECRET" ? .completed : .ignored }
    }

    private func get(_ target: String = "/start/T0ken", _ fields: String = "") -> String {
        listener.answer(to: target, fields: fields)
    }

    private func status(_ target: String = "/start/T0ken", _ fields: String = "") -> Int {
        listener.status(of: target, fields: fields)
    }

    @Test func `A7 the first request is redirected to the login page, and the next one is refused`() {
        page.redirect(to: target)
        let first = get()
        let second = get()

        #expect(first.hasPrefix("HTTP/1.1 303 "))
        for field in ["Location: \(target.string)", "Cache-Control: no-store", "Referrer-Policy: no-referrer"] {
            #expect(first.contains("\r\n\(field)\r\n"))
        }
        #expect(second.hasPrefix("HTTP/1.1 410 "))
        #expect(!second.contains("SECRET") && !second.contains("M4rk"))
    }

    @Test func `A7 a reload in the browser that was redirected is redirected again`() {
        page.redirect(to: target)
        let first = get()

        #expect(first.contains("\r\nSet-Cookie: auth0-login=M4rk; Path=/start/T0ken; HttpOnly; SameSite=Strict\r\n"))
        #expect(status("/start/T0ken", "Cookie: other=1; auth0-login=M4rk\r\n") == 303)
        #expect(status("/start/T0ken", "Cookie: auth0-login=M4rk\r\n") == 303)
        for cookie in ["auth0-login=m4rk", "auth0-login=", "auth0-login=M4rk2", "xauth0-login=M4rk"] {
            #expect(status("/start/T0ken", "Cookie: \(cookie)\r\n") == 410)
        }
    }

    @Test(arguments: [
        "Sec-Purpose: prefetch\r\n", "Sec-Purpose: prefetch;prerender\r\n", "Purpose: prefetch\r\n",
        "Sec-Fetch-Mode: no-cors\r\n", "Sec-Fetch-Dest: iframe\r\n", "Origin: https://evil.example\r\n",
    ])
    func `A7 a request ahead of a navigation, or by a page, does not use the address up`(field: String) {
        page.redirect(to: target)

        #expect(status("/start/T0ken", field) == 403)
        #expect(status() == 303)
    }

    @Test func `A7 another address is not found, and does not use the page up`() {
        page.redirect(to: target)

        for path in ["/start/", "/start/t0ken", "/start/T0ken/", "/start/T0ken2", "/start", "/start/T0ke"] {
            #expect(status(path) == 404)
        }
        #expect(status("/start/T0ken?x=1") == 303)
    }

    @Test func `A7 the page redirects to nothing before there is a login page and after the response`() {
        #expect(status() == 404)
        page.redirect(to: target)
        #expect(status("/callback?state=SECRET") == 200)

        #expect(get().contains("This login is over"))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func `A7 another user is not redirected, and does not use the address up`() async throws {
        page.redirect(to: target)
        let url = "\(listener.origin)\(page.path)"
        let script = """
            import urllib.request, urllib.error
            class Stay(urllib.request.HTTPRedirectHandler):
                def redirect_request(self, *parts): return None
            try: urllib.request.build_opener(Stay, urllib.request.ProxyHandler({})).open("\(url)")
            except urllib.error.HTTPError as error: print(error.code, error.headers, error.read())
            """

        let other = try await ProgramRun(
            "/usr/bin/setpriv", ["--reuid=65534", "--clear-groups", "/usr/bin/python3", "-c", script])
        let own = try await ProgramRun("/usr/bin/python3", ["-c", script])

        let seen = String(decoding: other.output, as: UTF8.self)
        #expect(seen.hasPrefix("403 ") && !seen.contains("SECRET"))
        #expect(String(decoding: own.output, as: UTF8.self).hasPrefix("303 "))
        #expect(String(decoding: own.output, as: UTF8.self).contains("Location: \(target.string)"))
    }

    @Test func `a listener without a redirect URI serves only the page`() throws {
        page.redirect(to: target)
        let listener = try CallbackListener(.init(path: nil, start: page)) { _ in .completed }

        #expect(["/callback?state=SECRET", "/", page.path].map { listener.status(of: $0) } == [404, 404, 303])
    }

    @Test func `A7 the path of a redirect URI may begin like the address of the page`() throws {
        page.redirect(to: target)
        let listener = try CallbackListener(.init(path: "/start/callback", start: page)) { _ in .completed }

        let targets = ["/start/other", page.path, "/start/callback?code=1"]
        #expect(targets.map { listener.status(of: $0) } == [404, 303, 200])
    }
}
