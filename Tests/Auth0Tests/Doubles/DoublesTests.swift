import Auth0
import FoundationEssentials
import JOSE
import Streams
import Synchronization
import Testing

/// Doubles as in the tests of an app: they implement the members that the app calls.
private struct DoubleAuthentication: Authentication, ClientDouble {
    func login(
        usernameOrEmail username: String, password: String, realmOrConnection realm: String, audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError> {
        Request(result: .success(Credentials(accessToken: username, idToken: audience ?? "none", scope: scope)))
    }

    func renew(
        withRefreshToken refreshToken: String, audience: String?, scope: String?
    ) -> Request<Credentials, AuthenticationError> {
        Request(result: .failure(AuthenticationError(info: ["error": "invalid_grant"], statusCode: 403)))
    }

    func userInfo(withAccessToken accessToken: String, tokenType: String) -> Request<UserInfo, AuthenticationError> {
        Request(
            result: UserInfo(json: ["sub": "\(tokenType) \(accessToken)"]).map { .success($0) }
                ?? .failure(.init(info: [:], statusCode: 0)))
    }
}

private struct DoubleWebAuth: WebAuthDouble {
    var said = ""
    var login: AnyPublisher<Credentials, WebAuthError> = Empty().eraseToAnyPublisher()

    func changed(by modifier: String) -> Self {
        var copy = self
        copy.said += modifier + ";"
        return copy
    }

    func start() -> AnyPublisher<Credentials, WebAuthError> { login }
    func clearSession(federated: Bool) -> AnyPublisher<Void, WebAuthError> {
        federated
            ? Just(()).setFailureType(to: WebAuthError.self).eraseToAnyPublisher()
            : Fail(error: .transactionActiveAlready).eraseToAnyPublisher()
    }
}

private struct DoubleLogin: WebAuthDouble {
    func start() -> AnyPublisher<Credentials, WebAuthError> { Empty().eraseToAnyPublisher() }
}

@Suite struct CancelledDoubleTests {
    @Test func `T13 a cancelled login of a double that publishes nothing is an error`() async {
        let subject = PassthroughSubject<Credentials, WebAuthError>()
        let double = DoubleWebAuth(login: subject.eraseToAnyPublisher())
        let login = Task { try await double.start() }

        login.cancel()
        let error = await #expect(throws: WebAuthError.self) { try await login.value }

        #expect(error == .userCancelled)
    }
}

/// A login of the SDK in a wrapper, as an app writes one to count its logins.
private struct WrappedWebAuth: WebAuth {
    var inner: any WebAuth

    var clientId: String { inner.clientId }
    var url: URL { inner.url }
    var telemetry: Telemetry {
        get { inner.telemetry }
        set { inner.telemetry = newValue }
    }
    var logger: (any Logger)? {
        get { inner.logger }
        set { inner.logger = newValue }
    }

    func connection(_ connection: String) -> Self { Self(inner: inner.connection(connection)) }
    func scope(_ scope: String) -> Self { Self(inner: inner.scope(scope)) }
    func connectionScope(_ connectionScope: String) -> Self { Self(inner: inner.connectionScope(connectionScope)) }
    func audience(_ audience: String) -> Self { Self(inner: inner.audience(audience)) }
    func state(_ state: String) -> Self { Self(inner: inner.state(state)) }
    func nonce(_ nonce: String) -> Self { Self(inner: inner.nonce(nonce)) }
    func organization(_ organization: String) -> Self { Self(inner: inner.organization(organization)) }
    func invitationURL(_ invitationURL: URL) -> Self { Self(inner: inner.invitationURL(invitationURL)) }
    func parameters(_ parameters: [String: String]) -> Self { Self(inner: inner.parameters(parameters)) }
    func redirectURL(_ redirectURL: URL) -> Self { Self(inner: inner.redirectURL(redirectURL)) }
    func useHTTPS() -> Self { Self(inner: inner.useHTTPS()) }
    func authorizeURL(_ authorizeURL: URL) -> Self { Self(inner: inner.authorizeURL(authorizeURL)) }
    func issuer(_ issuer: String) -> Self { Self(inner: inner.issuer(issuer)) }
    func leeway(_ leeway: Int) -> Self { Self(inner: inner.leeway(leeway)) }
    func maxAge(_ maxAge: Int) -> Self { Self(inner: inner.maxAge(maxAge)) }
    func useEphemeralSession() -> Self { Self(inner: inner.useEphemeralSession()) }
    func headers(_ headers: [String: String]) -> Self { Self(inner: inner.headers(headers)) }
    func provider(_ provider: @escaping WebAuthProvider) -> Self { Self(inner: inner.provider(provider)) }
    func onClose(_ callback: (@Sendable () -> Void)?) -> Self { Self(inner: inner.onClose(callback)) }
    func timeout(_ timeout: Duration) -> any WebAuth { Self(inner: inner.timeout(timeout)) }
    func allowingConcurrentLogins() -> any WebAuth { Self(inner: inner.allowingConcurrentLogins()) }

