import Auth0
import Foundation
import HTTPMessages
import OpenID
import Synchronization
import TenantEmulator
import Testing

/// Headers of the first load, with agents that cannot send them; `WebKitWindowTests` has one that can.
@Suite struct HeaderTests {
    /// A logger that records the name of the agent that opened a page.
    private final class Openings: Logger {
        let sources = Mutex<[String]>([])

        func trace(request: TransportRequest) {}
        func trace(response: TransportResponse) {}
        func trace(url: String, source: String?) { sources.withLock { $0.append(source ?? "") } }
    }

    private let tenant: EmulatedTenant

    init() throws { tenant = try EmulatedTenant.start(.anyPort) }

    private var webAuth: any WebAuth {
        Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort.provider(
            StandInBrowser(tenant).provider
        )
        .allowingConcurrentLogins()
    }

    @Test func `the log names headers that an agent does not send, without their values`() async throws {
        let log = Openings()
        _ = try await webAuth.headers(["X-Secret": "s3cret"]).headers(["X-Other": "o"]).using(logger: log).start()

        #expect(log.sources.withLock { $0 }.contains("StandInBrowser, without the headers X-Secret, X-Other"))
    }

    @Test(arguments: [
        ["X-A": "a\r\nX-B: b"], ["X-A": "a\nb"], ["X-A": "a\0"], ["X-A\r\nX-B": "b"], ["": "a"], ["X A": "a"],
    ])
    func `T8 an invalid header fails the login before a page is opened`(headers: [String: String]) async {
        let error = await #expect(throws: WebAuthError.self) { try await webAuth.headers(headers).start() }
        #expect((error?.cause as? AuthorizationError)?.code == .requestInvalid || error == .other)
        #expect(tenant.journal.isEmpty)
    }
}
