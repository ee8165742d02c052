import HTTPMessages
import LibcurlTransport
import OpenID
import OpenIDDoubles
import RequestPipeline
import Streams
import Synchronization
import Testing
import TransportDoubles

@Suite struct AuthorizationSessionTests {
    private typealias Outcome = Result<AuthorizationSession.Outcome, AuthorizationError>

    /// A browser that goes wherever a test sends it.
    private final class Window: UserAgent, CustomStringConvertible {
        let address: HTTPURL
        let ended: @Sendable (Result<Void, AuthorizationError>) -> Void
        let events = Mutex<[String]>([])
        private let visit: @Sendable (Window) async -> Void

        init(
            _ address: HTTPURL, _ ended: @escaping @Sendable (Result<Void, AuthorizationError>) -> Void,
            visit: @escaping @Sendable (Window) async -> Void
        ) {
            (self.address, self.ended, self.visit) = (address, ended, visit)
        }

        func start() { Task { await visit(self) } }

        func finish(with result: Result<Void, AuthorizationError>) {
            events.withLock { $0.append((try? result.get()) == nil ? "failed" : "finished") }
            ended(result)
        }

        var description: String { "Window" }

        /// The status of the response of the listener; the address of the window is its redirect URI.
        func get(_ query: String) async -> Int {
            guard let url = try? HTTPURL(address.string + query) else { return -1 }
            return await CurlTransport.standard.status(of: TransportRequest(method: .get, url: url))
        }
    }

    private let transactions = Transactions()

    private func plan(
        redirect: RedirectURI = .freePort(), timeout: Duration = .seconds(600), allowsOthers: Bool = false,
        state: String? = "good", visit: @escaping @Sendable (Window) async -> Void
    ) -> AuthorizationSession.Plan {
        var options = SessionOptions()
        (options.timeout, options.allowsOthers) = (timeout, allowsOthers)
        return AuthorizationSession.Plan(
            redirect: redirect, expectation: state.map { .init(state: $0, issuer: nil) }, options: options,
            prepare: { redirectURI, completion in
                completion(Result { try HTTPURL(redirectURI.hasPrefix("http") ? redirectURI : "https://t.example/") })
                return AnyCancellable {}
            },
            agent: { address, ended in Window(address, ended, visit: visit) })
    }

    private func run(_ plan: AuthorizationSession.Plan) async -> Outcome {
        await withCheckedContinuation { continuation in
            _ = AuthorizationSession.begin(plan, among: transactions) { continuation.resume(returning: $0) }
        }
    }

    private func code(_ outcome: Outcome) -> AuthorizationError.Code? {
        guard case .failure(let error) = outcome else { return nil }
        return error.code
    }

    @Test func `A1 a thousand hostile callbacks followed by a good one end in a login`() async throws {
        let statuses = Mutex<[Int: Int]>([:])
        let outcome = try await run(
            plan { window in
                for number in 0..<1000 {
                    let query = number % 2 == 0 ? "?code=\(number)&state=bad\(number)" : "?error=access_denied"
                    let status = await window.get(query)
                    statuses.withLock { $0[status, default: 0] += 1 }
                }
                let status = await window.get("?code=right&state=good")
                statuses.withLock { $0[status, default: 0] += 1 }
            }
        ).get()

        #expect(outcome.response?.code == "right")
        #expect(outcome.redirectURI.hasPrefix("http://127.0.0.1:"))
        #expect(statuses.withLock { $0[400] } == 1000)
        #expect(transactions.count == 0)
    }

    @Test func `A2 the provider's refusal ends the login`() async {
        let outcome = await run(plan { window in _ = await window.get("?error=login_required&state=good") })

        #expect(code(outcome) == .refused)
        #expect(transactions.count == 0)
    }