    func start() -> AnyPublisher<Credentials, WebAuthError> { inner.start() }
    func clearSession(federated: Bool) -> AnyPublisher<Void, WebAuthError> { inner.clearSession(federated: federated) }
}

/// A double with the exact signature of Auth0.swift, which has no `actorToken`.
private struct ExchangingAuthentication: Authentication, ClientDouble {
    func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        parameters: [String: any Sendable]
    ) -> Request<Credentials, AuthenticationError> {
        Request(result: .success(Credentials(accessToken: "\(subjectToken) \(parameters.count)", scope: scope)))
    }
}

/// A user agent that shows nothing.
private struct Unopened: WebAuthUserAgent {
    func start() {}
    func finish(with result: WebAuthResult<Void>) {}
}

private struct DoubleUsers: Users, ClientDouble {
    func get(_ identifier: String, fields: [String], include: Bool) -> Request<ManagementObject, ManagementError> {
        Request(result: .success(["user_id": identifier, "fields": fields.count, "include": include]))
    }
}

private struct DoubleMethods: MyAccountAuthenticationMethods, ClientDouble {
    func getFactors() -> Request<[Factor], MyAccountError> { Request(result: .success([])) }
}

private struct DoubleAccount: MyAccount, ClientDouble {
    var authenticationMethods: any MyAccountAuthenticationMethods { DoubleMethods() }
}

private struct DoublePAR: PARAuth, ClientDouble {
    func sessionTransferToken(_ token: String) -> Self { self }
    func provider(_ provider: @escaping WebAuthProvider) -> Self { self }
    func useEphemeralSession() -> Self { self }
    func start(requestUri: String) -> AnyPublisher<AuthorizationCode, WebAuthError> {
        Just(AuthorizationCode(code: requestUri)).setFailureType(to: WebAuthError.self).eraseToAnyPublisher()
    }
}

/// A double that implements no call.
private struct DoubleMFA: MFAClient, ClientDouble {}

