import Foundation
import HTTPMessages
import LibcurlTransport
import OpenID
import ProgramRunner
import Synchronization
import Testing
import TransportDoubles

/// The requests that end a logout without a `state`, and those that do not.
@Suite struct LogoutWithoutStateTests {
    /// A window whose page sends the browser to addresses, one after another.
    private struct Page: UserAgent {
        let addresses: [String]
        let statuses: AsyncStream<Int>.Continuation

        func start() {
            Task {
                for address in addresses {
                    let request = TransportRequest(method: .get, url: try HTTPURL(address))
                    statuses.yield(await CurlTransport.standard.status(of: request))
                }
                statuses.finish()
            }
        }

        func finish(with result: Result<Void, AuthorizationError>) {}
    }

    private func statuses(of queries: [String], _ change: (BrowserLogout) -> BrowserLogout) async throws -> [Int] {
        let page = "http://127.0.0.1:\(try FreePort.find())"
        let client = try ExampleProvider.client(StubTransport(body: "")) { metadata in
            metadata.endSessionEndpoint = try HTTPURL("https://op.example.com/logout")
        }
        let (statuses, continuation) = AsyncStream<Int>.makeStream()
        let window = LoginWindow { _, _ in Page(addresses: queries.map { page + $0 }, statuses: continuation) }
        let logout = change(client.logout().redirectURI("\(page)/callback").window(window).allowingConcurrentLogins())

        try await logout.start()

        return await statuses.reduce(into: []) { $0.append($1) }
    }

    @Test(arguments: ["", "?", "?error=access_denied", "?state=anything", "?drive=by"])
    func `A18 without a state any request for the redirect URI ends the logout`(query: String) async throws {
        let statuses = try await statuses(of: ["/", "/other\(query)", "/callback\(query)"]) { $0.withoutState() }

        #expect(statuses.count == 3 && statuses[0] >= 400 && statuses[1] >= 400)
        #expect(statuses.last == 200)
    }
}

extension CurlTransport {
    /// The status of the response to a request; 0 without one.
    func status(of request: TransportRequest) async -> Int {
        await withCheckedContinuation { continuation in
            _ = send(request) { continuation.resume(returning: (try? $0.get().status) ?? 0) }
        }
    }
}
