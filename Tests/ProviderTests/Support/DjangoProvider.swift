import ByteEncodings
import Foundation
import OpenID
import ProgramRunner
import Synchronization
import WebDriverClient

/// An independent provider: Django OAuth Toolkit, in a process of its own.
///
/// One serves all tests of a process. Each brings a person and a browser of its own: a logout there ends all tokens of
/// the person.
struct DjangoProvider: Sendable {
    /// The issuer.
    let issuer: String
    private let program: LeashedProgram

    /// A program that people install: any port on loopback, and no secret.
    static let native = "native"
    /// A device without a browser.
    static let device = "device"
    /// A server, and its secret.
    static let server = (id: "server", secret: "a secret: with+all %kinds&of=characters")

    /// Whether there is one to ask; `make test` demands it, so that tests fail and are not skipped.
    static var isExpected: Bool {
        FileManager.default.isExecutableFile(atPath: Checkout.path + "/.build/python/bin/django-admin")
            || ProcessInfo.processInfo.environment["JUDGES"] == "required"
    }

    /// A user with an account.
    struct Person: Sendable {
        static let password = "Wonderland-2026"

        /// A unique user name.
        let name = "alice-\(UUID().uuidString.lowercased())"
        var email: String { "\(name)@example.org" }
    }

    /// The provider of this process, started if need be.
    static func ofProcess() async throws -> DjangoProvider {
        let task = starting.withLock { starting in
            let task = starting ?? Task { try await start() }
            starting = task
            return task
        }
        return try await task.value
    }

    private static let starting = Mutex<Task<DjangoProvider, any Error>?>(nil)

    private static let clients = """
        [{"id": "\(native)", "redirect_uris": ["http://127.0.0.1/callback", "http://[::1]/callback"],
          "post_logout_redirect_uris": ["http://127.0.0.1/callback"]},
         {"id": "\(device)", "device": true},
         {"id": "\(server.id)", "secret": "\(server.secret)", "redirect_uris": ["http://127.0.0.1/callback"]}]
        """

    private static func start() async throws -> DjangoProvider {
        let root = Checkout.path
        let words = [root + "/.build/python/bin/python3", "-B", root + "/Tests/Providers/django/provider.py", clients]
        let command = words.map { "'\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: " ")
        let (program, issuer) = try await LeashedProgram.start(command, ready: issuer)
        return DjangoProvider(issuer: issuer, program: program)
    }

    /// The issuer of the line that it prints when it is ready.
    @Sendable private static func issuer(in said: String) -> String? {
        let lines = said.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.lazy.compactMap { try? JSONValue(parsing: Array($0.utf8))["issuer"]?.string }.first
    }
}

extension DjangoProvider {
    /// The page that says who is logged in.
    var origin: String { String(issuer.dropLast("/o".count)) + "/" }

    /// The provider, by its metadata.
    func provider() async throws -> OpenIDProvider { try await discover(issuer).start() }

    /// The program that people install.
    func client() async throws -> OpenIDClient { try await provider().client(id: Self.native) }

    /// A window in which a person logs in.
    func window(of person: Person, in browser: PlainBrowser) -> LoginWindow {
        SteeredWindow.of(browser) { try await $0.logInToDjango(as: person) }
    }

    /// A real window in which a person logs in.
    func window(of person: Person, in browser: Browser) -> LoginWindow {
        SteeredWindow.of { address in
            try await browser.visit(address)
            try await browser.type(person.name, into: "[name=username]")
            try await browser.type(Person.password, into: "[name=password]")
            try await browser.click("button")
        }
    }
}

extension PlainBrowser {
    /// Logs in at Django's page.
    func logInToDjango(as person: DjangoProvider.Person) async throws {
        try await submit(["username": person.name, "password": DjangoProvider.Person.password])
    }
}
