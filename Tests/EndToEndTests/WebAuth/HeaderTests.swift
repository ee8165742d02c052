import Auth0
import Foundation
import OpenID
import TenantEmulator
import Testing
import TransportDoubles

/// Headers of the first load, with agents that cannot send them; `WebKitWindowTests` has one that can.
@Suite struct HeaderTests {
    private let tenant: EmulatedTenant

    init() throws { tenant = try EmulatedTenant.start(.anyPort) }

    private var webAuth: any WebAuth {
        Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort.provider(
            StandInBrowser(tenant).provider
        )
        .allowingConcurrentLogins()
    }

    @Test func `the log names headers that an agent does not send, without their values`() async throws {
        let log = LogRecorder()
        _ = try await webAuth.headers(["X-Secret": "s3cret"]).headers(["X-Other": "o"]).using(logger: log).start()

        let messages = await log.all()
        #expect(messages.contains { $0.hasPrefix("StandInBrowser, without the headers X-Secret, X-Other: ") })
        #expect(!messages.joined().contains("s3cret"))
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