    @Test func `A9 a fixed port that is taken is an error, and the barrier is down`() async throws {
        let (first, address) = try await waiting(plan { _ in })
        let outcome = await withCheckedContinuation { continuation in
            do {
                let plan = plan(redirect: try RedirectURI(address)) { _ in }
                _ = AuthorizationSession.begin(plan, among: Transactions()) { continuation.resume(returning: $0) }
            } catch {
                Issue.record(error)
            }
        }

        #expect(code(outcome) == .listenerUnavailable)
        first.cancel()
        #expect(transactions.count == 0)
    }

    @Test func `closing the browser ends the login`() async {
        let outcome = await run(plan { $0.ended(.failure(AuthorizationError(.cancelled, "closed"))) })

        #expect(code(outcome) == .cancelled)
        #expect(transactions.count == 0)
    }

    /// An agent that cancels all logins when the log reads its name, and records its calls.
    private struct CancellingAgent: UserAgent, CustomStringConvertible {
        let transactions: Transactions
        let report: @Sendable (String) -> Void

        var description: String {
            transactions.cancel()
            return "CancellingAgent"
        }

        func start() { report("start") }
        func finish(with result: Result<Void, AuthorizationError>) { report("finish") }
    }

    @Test func `A15 an agent of a login that was cancelled before is neither started nor finished`() async {
        let events = Mutex<[String]>([])
        var plan = plan { _ in }
        plan.options.logger = LogRecorder()
        plan.agent = { [transactions] _, _ in
            CancellingAgent(transactions: transactions) { event in events.withLock { $0.append(event) } }
        }

        #expect(code(await run(plan)) == .cancelled)
        #expect(events.withLock { $0 } == [])
    }

    @Test func `A11 a response, a cancellation and a closed window race: one wins, once, and the page says which`()
        async
    {
        let completions = Mutex(0)
        for number in 0..<200 {
            let (statuses, status) = AsyncStream<Int>.makeStream()
            let plan = plan { window in
                await withTaskGroup { group in
                    group.addTask { _ = status.yield(await window.get("?code=right&state=good")) }
                    group.addTask {
                        for _ in 0..<number { await Task.yield() }
                        self.transactions.cancel()
                    }
                    group.addTask {
                        for _ in 0..<number { await Task.yield() }
                        window.ended(.failure(AuthorizationError(.cancelled, "closed")))
                    }
                }
                // All three have had their chance to end the login.
                status.finish()
            }
            let outcome: Outcome = await withCheckedContinuation { continuation in
                _ = AuthorizationSession.begin(plan, among: transactions) { outcome in
                    completions.withLock { $0 += 1 }
                    continuation.resume(returning: outcome)
                }
            }
            var page = 0
            for await status in statuses { page = status }

            #expect(code(outcome) == (page == 200 ? nil : .cancelled))
            #expect(transactions.count == 0)
            #expect(completions.withLock { $0 } == number + 1)
        }
    }

    @Test func `A15 the timeout ends the login, and not before`() async {
        let (alarm, (outcomes, outcome)) = (ManualAlarm(), AsyncStream<Outcome>.makeStream())
        var plan = plan(timeout: .seconds(600)) { _ in }
        plan.options.alarm = alarm.alarm
        _ = AuthorizationSession.begin(plan, among: transactions) { outcome.yield($0) }

        alarm.advance(by: .milliseconds(599_999))
        #expect(transactions.count == 1)
        alarm.advance(by: .milliseconds(1))
        #expect(transactions.count == 0)
        alarm.advance(by: .seconds(600))

        for await outcome in outcomes {
            #expect(code(outcome) == .timedOut)
            break
        }
        #expect(alarm.waiting == 0)
    }

    @Test func `a login that has ended leaves no timer`() async throws {
        let alarm = ManualAlarm()
        var plan = plan { _ = await $0.get("?code=right&state=good") }
        plan.options.alarm = alarm.alarm

        #expect(try await run(plan).get().response?.code == "right")

        #expect(await alarm.nextDelay() == .seconds(600))
        #expect(alarm.waiting == 0)
    }

