// Seams: existential and opaque clients, protocols of an app that the SDK's clients are behind, generic wrappers.
import Auth0
import Foundation
import Streams

final class Container {
    let webAuth: any WebAuth
    let authentication: any Authentication
    var users: (String) -> any Users = { Auth0.users(token: $0) }
    var account: (String) -> any MyAccount = { Auth0.myAccount(token: $0) }
    var mfa: any MFAClient = Auth0.mfa()
    var par: any PARAuth = Auth0.authorizeWithRequestUri()

    init(webAuth: any WebAuth, authentication: any Authentication) {
        self.webAuth = webAuth
        self.authentication = authentication
    }
}

func generic<Client: Authentication>(_ client: Client) -> Request<Credentials, AuthenticationError> {
    client.login(usernameOrEmail: "u", password: "p", realmOrConnection: "r")
}

func opaque(_ client: some WebAuth) async throws -> Credentials { try await client.start() }

func isSDK(_ client: Any) -> Bool { client is Authentication || client is any WebAuth }

protocol LoginService {
    func login(completion: @escaping (Result<Credentials, Error>) -> Void)
    func login() -> AnyPublisher<Credentials, Error>
    func login() async throws -> Credentials
}

final class Auth0LoginService: LoginService {
    private let auth: WebAuth
    init(auth: WebAuth) { self.auth = auth }

    func login(completion: @escaping (Result<Credentials, Error>) -> Void) {
        auth.start { completion($0.mapError { $0 as Error }) }
    }
    func login() -> AnyPublisher<Credentials, Error> { auth.start().mapError { $0 }.eraseToAnyPublisher() }
    func login() async throws -> Credentials { try await auth.start() }
}

extension WebAuth {
    /// A builder of an app's own.
    func signup(hint email: String? = nil) -> Self {
        var parameters = ["screen_hint": "signup"]
        if let email { parameters["login_hint"] = email }
        return self.parameters(parameters)
    }

    func loggedInUser() async throws -> UserInfo? {
        let credentials = try await scope("openid profile").start()
        return UserInfo(json: ["sub": credentials.tokenType])
    }
}

extension Authentication {
    func refresh(_ credentials: Credentials) -> AnyPublisher<Credentials, AuthenticationError> {
        guard let token = credentials.refreshToken else {
            return Fail(error: AuthenticationError(info: ["error": "none"], statusCode: 0)).eraseToAnyPublisher()
        }
        return renew(withRefreshToken: token).start()
    }
}

extension Request {
    /// A wrapper that logs how long it took.
    func timed(_ label: String) -> AnyPublisher<(Value, TimeInterval), Failure> {
        let start = Date()
        return self.start().map { ($0, Date().timeIntervalSince(start)) }.eraseToAnyPublisher()
    }
}

func wait<T, E: Auth0APIError>(_ request: Request<T, E>) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        request.start { continuation.resume(with: $0) }
    }
}

func forward<T, E: Auth0APIError>(_ request: Request<T, E>, to callback: @escaping Request<T, E>.Callback) {
    request.start(callback)
}

/// A request of a test, with the callback alone, and a double with the name of 3.x for its telemetry.
struct StubRequest: Requestable {
    let result: Result<Credentials, AuthenticationError>

    func start(_ callback: @escaping (Result<Credentials, AuthenticationError>) -> Void) -> any Cancellable {
        callback(result)
        return AnyCancellable {}
    }
}

struct Version3Authentication: Authentication {
    let clientId = "c"
    let url = URL(filePath: "/")
    var auth0ClientInfo = Auth0ClientInfo()
    var logger: Logger?
}

func collect<T>(_ requests: [Request<T, AuthenticationError>]) async throws -> [T] {
    try await withThrowingTaskGroup(of: T.self) { group in
        for request in requests { group.addTask { try await request.start() } }
        var values: [T] = []
        for try await value in group { values.append(value) }
        return values
    }
}

struct BusinessHours: RequestValidator {
    struct Closed: Error {}
    func validate() throws { if Calendar.current.component(.hour, from: Date()) > 24 { throw Closed() } }
}

func validated() -> Request<Credentials, AuthenticationError> {
    Auth0.authentication(clientId: "c", domain: "d.example.com")
        .login(email: "e@example.com", code: "1")
        .requestValidators([BusinessHours()])
        .parameters(["device": "watch", "retries": 3, "nested": ["a": 1]])
        .headers(["X-Trace": UUID().uuidString])
}
