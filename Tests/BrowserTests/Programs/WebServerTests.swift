import Foundation
import Glibc
import HTTPMessages
import LibcurlTransport
import PostgresDatabases
import PostgresStore
import ProgramRunner
import TenantEmulator
import Testing
import WebDriverClient

/// The example of a web server: two processes behind nginx, whose users have their credentials in PostgreSQL.
@Suite(.timeLimit(.minutes(30))) struct WebServerTests {
    /// nginx and two processes of the example, and the tenant of their users.
    private final class Site: Sendable {
        let base: String
        let tenant: EmulatedTenant
        let folder = TemporaryFolder()
        private let program: LeashedProgram

        init() async throws {
            let port = try FreePort.find()
            base = "http://127.0.0.1:\(port)"
            var configuration = TenantConfiguration()
            configuration.accessTokenLifetime = .seconds(1)
            configuration.seed.clients.append(
                TenantSeed.Client(
                    id: "web", name: "Todos", secret: "a-secret-of-the-site-in-2026", callbacks: [base + "/callback"],
                    logoutURLs: [base + "/logged-out"]))
            tenant = try EmulatedTenant.start(configuration)
            let database = try await PostgresProgram.shared.value.database()
            let variables = [
                // A slash at the end is another spelling of the same domain (N9).
                "AUTH0_DOMAIN": tenant.domain + "/", "AUTH0_CLIENT_ID": "web",
                "CLIENT_SECRET": "a-secret-of-the-site-in-2026",
                "BASE_URL": base, "PGHOST": database.folder, "PGPORT": "\(database.port)",
                "PGDATABASE": database.name, "PGUSER": "owner", "SEALING_KEY": String(repeating: "5a", count: 32),
            ]
            try Self.script(variables).write(toFile: folder.path + "/run", atomically: true, encoding: .utf8)
            try Self.configuration(port, folder.path)
                .write(toFile: folder.path + "/nginx.conf", atomically: true, encoding: .utf8)
            (program, _) = try await LeashedProgram.start("/bin/sh -e \(folder.path)/run \(folder.path)") { output in
                output.contains("ready\n") ? true : nil
            }
        }

        deinit { program.stop() }

        /// Starts the processes beside the tests' executable, then nginx.
        private static func script(_ variables: [String: String]) -> String {
            let server = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
                .appending(path: "WebServer").path
            let library = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ["LD_LIBRARY_PATH": $0] } ?? [:]
            let exports = variables.merging(library) { $1 }.map { "export \($0.key)='\($0.value)'" }
            return """
                cd "$1"
                \(exports.joined(separator: "\n"))
                await() {
                    n=0
                    until [ -e "$1" ]; do n=$((n + 1)); [ $n -lt 1200 ]; sleep 0.05; done
                }
                '\(server)' 1.socket &
                '\(server)' 2.socket &
                await 1.socket
                await 2.socket
                nginx -e stderr -p "$1" -c "$1/nginx.conf" &
                await nginx.pid
                echo ready
                wait
                """
        }

        /// The configuration of the example, with the places of this test.
        private static func configuration(_ port: UInt16, _ folder: String) throws -> String {
            let text = try String(
                contentsOfFile: "\(Checkout.path)/Examples/Sources/WebServer/nginx.conf", encoding: .utf8)
            // nginx gives up the rights of root, and with them the access to the folder.
            return (geteuid() == 0 ? "user root;\n" : "")
                + text.replacing("127.0.0.1:3000", with: "127.0.0.1:\(port)").replacing("/run/todos", with: folder)
        }

        /// Fetches a page without cookies.
        func status(_ path: String, _ method: TransportMethod = .get, _ fields: TransportFields = [:]) async throws
            -> Int
        {
            let request = TransportRequest(method: method, url: try HTTPURL(base + path), fields: fields)
            return try await CurlTransport.standard.response(to: request).status
        }
    }

    private let site: Site

    init() async throws { site = try await Site() }

    @Test func `a user stays logged in when the process that served the login is killed`() async throws {
        try await withBrowser { browser in
            try await browser.visit(site.base)
            try await browser.click("#login")
            try await browser.logIn()
            // The login page has a heading, too.
            try await browser.wait(for: "#process")
            #expect(try await browser.text("h1") == "Hello, John Appleseed")
            let process = try #require(pid_t(try await browser.text("#process")))

            #expect(kill(process, SIGKILL) == 0)
            // The other process serves every page, and renews as soon as the token of a second has expired.
            let renewals = site.tenant.counters.renewals
            repeat {
                try await browser.visit(site.base)
                #expect(try await browser.text("h1") == "Hello, John Appleseed")
                #expect(try await browser.text("#process") != "\(process)")
            } while site.tenant.counters.renewals < renewals + 2
            try await browser.click("a[href='/todos']")
            #expect(try await browser.text("h1").hasPrefix("The todos of auth0|"))
            #expect(site.tenant.counters.refreshTokenReuses == 0)
        }
    }

    @Test func `N4 an interrupted renewal leads to a login, as the article says`() async throws {
        try await withBrowser { browser in
            try await browser.visit(site.base + "/todos")
            try await browser.logIn()
            try await browser.wait(for: "#process")
            site.tenant.faults.set(.loseResponse, on: "/oauth/token", grant: "refresh_token", times: 1)

            var heading = ""
            repeat {
                try await browser.visit(site.base)
                heading = try await browser.text("h1")
            } while ["Hello, John Appleseed", "Please try again in a minute"].contains(heading)

            #expect(heading == "Welcome")
            #expect(site.tenant.counters.refreshTokenReuses == 1)
        }
    }

    @Test func `logging out ends both sessions, and needs the origin of the site`() async throws {
        try await withBrowser { browser in
            try await browser.visit(site.base + "/todos")
            try await browser.logIn()
            // The login page has a heading, too.
            try await browser.wait(for: "#process")
            #expect(try await browser.text("h1") == "Hello, John Appleseed")
            #expect(try await site.status("/logout", .post, ["Origin": "https://evil.example"]) == 403)
            #expect(try await site.status("/logout", .post) == 403)

            try await browser.click("button")
            try await browser.wait(for: "#login")
            #expect(try await browser.text("h1") == "Welcome")
            try await browser.click("#login")
            try await browser.wait(for: "#username")
        }
    }

    @Test func `the API needs a token, and a callback the browser that began the login`() async throws {
        #expect(try await site.status("/api/todos") == 401)
        #expect(try await site.status("/api/todos", .get, ["Authorization": "Bearer e30.e30.e30"]) == 401)
        #expect(try await site.status("/callback?code=a&state=b") == 400)
        #expect(try await site.status("/callback?code=a&state=b", .get, ["Cookie": "login=unknown"]) == 400)
        #expect(try await site.status("/logged-out?state=b", .get, ["Cookie": "logout=unknown"]) == 400)
        #expect(try await site.status("/nowhere") == 404)
        #expect(try await site.status("/") == 200)
    }

    @Test func `N4 an empty request ends its connection, not the process`() async throws {
        let script = """
            import socket, sys
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(sys.argv[1])
            connection.sendall(b"0:,")
            connection.shutdown(socket.SHUT_WR)
            sys.exit(len(connection.recv(1)))
            """

        for number in 1...2 {
            let run = try await ProgramRun("/usr/bin/python3", ["-c", script, "\(site.folder.path)/\(number).socket"])
            #expect(run.status == 0)
        }

        #expect(try await site.status("/") == 200)
    }
}
