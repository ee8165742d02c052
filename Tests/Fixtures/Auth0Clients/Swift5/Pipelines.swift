// Chains of publishers, as apps written for Combine have them.
import Auth0
import Dispatch
import Foundation
import Streams
import StreamsFoundation

final class Pipelines {
    typealias LoginPublisher = AnyPublisher<Credentials, WebAuthError>
    let login: LoginPublisher
    var bag = Set<AnyCancellable>()
    var list: [AnyCancellable] = []
    let authentication: Authentication
    let trigger = PassthroughSubject<Void, Never>()
    let session = CurrentValueSubject<Credentials?, Never>(nil)

    init(webAuth: WebAuth, authentication: Authentication) {
        self.authentication = authentication
        login = webAuth.scope("openid").start().share().eraseToAnyPublisher()
    }

    func run() {
        login.map(\.accessToken).sink(receiveCompletion: { _ in }, receiveValue: { print($0) }).store(in: &bag)
        login.retry(2).map { Optional($0) }.replaceError(with: nil).sink { [weak self] in self?.session.send($0) }
            .store(in: &list)
        trigger.setFailureType(to: WebAuthError.self)
            .flatMap { [login] in login }
            .receive(on: DispatchQueue.main)
            .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
            .store(in: &bag)
    }

    func both(_ token: String) -> AnyPublisher<(UserInfo, JWKS), AuthenticationError> {
        Publishers.Zip(authentication.userInfo(withAccessToken: token).start(), authentication.jwks().start())
            .map { ($0, $1) }
            .eraseToAnyPublisher()
    }

    func latest(_ token: String) -> AnyPublisher<String, Error> {
        authentication.userInfo(withAccessToken: token).start()
            .combineLatest(authentication.jwks().start())
            .tryMap { user, keys -> String in
                guard !keys.keys.isEmpty else { throw WebAuthError.unknown }
                return user.sub
            }
            .timeout(.seconds(5), scheduler: DispatchQueue.main)
            .eraseToAnyPublisher()
    }

    func renewing() -> AnyPublisher<Credentials, AuthenticationError> {
        authentication.renew(withRefreshToken: "r").start()
            .tryCatch { [authentication] error -> AnyPublisher<Credentials, AuthenticationError> in
                guard error.isNetworkError else { throw error }
                return authentication.renew(withRefreshToken: "r").start()
            }
            .mapError { $0 as? AuthenticationError ?? AuthenticationError(cause: $0) }
            .eraseToAnyPublisher()
    }

    func values() async throws {
        for try await credentials in login.values { print(credentials) }
        for await name in session.compactMap({ $0?.tokenType }).removeDuplicates().values { print(name) }
        for await result in login.map(Result<Credentials, WebAuthError>.success).catch({ Just(.failure($0)) }).values {
            print(result)
        }
    }

    func future() -> Future<Credentials, WebAuthError> {
        Future { promise in Auth0.webAuth().start { promise($0) } }
    }

    func passwordless(_ email: String, code: AnyPublisher<String, Never>) -> AnyPublisher<
        Credentials, AuthenticationError
    > {
        authentication.startPasswordless(email: email).start()
            .flatMap { code.first().setFailureType(to: AuthenticationError.self) }
            .flatMap { [authentication] code in authentication.login(email: email, code: code).start() }
            .print("login")
            .eraseToAnyPublisher()
    }

    func invitation(_ url: URL) {
        NotificationCenter.default.publisher(for: Notification.Name("active"))
            .subscribe(on: DispatchQueue.main)
            .prefix(1)
            .setFailureType(to: WebAuthError.self)
            .flatMap { _ in Auth0.webAuth().invitationURL(url).start() }
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            .store(in: &bag)
    }
}
