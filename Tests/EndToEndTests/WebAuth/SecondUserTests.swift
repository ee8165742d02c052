import Auth0
import Foundation
import HTTPMessages
import ProgramRunner
import TenantEmulator
import Testing

/// Another user of the machine, who has read the arguments of the browser.
@Suite(.enabled(if: geteuid() == 0, "only root can become another user"))
struct SecondUserTests {
    @Test func `A7 A2 a second user can neither begin nor finish a login`() async {
        await #expect(processExitsWith: .success) {
            let tenant = try EmulatedTenant.start(.anyPort)
            let opened = AsyncStream<URL>.makeStream()
            let script = try BrowserScript { opened.continuation.yield($0) }
            setenv("BROWSER", script.command, 1)
            let login = Task {
                try await Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort.start()
            }
            var openings = opened.stream.makeAsyncIterator()
            let start = try #require(await openings.next())

            // The address is public: the second user asks for it, and learns nothing.
            let stolen = try await SecondUserTests.asSecondUser(start.absoluteString)
            #expect(stolen.hasPrefix("403 ") && !stolen.contains("state="))

            // Even a second user who knows the page sends no response: neither one of their own login nor an error.
            let page = await start.redirected()
            let (callback, state) = (page.parameters["redirect_uri"] ?? "", page.parameters["state"] ?? "")
            #expect(page.path == "/authorize" && state.utf8.count == 43)
            for query in ["code=stolen&state=\(state)", "error=access_denied&state=\(state)", "error=access_denied"] {
                #expect(try await SecondUserTests.asSecondUser("\(callback)?\(query)").hasPrefix("400 "))
            }

            await StandInBrowser(tenant).visit(page)
            #expect(try await !login.value.accessToken.isEmpty)
        }
    }

    @Test func `A7 A18 a second user and a page without the state do not finish a logout`() async {
        await #expect(processExitsWith: .success) {
            let tenant = try EmulatedTenant.start(.anyPort)
            let opened = AsyncStream<URL>.makeStream()
            let script = try BrowserScript { opened.continuation.yield($0) }
            setenv("BROWSER", script.command, 1)
            let logout = Task {
                try await Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort.clearSession()
            }
            var openings = opened.stream.makeAsyncIterator()
            let start = try #require(await openings.next())
            let page = await start.redirected()
            let target = try #require(page.parameters["returnTo"])
            let callback = String(target.prefix { $0 != "?" })

            for query in ["", "?state=", "?state=\(String(repeating: "x", count: 43))", "?error=access_denied"] {
                #expect(await URL(string: callback + query)?.response()?.status == 400)
            }
            #expect(try await SecondUserTests.asSecondUser(target).hasPrefix("400 "))

            // The tenant allows the address although it is registered without a query, and keeps the query.
            #expect(await page.response()?.location == target)
            #expect(await URL(string: target)?.response()?.status == 200)
            try await logout.value
        }
    }

    /// The status and the fields of the response to a request of another user.
    private static func asSecondUser(_ address: String) async throws -> String {
        let script = """
            import sys, urllib.request, urllib.error
            class Stay(urllib.request.HTTPRedirectHandler):
                def redirect_request(self, *parts): return None
            opener = urllib.request.build_opener(Stay, urllib.request.ProxyHandler({}))
            try: response = opener.open(sys.argv[1])
            except urllib.error.HTTPError as error: response = error
            print(response.status, response.headers, response.read())
            """
        let run = try await ProgramRun(
            "/usr/bin/setpriv", ["--reuid=65534", "--clear-groups", "/usr/bin/python3", "-c", script, address])
        return String(decoding: run.output, as: UTF8.self)
    }
}
