import Auth0
import Dispatch
import Foundation
import HTTPMessages
import OpenID
import OpenIDDoubles
import Streams
import Synchronization
import Testing
import TransportDoubles

@Suite(.timeLimit(.minutes(30))) struct DeviceLoginTests {
    private let alarm = ManualAlarm()

    /// A tenant that issues a code, and then sends scripted responses; the last one is repeated.
    private func script(_ answers: (Int, String)...) -> StubTransport {
        let rest = Mutex(answers[...])
        return StubTransport { request in
            guard !request.url.string.hasSuffix("/oauth/device/code") else {
                return .success(TransportResponse(status: 200, body: Array(Self.codes.utf8)))
            }
            let (status, body) = rest.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? (500, "") }
            guard status > 0 else { return .failure(TransportError(.timedOut)) }
            return .success(TransportResponse(status: status, body: Array(body.utf8)))
        }
    }

    /// The same with a clock that stands still, although the alarms ring.
    private func frozen(
        _ login: DeviceLogin<Credentials, AuthenticationError>
    ) -> DeviceLogin<Credentials, AuthenticationError> {
        login.timed(by: TimeSource(date: { TimeSource.system.now }, uptime: { .zero }), alarm.alarm)
    }

    private static let codes = #"""
        {"device_code":"D","user_code":"WDJB-MJHT","verification_uri":"https://tenant.example.com/activate",
        "expires_in":300,"interval":5}
        """#

    private static func refusal(_ code: String) -> String { #"{"error":"\#(code)","error_description":"x"}"# }

    private func login(_ transport: StubTransport) async throws -> DeviceLogin<Credentials, AuthenticationError> {
        let client = Auth0.authentication(clientId: "the-client", domain: "tenant.example.com", session: transport)
        let authorization = try await client.deviceAuthorization().start()
        return client.login(deviceAuthorization: authorization).timed(by: alarm.time, alarm.alarm)
    }

    /// Advances the clock by each pause of a login.
    ///
    /// - Returns: The pauses in seconds.
    private func pass(_ count: Int) async -> [Int] {
        var seconds: [Int] = []
        for _ in 0..<count {
            guard let delay = await alarm.nextDelay() else { break }
            seconds.append(Int(delay.components.seconds))
            alarm.advance(by: delay)
        }
        return seconds
    }

    @Test func `RFC 8628 §3.1 asks for the codes`() async throws {
        let wire = Wire(Self.codes)

        let authorization = try await wire.authentication.deviceAuthorization(
            audience: "a", scope: "offline_access", organization: "org_1"
        ).start()

        #expect(
            wire.sent == "POST https://tenant.example.com/oauth/device/code "
                + #"{"client_id":"the-client","audience":"a","scope":"openid offline_access","organization":"org_1"}"#)
        #expect(authorization.userCode == "WDJB-MJHT")

        _ = try await wire.authentication.deviceAuthorization().start()
        #expect(wire.sent.hasSuffix(#"{"client_id":"the-client","scope":"openid profile email"}"#))
    }

    @Test func `RFC 8628 §3.4 polls after a pause, with the parameters of the caller`() async throws {
        let transport = script((200, Wire.tokens))
        let login = try await login(transport).modifyingRequests { $0.parameters(["key": "value"]) }

        async let credentials = login.start()
        let delay = await alarm.nextDelay()
        #expect(transport.requests.count == 1)
        alarm.advance(by: .seconds(5))

        #expect(try await credentials.accessToken == "AT")
        #expect(delay == .seconds(5))
        let request = try #require(transport.requests.last)
        #expect(request.url.string == "https://tenant.example.com/oauth/token")
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == #"{"client_id":"the-client","grant_type":"urn:ietf:params:oauth:grant-type:device_code","#
                + #""device_code":"D","key":"value"}"#)
    }

    @Test func `RFC 8628 §3.5 slows down on slow_down, and backs off while requests fail`() async throws {
        let transport = script(
            (403, Self.refusal("authorization_pending")), (429, Self.refusal("slow_down")), (0, ""), (503, "<html>"),
            (400, Self.refusal("authorization_pending")), (200, Wire.tokens))
        let login = try await login(transport)

        async let credentials = login.start()
        let waits = await pass(6)

        #expect(waits == [5, 5, 10, 20, 40, 10])
        #expect(try await credentials.refreshToken == "RT")
    }

    @Test(arguments: ["access_denied", "expired_token", "invalid_grant", "invalid_request"])
    func `RFC 8628 §3.5 every other error is final`(code: String) async throws {
        let transport = script((403, Self.refusal(code)))
        let login = try await login(transport)

        async let waits = pass(1)
        let error = await #expect(throws: AuthenticationError.self) { try await login.start() }

        #expect(error?.code == code)
        #expect(error?.isAccessDenied == (code == "access_denied"))
        #expect(await waits == [5])
        #expect(transport.requests.count == 2)
        #expect(alarm.waiting == 0)
    }

    @Test func `C9 no poll follows a suspension that is longer than the codes last`() async throws {
        let transport = script((403, Self.refusal("authorization_pending")))
        let login = try await login(transport)

        let task = Task { try await login.start() }
        #expect(await alarm.nextDelay() == .seconds(5))
        alarm.advance(by: .seconds(3_600))

        let error = await #expect(throws: AuthenticationError.self) { try await task.value }
        #expect(error?.code == "expired_token")
        #expect(transport.requests.count == 1 && alarm.waiting == 0)
    }

    @Test func `C9 a clock that stands still leads to no poll without a pause`() async throws {
        let transport = script((403, Self.refusal("authorization_pending")))
        let login = frozen(try await login(transport))

        let task = Task { try await login.start() }
        #expect(await pass(100) == Array(repeating: 5, count: 100))
        task.cancel()

        await #expect(throws: AuthenticationError.self) { try await task.value }
        #expect(transport.requests.count <= 101)
    }

    @Test func `C9 no poll follows the last pause, even if the clock stands still`() async throws {
        let transport = StubTransport(
            body: Self.codes.replacingOccurrences(of: #""expires_in":300"#, with: #""expires_in":3"#))
        let login = frozen(try await login(transport))

        let task = Task { try await login.start() }
        #expect(await pass(1) == [3])

        let error = await #expect(throws: AuthenticationError.self) { try await task.value }
        #expect(error?.code == "expired_token")
        #expect(transport.requests.count == 1 && alarm.waiting == 0)
    }

    @Test func `no poll follows the expiry of the codes`() async throws {
        let transport = script((403, Self.refusal("authorization_pending")))
        let login = try await login(transport)

        async let waits = pass(60)
        let error = await #expect(throws: AuthenticationError.self) { try await login.start() }

        #expect(error?.code == "expired_token")
        #expect(error?.statusCode == 0)
        #expect(await waits == Array(repeating: 5, count: 60))
        #expect(transport.requests.count == 60)
    }

    @Test func `a callback may block, and a cancellation is delivered once`() async throws {
        let transport = script((403, Self.refusal("authorization_pending")))
        let login = try await login(transport)
        let (results, inbox) = AsyncStream<Result<Credentials, AuthenticationError>>.makeStream()

        let waiting = login.start { inbox.yield($0) }
        _ = await pass(2)
        _ = await alarm.nextDelay()
        waiting.cancel()
        waiting.cancel()
        alarm.advance(by: .seconds(100))

        var iterator = results.makeAsyncIterator()
        let result = await iterator.next()
        #expect(throws: AuthenticationError(cause: TransportError(.cancelled))) { try result?.get() }
        #expect(alarm.waiting == 0)
        #expect(transport.requests.count == 3)
    }

    @Test func `cancelling the task cancels the request in progress`() async throws {
        let silent = StubTransport { request in
            request.url.string.hasSuffix("/oauth/token")
                ? nil : .success(TransportResponse(status: 200, body: Array(Self.codes.utf8)))
        }
        let login = try await login(silent)
        await silent.nextArrival()

        let task = Task { try await login.start() }
        _ = await pass(1)
        await silent.nextArrival()
        task.cancel()

        let error = await #expect(throws: AuthenticationError.self) { try await task.value }
        #expect(error?.isCancelled == true)
        #expect(alarm.waiting == 0)
    }

    @Test func `the publisher publishes each state`() async throws {
        let transport = script(
            (403, Self.refusal("authorization_pending")), (429, Self.refusal("slow_down")), (0, ""),
            (200, Wire.tokens))
        let login = try await login(transport)
        let (texts, inbox) = AsyncStream<String>.makeStream()
        var cancellables = Set<AnyCancellable>()

        login.start()
            .sink(
                receiveCompletion: { completion in
                    inbox.yield("\(completion)")
                    inbox.finish()
                },
                receiveValue: { state in
                    switch state {
                    case .codeIssued(let authorization): inbox.yield(authorization.userCode)
                    case .pending: inbox.yield("pending")
                    case .authorized(let credentials): inbox.yield(credentials.accessToken)
                    }
                }
            )
            .store(in: &cancellables)
        _ = await pass(4)

        var seen: [String] = []
        for await text in texts { seen.append(text) }
        #expect(seen == ["WDJB-MJHT", "pending", "pending", "AT", "finished"])
    }

    @Test func `the publisher polls for each subscriber, on a queue, and a cancelled one receives nothing more`()
        async throws
    {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "test")
        queue.setSpecific(key: key, value: true)
        let transport = script((403, Self.refusal("access_denied")))
        let publisher: AnyPublisher = try await login(transport).deliver(on: queue).start()
        let ends = Mutex(0)

        let first = publisher.sink(
            receiveCompletion: { _ in ends.withLock { $0 += 1 } }, receiveValue: { _ in })
        _ = await alarm.nextDelay()
        first.cancel()
        #expect(alarm.waiting == 0)

        let (results, inbox) = AsyncStream<(Bool, String)>.makeStream()
        let second = publisher.sink(
            receiveCompletion: { completion in
                guard case .failure(let error) = completion else { return }
                inbox.yield((DispatchQueue.getSpecific(key: key) == true, error.code))
            }, receiveValue: { _ in })
        _ = await pass(1)

        var iterator = results.makeAsyncIterator()
        let (isOnQueue, code) = try #require(await iterator.next())
        #expect(isOnQueue)
        #expect(code == "access_denied")
        #expect(ends.withLock { $0 } == 0)
        second.cancel()
    }

    @Test func `L3 the description of a login has no code`() async throws {
        let login = try await login(script((200, Wire.tokens)))
        var dumped = ""
        dump(login, to: &dumped)

        for text in ["\(login)", dumped] { #expect(!text.contains("WDJB") && !text.contains("\"D\"")) }
    }

    @Test func `a thousand logins with a response and a cancellation at the same time complete once each`() async throws
    {
        let login = try await login(script((200, Wire.tokens)))
        let alarm = alarm
        let (ends, end) = AsyncStream<Void>.makeStream()

        for _ in 0..<1_000 {
            let waiting = login.start { _ in end.yield() }
            DispatchQueue.global().async { waiting.cancel() }
            DispatchQueue.global().async { alarm.advance(by: .seconds(5)) }
        }

        var count = 0
        for await _ in ends {
            count += 1
            if count == 1_000 { end.finish() }
        }
        #expect(count == 1_000)
        #expect(alarm.waiting == 0)
    }
}
