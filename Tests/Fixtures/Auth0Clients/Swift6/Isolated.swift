// Code written for Swift 6: main-actor view models, actors, tasks in callbacks, checked continuations.
import Auth0
import Foundation
import Streams
import StreamsFoundation

@MainActor
final class SessionModel: ObservableObject {
    @Published private(set) var credentials: Credentials?
    @Published private(set) var message: String?
    private var cancellables: Set<AnyCancellable> = []
    private let webAuth: any WebAuth

    init(webAuth: any WebAuth = Auth0.webAuth()) { self.webAuth = webAuth }

    func login() async {
        do {
            credentials = try await webAuth.scope("openid profile offline_access").start()
        } catch WebAuthError.userCancelled {
            message = nil
        } catch {
            message = error.localizedDescription
        }
    }

    func loginByTask() {
        webAuth.start { result in
            Task { @MainActor in
                switch result {
                case .success(let credentials): self.credentials = credentials
                case .failure(let error): self.message = error.debugDescription
                }
            }
        }
    }

    func loginOnMain() {
        webAuth.onMainActor().start { result in
            self.credentials = try? result.get()
        }
        Auth0.authentication().renew(withRefreshToken: "r").onMainActor().start { self.credentials = try? $0.get() }
    }

    func logout() async throws {
        try await webAuth.clearSession(federated: true)
        credentials = nil
    }
}

actor TokenBox {
    private let authentication: any Authentication
    private var credentials: Credentials
    private var renewal: Task<Credentials, any Error>?

    init(_ authentication: any Authentication, _ credentials: Credentials) {
        (self.authentication, self.credentials) = (authentication, credentials)
    }

    func accessToken() async throws -> String {
        if credentials.expiresIn > Date(timeIntervalSinceNow: 60) { return credentials.accessToken }
        let renewal =
            self.renewal
            ?? Task { [authentication, credentials] in
                try await authentication.renew(withRefreshToken: credentials.refreshToken).start()
            }
        self.renewal = renewal
        defer { self.renewal = nil }
        credentials = try await renewal.value
        return credentials.accessToken
    }
}

func bridged(_ webAuth: some WebAuth) async throws -> Credentials {
    try await withCheckedThrowingContinuation { continuation in
        webAuth.start { continuation.resume(with: $0) }
    }
}

func race(_ authentication: any Authentication) async throws -> UserInfo? {
    async let user = authentication.userInfo(withAccessToken: "a").start()
    async let keys = authentication.jwks().start()
    return try await keys.keys.isEmpty ? nil : user
}

func typed(_ authentication: some Authentication) async throws(AuthenticationError) -> UserInfo {
    try await authentication.userInfo(withAccessToken: "a").result().get()
}

struct FakeAuthentication: Authentication {
    let clientId = "fake"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Logger)?
    var dpop: DPoP?

    func userInfo(withAccessToken accessToken: String, tokenType: String) -> Request<UserInfo, AuthenticationError> {
        guard let user = UserInfo(json: ["sub": accessToken]) else {
            return Request(result: .failure(AuthenticationError(info: [:], statusCode: 401)))
        }
        return Request(result: .success(user))
    }
}

struct Program {
    static func main() async {
        let token = TokenBox(FakeAuthentication(), Credentials())
        do {
            print(try await token.accessToken())
        } catch let error as AuthenticationError where error.isInvalidRefreshToken {
            print("log in again")
        } catch {
            print(error)
        }
        for await result in Auth0.webAuth().start().asResult.values { print(result) }
    }
}

extension Publisher {
    var asResult: some Publisher<Result<Output, Failure>, Never> {
        map(Result.success).catch { Just(.failure($0)) }
    }
}
