import FoundationEssentials
import OpenID
import OpenIDDoubles
import Streams
import Synchronization
import Testing

@Suite struct DeviceSessionTests {
    private typealias Session = DeviceSession<String>
    private struct Refusal: Error {}

    /// The steps of a session, carried out only when a test says so, and the order of what happened.
    private final class Steps: Sendable {
        let events = Mutex<[String]>([])
        let codes = Mutex<Session.Completion<DeviceAuthorization>?>(nil)
        let tokens = Mutex<Session.Completion<String>?>(nil)
        private let (shows, show) = AsyncStream<Void>.makeStream()

        func plan(_ alarm: ManualAlarm, allowsOthers: Bool = false) -> Session.Plan {
            var options = SessionOptions()
            (options.timeout, options.allowsOthers, options.alarm) = (.seconds(60), allowsOthers, alarm.alarm)
            return Session.Plan(
                options: options,
                authorize: { completion in
                    self.note("authorize")
                    self.codes.withLock { $0 = completion }
                    return AnyCancellable { self.note("authorize cancelled") }
                },
                show: { self.note("show \($0.userCode)") },
                wait: { _, completion in
                    self.note("wait")
                    self.tokens.withLock { $0 = completion }
                    self.show.yield()
                    return AnyCancellable { self.note("wait cancelled") }
                })
        }

        func note(_ event: String) { events.withLock { $0.append(event) } }

        /// Delivers the codes, and waits until the session waits for the user.
        func deliverCodes() async throws {
            codes.withLock { $0 }?(.success(try Self.authorization()))
            for await _ in shows { break }
        }

        static func authorization() throws -> DeviceAuthorization {
            let text = #"{"device_code":"d","user_code":"ABC","verification_uri":"https://t.example","expires_in":600}"#
            return try JSONDecoder().decode(DeviceAuthorization.self, from: Data(text.utf8))
        }
    }

    private let steps = Steps()
    private let alarm = ManualAlarm()
    private let transactions = Transactions()

    /// Begins a session; its result comes as soon as it ends.
    private func begin(allowsOthers: Bool = false) -> (session: any Cancellable, AsyncStream<Result<String, any Error>>)
    {
        let (results, result) = AsyncStream<Result<String, any Error>>.makeStream()
        let session = Session.begin(steps.plan(alarm, allowsOthers: allowsOthers), among: transactions) {
            result.yield($0)
        }
        return (session, results)
    }

    private func first(_ results: AsyncStream<Result<String, any Error>>) async -> Result<String, any Error>? {
        for await result in results { return result }
        return nil
    }

    private func code(_ result: Result<String, any Error>?) -> AuthorizationError.Code? {
        guard case .failure(let error as AuthorizationError) = result else { return nil }
        return error.code
    }

    @Test func `shows the code, waits, and completes with the token response`() async throws {
        let (session, results) = begin()
        try await steps.deliverCodes()

        steps.tokens.withLock { $0 }?(.success("token"))
        let result = await first(results)
        session.cancel()
        alarm.advance(by: .seconds(3_600))

        #expect(try result?.get() == "token")
        #expect(steps.events.withLock { $0 }.prefix(3) == ["authorize", "show ABC", "wait"])
        #expect(transactions.count == 0)
        #expect(alarm.waiting == 0)
    }

    @Test func `a failure to get the codes is the login's failure`() async {
        let (_, results) = begin()

        steps.codes.withLock { $0 }?(.failure(Refusal()))
        let result = await first(results)

        #expect(throws: Refusal.self) { try result?.get() }
        #expect(transactions.count == 0)
        #expect(alarm.waiting == 0)
    }

    @Test(arguments: [false, true]) func `the timeout ends the login, before and after the code is shown`(
        isShown: Bool
    ) async throws {
        let (_, results) = begin()
        if isShown { try await steps.deliverCodes() }

        alarm.advance(by: .seconds(59))
        #expect(transactions.count == 1)
        alarm.advance(by: .seconds(1))

        #expect(code(await first(results)) == .timedOut)
        #expect(transactions.count == 0)
        #expect(steps.events.withLock { $0 }.contains("authorize cancelled"))
        #expect(steps.events.withLock { $0 }.contains("wait cancelled") == isShown)
    }

    @Test func `cancelling ends the login once, and nothing is shown afterwards`() async throws {
        let (session, results) = begin()

        session.cancel()
        transactions.cancel()
        session.cancel()
        steps.codes.withLock { $0 }?(.success(try Steps.authorization()))

        #expect(code(await first(results)) == .cancelled)
        #expect(steps.events.withLock { $0 } == ["authorize", "authorize cancelled"])
        #expect(alarm.waiting == 0)
    }

    @Test func `a second login is rejected, and the first continues`() async throws {
        let (first, results) = begin()
        let (_, others) = begin()

        #expect(code(await self.first(others)) == .alreadyActive)
        #expect(transactions.count == 1)
        first.cancel()
        #expect(code(await self.first(results)) == .cancelled)
    }

    @Test func `logins that allow others take place at the same time`() async {
        let (first, _) = begin(allowsOthers: true)
        let (second, _) = begin(allowsOthers: true)

        #expect(transactions.count == 2)
        first.cancel()
        second.cancel()
        #expect(transactions.count == 0)
    }

    @Test func `no redirect ends it`() {
        let (session, _) = begin()

        #expect(!transactions.resume(with: "com.example.app:/callback?code=1&state=1"))
        #expect(transactions.count == 1)
        session.cancel()
    }
}