@Suite struct DoublesTests {
    @Test func `P11 a double is called, also when the caller leaves arguments out`() async throws {
        let client: any Authentication = DoubleAuthentication()

        let usual = try await client.login(usernameOrEmail: "u", password: "p", realmOrConnection: "r").start()
        let other = try await client.login(
            usernameOrEmail: "u", password: "p", realmOrConnection: "r", audience: "a", scope: "s"
        ).start()
        let profile = try await client.userInfo(withAccessToken: "t").start()
        let refusal = await failure(of: client.renew(withRefreshToken: "r" as String?))

        #expect(
            usual == Credentials(accessToken: "u", idToken: "none", expiresIn: usual.expiresIn, scope: defaultScope))
        #expect([other.idToken, other.scope] == ["a", "s"])
        #expect(profile.sub == "Bearer t")
        #expect(refusal?.code == "invalid_grant")
    }

    @Test func `F4 a token exchange calls a double with the signature of Auth0 swift`() async throws {
        let client: any Authentication = ExchangingAuthentication()

        let short = try await client.customTokenExchange(subjectToken: "t", subjectTokenType: "urn:a").start()
        let full = try await client.customTokenExchange(
            subjectToken: "t", subjectTokenType: "urn:a", audience: nil, scope: "s", organization: nil,
            parameters: ["a": 1]
        ).start()
        let withoutActor = try await client.customTokenExchange(
            subjectToken: "t", subjectTokenType: "urn:a", actorToken: nil
        ).start()
        let withActor = await #expect(throws: AuthenticationError.self) {
            _ = try await client.customTokenExchange(
                subjectToken: "t", subjectTokenType: "urn:a", actorToken: ActorToken(token: "b", tokenType: "urn:b")
            ).start()
        }

        #expect([short, full, withoutActor].map(\.accessToken) == ["t 0", "t 1", "t 0"])
        #expect([short.scope, full.scope] == [defaultScope, "s"])
        #expect((withActor?.cause as? ConfigurationError)?.code == .notImplemented)
    }

    @Test func `a call that a double does not implement fails, says so and sends nothing`() async {
        let client: any Authentication = DoubleAuthentication().logging(enabled: false).useDPoP()
        let methods = (DoubleAccount() as any MyAccount).authenticationMethods

        let authentication = await #expect(throws: AuthenticationError.self) { _ = try await client.jwks().start() }
        let user = await failure(of: (DoubleUsers() as any Users).patch("auth0|1", userMetadata: [:]))
        let account = await failure(of: methods.enrollPhone(phoneNumber: "1"))

        let causes = [authentication?.cause, user?.cause, account?.cause].map { $0 as? ConfigurationError }
        #expect(causes.map { $0?.code } == Array(repeating: .notImplemented, count: 3))
        #expect(causes[0]?.advice.hasPrefix("implement jwks() in DoubleAuthentication, ") == true)
        #expect(causes[1]?.advice.hasPrefix("implement patch(_:attributes:) in DoubleUsers, ") == true)
        #expect(causes[2]?.advice.contains("implement enrollPhone(") == true)
    }

    @Test func `C10 a double of a login alone fails at a logout, with the name of the function to implement`() async {
        let client: any WebAuth = DoubleLogin()

        let logout = await #expect(throws: WebAuthError.self) { try await client.logout() }

        #expect((logout?.cause as? ConfigurationError)?.code == .notImplemented)
        #expect(logout?.description.contains("clearSession(federated:) in DoubleLogin") == true)
    }

    @Test func `C10 a double of version 3 whose call returns another kind of request fails with the kind`() async {
        let client: any Authentication = ThirdVersion()

        let error = await failure(of: client.jwks())

        let advice = (error?.cause as? ConfigurationError)?.advice
        #expect(advice?.hasPrefix("implement jwks() in ThirdVersion, ") == true)
        #expect(advice?.hasSuffix("and Request for the result") == true)
    }

    @Test func `the error of a call that several share names the call that was made`() async {
        let client: any Authentication = DoubleAuthentication()
        let account = (DoubleAccount() as any MyAccount).authenticationMethods

        let login = await client.login(phoneNumber: "1", code: "2").result()
        let exchange = await client.customTokenExchange(subjectToken: "t", subjectTokenType: "urn:a").result()
        let confirmation = await account.confirmEmailEnrollment(id: "1", authSession: "s", otpCode: "2").result()
        let factor = await DoubleMFA().verify(otp: "1", mfaToken: "t").result()

        #expect("\(login)".contains("implement login(phoneNumber:code:audience:scope:) in DoubleAuthentication"))
        #expect("\(exchange)".contains("implement customTokenExchange("))
        #expect("\(confirmation)".contains("implement confirmEmailEnrollment("))
        #expect("\(factor)".contains("implement verify(otp:mfaToken:) in DoubleMFA"))
    }

    @Test func `doubles of the other clients`() async throws {
        let user = try await (DoubleUsers() as any Users).get("auth0|1").start()
        let factors = try await DoubleAccount().authenticationMethods.getFactors().start()
        let code = try await (DoublePAR() as any PARAuth).useEphemeralSession().start(requestUri: "urn:x")

        #expect(user["user_id"] as? String == "auth0|1")
        #expect(user["include"] as? Bool == true)
        #expect(factors.isEmpty)
        #expect(code.code == "urn:x")
        #expect(DoubleAccount.apiVersion == "v1")
    }

    @Test func `all styles deliver the result of the publisher of a double`() async throws {
        let subject = PassthroughSubject<Credentials, WebAuthError>()
        let client: any WebAuth = DoubleWebAuth(login: subject.eraseToAnyPublisher())

        let calledBack = Mutex<WebAuthResult<Credentials>?>(nil)
        client.scope("s").start { result in calledBack.withLock { $0 = result } }
        subject.send(Credentials(accessToken: "a"))
        let refused = await #expect(throws: WebAuthError.self) { try await client.clearSession() }
        try await client.logout(federated: true)
        let empty = await #expect(throws: WebAuthError.self) { _ = try await (DoubleWebAuth() as any WebAuth).start() }

        #expect(try calledBack.withLock { try $0?.get().accessToken } == "a")
        #expect(refused == .transactionActiveAlready)
        #expect(empty == .unknown)
    }

    @Test func `a double receives the modifiers that it implements`() throws {
        let client: any WebAuth = DoubleWebAuth()

        let changed = client.connection("c").maxAge(.seconds(1)).leeway(.seconds(1)).onClose(nil)

        #expect((changed as? DoubleWebAuth)?.said == "connection(_:);maxAge(_:);leeway(_:);onClose(_:);")
    }

    /// The modifiers that a double may lack, by the names that the errors have.
    private static let optional: [(name: String, apply: @Sendable (any WebAuth) -> any WebAuth)] = [
        ("timeout(_:)", { $0.timeout(.seconds(1)) }),
        ("pushing()", { $0.pushing() }),
        (
            "signingRequest(with:)",
            { login in
                guard let key = try? SigningKey(generating: .es256) else { return login }
                return login.signingRequest(with: key)
            }
        ),
        ("authorizationDetails(_:)", { $0.authorizationDetails([]) }),
        ("trustedAudiences(_:)", { $0.trustedAudiences([]) }),
        ("allowingConcurrentLogins()", { $0.allowingConcurrentLogins() }),
        ("provider(_: WebAuthBrowserProvider)", { $0.provider(WebAuthentication.safariProvider()) }),
        ("provider(_: WebAuthTerminalProvider)", { $0.provider(WebAuthentication.terminalProvider()) }),
    ]

    @Test func `C10 a modifier that a wrapper lacks makes login and logout fail, and names what to implement`() async {
        for (name, apply) in Self.optional {
            let working = DoubleWebAuth(
                login: Just(Credentials()).setFailureType(to: WebAuthError.self).eraseToAnyPublisher())
            // A later call does not repair it.
            let changed = apply(working).connection("c").timeout(.seconds(1))

            let login = await #expect(throws: WebAuthError.self) { _ = try await changed.start() }
            let logout = await #expect(throws: WebAuthError.self) { try await changed.clearSession(federated: true) }

            for error in [login, logout] {
                #expect(error == .other)
                #expect((error?.cause as? ConfigurationError)?.code == .notImplemented)
                #expect(error?.description.contains("implement the modifier \(name) -> any WebAuth") == true)
                #expect(error?.description.contains("DoubleWebAuth") == true)
            }
        }
    }

    @Test func `C10 a modifier that a pushed login lacks makes it fail`() async {
        let modifiers: [(name: String, apply: @Sendable (any PARAuth) -> any PARAuth)] = [
            ("timeout(_:)", { $0.timeout(.seconds(1)) }), ("state(_:)", { $0.state("s") }),
            ("redirectURL(_:)", { $0.redirectURL(URL(filePath: "/")) }),
            ("provider(_: WebAuthBrowserProvider)", { $0.provider(WebAuthentication.safariProvider()) }),
        ]
        for (name, apply) in modifiers {
            let error = await #expect(throws: WebAuthError.self) {
                _ = try await apply(DoublePAR()).useEphemeralSession().start(requestUri: "urn:x")
            }

            #expect((error?.cause as? ConfigurationError)?.code == .notImplemented)
            #expect(error?.description.contains("implement the modifier \(name) -> any PARAuth in DoublePAR") == true)
        }
    }

    @Test func `C10 a wrapper that passes modifiers on keeps what they say`() async {
        let inner = Auth0.webAuth(clientId: "c", domain: "t.example.com")
        let wrapper: any WebAuth = WrappedWebAuth(inner: inner)

        // Over at once: the timeout reached the SDK's own login.
        let error = await #expect(throws: WebAuthError.self) {
            _ = try await wrapper.allowingConcurrentLogins().provider { _, _ in Unopened() }.timeout(.zero).start()
        }

        #expect(error == .timedOut)
    }

    @Test @MainActor func `callbacks of a login on the main actor`() async {
        let client = DoubleWebAuth(
            login: Just(Credentials(accessToken: "a")).setFailureType(to: WebAuthError.self).eraseToAnyPublisher())
        var (token, isOut, isLoggedOut) = ("", false, false)

        await withCheckedContinuation { continuation in
            client.onMainActor().start { result in
                token = (try? result.get().accessToken) ?? ""
                continuation.resume()
            }
        }
        await withCheckedContinuation { continuation in
            client.onMainActor().clearSession(federated: true) { result in
                isOut = (try? result.get()) != nil
                continuation.resume()
            }
        }
        await withCheckedContinuation { continuation in
            client.onMainActor().logout(federated: true) { result in
                isLoggedOut = (try? result.get()) != nil
                continuation.resume()
            }
        }

        #expect(token == "a")
        #expect(isOut && isLoggedOut)
    }
}

/// A double of version 3: its call returns a protocol, and is another one than that of the client.
private struct ThirdVersion: Authentication {
    let clientId = "c"
    let url = URL(filePath: "/")
    var logger: (any Logger)?

    func jwks() -> any Requestable<JWKS, AuthenticationError> {
        Request<JWKS, AuthenticationError>(result: .success(JWKS(keys: [])))
    }
}