    @Test func `a request before the page is presented is no response`() async throws {
        let (session, address) = try await waiting(plan(state: nil) { _ in })
        let window = Window(try HTTPURL(address), { _ in }, visit: { _ in })

        #expect(await window.get("?code=1&state=good") == 400)

        #expect(transactions.count == 1)
        session.cancel()
    }

    @Test func `A15 a thousand abandoned logins leave nothing`() async {
        for _ in 0..<1000 {
            let outcome = await withCheckedContinuation { continuation in
                let session = AuthorizationSession.begin(plan { _ in }, among: transactions) {
                    continuation.resume(returning: $0)
                }
                session.cancel()
                session.cancel()
            }
            #expect(code(outcome) == .cancelled)
        }
        #expect(transactions.count == 0)
    }

    @Test func `one login at a time, and the next when it is over`() async throws {
        let (first, _) = try await waiting(plan { _ in })

        #expect(code(await run(plan { _ in })) == .alreadyActive)
        #expect(transactions.count == 1)
        transactions.cancel()
        #expect(transactions.count == 0)
        #expect(code(await run(plan { _ = await $0.get("?code=1&state=good") })) == nil)
        first.cancel()
    }

    @Test func `several logins at a time, each with its own response`() async throws {
        let scheme = try RedirectURI("com.example.app://t.example/cb")
        let plan = { @Sendable (state: String) in
            self.plan(redirect: scheme, allowsOthers: true, state: state) { _ in
                let address = "com.example.app://t.example/cb?code=\(state)&state=\(state)"
                #expect(self.transactions.resume(with: address))
            }
        }

        async let left = run(plan("left"))
        async let right = run(plan("right"))
        let outcomes = await [left, right]

        #expect(outcomes.map { try? $0.get().response?.code } == ["left", "right"])
    }

    @Test func `A13 an unrelated address changes nothing, and the response ends the login once`() async throws {
        let scheme = try RedirectURI("com.example.app://t.example/cb")
        let outcome = try await run(
            plan(redirect: scheme) { _ in
                for number in 0..<20 {
                    #expect(!self.transactions.resume(with: "com.example.app://t.example/cb?code=\(number)&state=bad"))
                }
                #expect(!self.transactions.resume(with: "com.example.other://t.example/cb?code=1&state=good"))
                #expect(self.transactions.resume(with: "com.example.app://t.example/cb?code=1&state=good"))
                #expect(!self.transactions.resume(with: "com.example.app://t.example/cb?code=2&state=good"))
            }
        ).get()

        #expect(outcome.response?.code == "1")
        #expect(outcome.redirectURI == "com.example.app://t.example/cb")
    }

    @Test func `a session without an expectation ends when the browser comes back`() async throws {
        let outcome = try await run(plan(state: nil) { _ = await $0.get("") }).get()

        #expect(outcome.response == nil)
    }

    @Test func `a failed preparation is the login's failure`() async {
        var plan = plan { _ in }
        plan.prepare = { _, completion in
            completion(.failure(TransportError(.connectionFailed)))
            return AnyCancellable {}
        }

        #expect(code(await run(plan)) == .preparationFailed)
        #expect(transactions.count == 0)
    }

    /// A session that is being prepared, and its redirect URI.
    private func waiting(_ plan: AuthorizationSession.Plan) async throws -> (any Cancellable, String) {
        var plan = plan
        let session = Mutex<(any Cancellable)?>(nil)
        let address: String = await withCheckedContinuation { continuation in
            plan.prepare = { redirectURI, _ in
                continuation.resume(returning: redirectURI)
                return AnyCancellable {}
            }
            let begun = AuthorizationSession.begin(plan, among: transactions) { _ in }
            session.withLock { $0 = begun }
        }
        return (try #require(session.withLock { $0 }), address)
    }
}
