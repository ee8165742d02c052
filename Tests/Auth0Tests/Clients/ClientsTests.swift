import Auth0
import ByteEncodings
import RequestPipeline
import Testing
import TransportDoubles

/// The modifiers that all clients have in common.
@Suite struct ClientsTests {
    private let wire = Wire("{}")

    /// Starts a request of a client and ignores its result.
    private struct Client: CustomTestStringConvertible {
        let testDescription: String
        let send: @Sendable (Wire, Settings) async -> Void
    }

    private struct Settings {
        var library: String?
        var isTracked = true
        var logger: (any Logger)?

        func applied<Client: Trackable & Loggable>(to client: Client) -> Client {
            var client = logger.map { client.using(logger: $0) } ?? client
            if let library { client.using(inLibrary: library, version: "9") }
            client.tracking(enabled: isTracked)
            return client
        }
    }

    private static let clients = [
        Client(testDescription: "Authentication") { wire, settings in
            _ = try? await changed(settings.applied(to: wire.authentication).login(email: "e", code: "1"))
        },
        Client(testDescription: "MFA") { wire, settings in
            _ = try? await changed(settings.applied(to: wire.mfa).verify(otp: "1", mfaToken: "M"))
        },
        Client(testDescription: "My Account") { wire, settings in
            let account = Auth0.myAccount(token: "T", domain: "tenant.example.com", session: wire.transport)
            _ = try? await changed(settings.applied(to: account).authenticationMethods.enrollTOTP())
        },
        Client(testDescription: "My Account, methods") { wire, settings in
            _ = try? await changed(settings.applied(to: wire.myAccount()).enrollTOTP())
        },
        Client(testDescription: "Users") { wire, settings in
            _ = try? await changed(settings.applied(to: wire.users()).link("1", withOtherUserToken: "T"))
        },
    ]

    private static func changed<Value, Failure>(_ request: Request<Value, Failure>) async throws -> Value {
        try await request.parameters(["scope": "a", "key": "value"])
            .headers(["X-Key": "value", "auth0-client": "mine"]).start()
    }

    @Test(arguments: clients)
    private func `accepts parameters and header fields, but not the telemetry's`(client: Client) async throws {
        await client.send(wire, Settings())

        #expect(wire.sent.contains(#""key":"value""#))
        #expect(wire.sent.contains(#""scope":"openid a""#))
        #expect(wire.field("X-Key") == "value")
        #expect(wire.field("Content-Type") == "application/json")
        let telemetry = try Base64URL.decode(try #require(wire.field("Auth0-Client")))
        #expect(String(decoding: telemetry, as: UTF8.self).contains(#""name":"auth0-streams""#))
    }

    @Test(arguments: clients)
    private func `names the wrapping library, or none`(client: Client) async throws {
        await client.send(wire, Settings(library: "lib"))
        let telemetry = String(
            decoding: try Base64URL.decode(try #require(wire.field("Auth0-Client"))), as: UTF8.self)
        #expect(telemetry.contains(#""name":"lib","version":"9""#) && telemetry.contains(#""core":"#))

        await client.send(wire, Settings(isTracked: false))
        #expect(wire.field("Auth0-Client") == nil)
    }

    @Test(arguments: clients)
    private func `logs requests and responses`(client: Client) async throws {
        let log = LogRecorder()

        await client.send(wire, Settings(logger: log))

        let texts = await log.next(2)
        #expect(texts.first?.hasPrefix("POST https://tenant.example.com/") == true)
        #expect(texts.last?.hasPrefix("200\n") == true)
    }
}
