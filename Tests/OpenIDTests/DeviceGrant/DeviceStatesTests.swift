import HTTPMessages
import OpenID
import OpenIDDoubles
import Synchronization
import Testing
import TransportDoubles

/// The progress of a device's login as an asynchronous sequence.
@Suite(.timeLimit(.minutes(30))) struct DeviceStatesTests {
    private let alarm = ManualAlarm()

    private func login(_ responses: [(Int, String)]) async throws -> DeviceLogin<Credentials, OpenIDError> {
        let rest = Mutex(responses[...])
        let transport = StubTransport { request in
            guard request.url.path == "/token", let (status, body) = rest.withLock({ $0.popFirst() }) else {
                let codes = """
                    {"device_code": "D", "user_code": "U", "verification_uri": "https://d.example", "expires_in": 300}
                    """
                return .success(TransportResponse(status: 200, body: Array(codes.utf8)))
            }
            return .success(TransportResponse(status: status, body: Array(body.utf8)))
        }
        let client = try ExampleProvider.client(transport)
        let authorization = try await client.deviceAuthorization().start()
        return client.login(deviceAuthorization: authorization).timed(by: alarm.time, alarm.alarm)
    }

    /// Advances the clock by each pause of a login.
    private func pass(_ count: Int) async {
        for _ in 0..<count {
            guard let delay = await alarm.nextDelay() else { return }
            alarm.advance(by: delay)
        }
    }

    private static let pending = (400, #"{"error": "authorization_pending"}"#)

    @Test func `the codes, each poll, and the credentials`() async throws {
        let login = try await login([Self.pending, Self.pending, (200, ExampleProvider.tokens)])

        async let time: Void = pass(3)
        var seen: [String] = []
        for try await state in login.states() {
            switch state {
            case .codeIssued(let codes): seen.append(codes.userCode)
            case .pending: seen.append("pending")
            case .authorized(let credentials): seen.append(credentials.accessToken)
            }
        }
        await time

        #expect(seen == ["U", "pending", "pending", "AT"])
    }

    @Test func `a denial is the error of the sequence`() async throws {
        let login = try await login([(400, #"{"error": "access_denied"}"#)])

        async let time: Void = pass(1)
        var count = 0
        let error = await #expect(throws: OpenIDError.self) { for try await _ in login.states() { count += 1 } }
        await time

        #expect(error?.providerCode == "access_denied")
        #expect(count == 1)
    }

    @Test func `the end of the iteration ends the polling`() async throws {
        let login = try await login([Self.pending])

        for try await _ in login.states() { break }

        #expect(alarm.waiting == 0)
    }
}
