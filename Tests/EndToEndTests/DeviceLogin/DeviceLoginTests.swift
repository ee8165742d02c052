import Auth0
import Foundation
import OpenIDDoubles
import Streams
import TenantEmulator
import Testing

/// A device without a browser, a user at another device, and manual clocks on both sides.
@Suite(.timeLimit(.minutes(30))) struct DeviceLoginTests {
    private let tenant: EmulatedTenant
    private let client: any Authentication
    private let alarm = ManualAlarm()

    init() throws {
        tenant = try EmulatedTenant.start()
        tenant.clock.stop()
        client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain)
    }

    private func login(_ authorization: DeviceAuthorization) -> DeviceLogin<Credentials, AuthenticationError> {
        client.login(deviceAuthorization: authorization).timed(by: alarm.time, alarm.alarm)
    }

    /// Advances both clocks by the delay of the device.
    private func pass(by more: Duration = .zero) async {
        guard let delay = await alarm.nextDelay() else { return }
        tenant.clock.advance(by: delay + more)
        alarm.advance(by: delay)
    }

    @Test func `callback`() async throws {
        let (client, tenant) = (client, tenant)

        async let credentials: Credentials? = called { done in
            client.deviceAuthorization(scope: "openid offline_access").start { result in
                guard case .success(let authorization) = result else { return done(nil) }
                try? tenant.approveDevice(userCode: authorization.userCode, as: "john@example.com")
                login(authorization).start { done(try? $0.get()) }
            }
        }
        await pass()

        #expect(await credentials?.refreshToken != nil)
    }

    @Test func `async, with a slow user`() async throws {
        let authorization = try await client.deviceAuthorization().start()
        #expect(authorization.verificationURI.absoluteString == "\(tenant.domain)/activate")
        #expect(authorization.verificationURIComplete?.query()?.contains(authorization.userCode) == true)

        async let credentials = login(authorization).start()
        await pass()
        await pass()
        let delay = try #require(await alarm.nextDelay())
        try tenant.approveDevice(userCode: authorization.userCode, as: "jane@example.com")
        tenant.clock.advance(by: delay)
        alarm.advance(by: delay)

        let user = try await client.userInfo(withAccessToken: credentials.accessToken).start()
        #expect(user.email == "jane@example.com")
        #expect(tenant.journal.count { $0.path == "/oauth/token" } == 3)
    }

    @Test func `a result, when the user denies`() async throws {
        let authorization = try await client.deviceAuthorization().start()
        try tenant.denyDevice(userCode: authorization.userCode)

        async let result = login(authorization).result()
        await pass()

        guard case .failure(let error) = await result else {
            Issue.record("a denied login succeeded")
            return
        }
        #expect(error.isAccessDenied)
    }

    @Test func `publisher, from the code to the profile in one stream`() async throws {
        let (client, tenant) = (client, tenant)
        let notebook = Notebook<String, AuthenticationError>()
        let (decisions, decision) = AsyncStream<Void>.makeStream()
        var cancellables = Set<AnyCancellable>()

        client.deviceAuthorization().start()
            .flatMap { login($0).publisher() }
            .flatMap { state -> AnyPublisher<String, AuthenticationError> in
                switch state {
                case .codeIssued(let authorization):
                    try? tenant.approveDevice(userCode: authorization.userCode, as: "john@example.com")
                    decision.yield()
                    return Just("code").setFailureType(to: AuthenticationError.self).eraseToAnyPublisher()
                case .pending: return Just("pending").setFailureType(to: AuthenticationError.self).eraseToAnyPublisher()
                case .authorized(let credentials):
                    return client.userInfo(withAccessToken: credentials.accessToken).start().map(\.sub)
                        .eraseToAnyPublisher()
                }
            }
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)
        for await _ in decisions { break }
        await pass()

        #expect(await notebook.seen()?.values == ["code", "auth0|000000000000000000000001"])
    }

    @Test func `a user who denies, and one who is late`() async throws {
        let denied = try await client.deviceAuthorization().start()
        try tenant.denyDevice(userCode: denied.userCode)
        async let time: Void = pass()
        let no = await #expect(throws: AuthenticationError.self) { try await login(denied).start() }
        await time

        let late = try await client.deviceAuthorization().start()
        async let moreTime: Void = pass(by: .seconds(900))
        let gone = await #expect(throws: AuthenticationError.self) { try await login(late).start() }
        await moreTime

        #expect(no?.isAccessDenied == true)
        #expect(gone?.code == "expired_token")
        #expect(gone?.statusCode == 403)
    }

    @Test func `a device that polls too fast slows down on request`() async throws {
        let authorization = try await client.deviceAuthorization().start()

        async let credentials = login(authorization).start()
        await pass()
        let second = await alarm.nextDelay()
        alarm.advance(by: .seconds(5))
        let third = await alarm.nextDelay()
        try tenant.approveDevice(userCode: authorization.userCode, as: "john@example.com")
        tenant.clock.advance(by: .seconds(10))
        alarm.advance(by: .seconds(10))

        #expect(try await !credentials.accessToken.isEmpty)
        #expect(second == .seconds(5))
        #expect(third == .seconds(10))
    }

    @Test func `a failing server is polled again, more slowly`() async throws {
        let authorization = try await client.deviceAuthorization().start()
        try tenant.approveDevice(userCode: authorization.userCode, as: "john@example.com")
        tenant.faults.set(.closeConnection, on: "/oauth/token")

        async let credentials = login(authorization).start()
        await pass()
        let second = await alarm.nextDelay()
        tenant.faults.clear()
        alarm.advance(by: .seconds(10))

        #expect(try await !credentials.accessToken.isEmpty)
        #expect(second == .seconds(10))
    }

    @Test func `the ID token is validated on request`() async throws {
        let authorization = try await client.deviceAuthorization().start()
        try tenant.approveDevice(userCode: authorization.userCode, as: "john@example.com")

        async let credentials = login(authorization).modifyingRequests { $0.validateClaims() }.start()
        await pass()
        #expect(try await !credentials.idToken.isEmpty)

        let again = try await client.deviceAuthorization().start()
        try tenant.approveDevice(userCode: again.userCode, as: "john@example.com")
        async let time: Void = pass()
        let error = await #expect(throws: AuthenticationError.self) {
            try await login(again).modifyingRequests { $0.validateClaims().withNonce("another login's") }.start()
        }
        await time
        #expect(error?.cause is IDTokenError)
    }
}
