// Screens of an iOS app, moved over by changing imports: state, view models, a coordinator.
import Auth0
import Dispatch
import Foundation
import Streams
import StreamsFoundation

final class LoginViewModel: ObservableObject {
    enum Phase { case idle, busy, loggedIn(Credentials), failed(WebAuthError) }

    @Published var phase: Phase = .idle
    @Published private(set) var profile: UserInfo?
    @Published var alert: String?
    private var cancellables = Set<AnyCancellable>()
    private let webAuth: WebAuth
    private let authentication: Authentication

    init(webAuth: WebAuth = Auth0.webAuth(), authentication: Authentication = Auth0.authentication()) {
        self.webAuth = webAuth
        self.authentication = authentication
    }

    func logInByCallback() {
        webAuth
            .scope("openid profile email offline_access")
            .audience("https://api.example.com")
            .start { [weak self] result in
                DispatchQueue.main.async {
                    switch result {
                    case .success(let credentials): self?.phase = .loggedIn(credentials)
                    case .failure(.userCancelled): self?.phase = .idle
                    case .failure(let error): self?.phase = .failed(error)
                    }
                }
            }
    }

    func logInByPublisher() {
        webAuth
            .connection("google-oauth2")
            .start()
            .receive(on: DispatchQueue.main)
            .handleEvents(receiveSubscription: { [weak self] _ in self?.phase = .busy })
            .sink(
                receiveCompletion: { [weak self] completion in
                    if case .failure(let error) = completion { self?.phase = .failed(error) }
                },
                receiveValue: { [weak self] credentials in
                    self?.phase = .loggedIn(credentials)
                }
            )
            .store(in: &cancellables)
    }

    func logInWithProfile() {
        let authentication = self.authentication
        webAuth.start()
            .mapError { $0 as Error }
            .flatMap { credentials in
                authentication.userInfo(withAccessToken: credentials.accessToken).start().mapError { $0 as Error }
            }
            .map(Optional.some)
            .catch { [weak self] error -> Just<UserInfo?> in
                self?.alert = error.localizedDescription
                return Just(nil)
            }
            .receive(on: DispatchQueue.main)
            .assign(to: &$profile)
    }

    @MainActor
    func logIn() async {
        do {
            let credentials = try await webAuth.useEphemeralSession().start()
            phase = .loggedIn(credentials)
        } catch WebAuthError.userCancelled {
            phase = .idle
        } catch let error as WebAuthError where error == .transactionActiveAlready {
            WebAuthentication.cancel()
        } catch let error as WebAuthError {
            phase = .failed(error)
        } catch {
            alert = "\(error)"
        }
    }

    func logOut() {
        webAuth.clearSession(federated: false) { [weak self] result in
            switch result {
            case .success: self?.phase = .idle
            case .failure(let error): self?.alert = error.localizedDescription
            }
        }
    }

    func logOutByPublisher() -> AnyPublisher<Bool, Never> {
        webAuth.clearSession()
            .map { true }
            .replaceError(with: false)
            .eraseToAnyPublisher()
    }
}

/// The coordinator of an older app: optional callbacks, an enum of its own, and a pyramid.
class SessionCoordinator {
    enum Failure: Error {
        case api(AuthenticationError), browser(WebAuthError), management(ManagementError), other(Error)
    }

    static let shared = SessionCoordinator()
    private(set) var credentials: Credentials?
    private var onChange: ((Credentials?) -> Void)?

    func observe(_ handler: @escaping (Credentials?) -> Void) { onChange = handler }

    func begin(completion: @escaping (Result<ManagementObject, Failure>) -> Void) {
        Auth0
            .webAuth(clientId: "client", domain: "tenant.example.com")
            .scope("openid profile read:current_user")
            .audience("https://tenant.example.com/api/v2/")
            .start { result in
                switch result {
                case .failure(let error): completion(.failure(.browser(error)))
                case .success(let credentials):
                    self.credentials = credentials
                    self.onChange?(credentials)
                    Auth0
                        .authentication(clientId: "client", domain: "tenant.example.com")
                        .userInfo(withAccessToken: credentials.accessToken)
                        .start { result in
                            switch result {
                            case .failure(let error): completion(.failure(.api(error)))
                            case .success(let user):
                                Auth0
                                    .users(token: credentials.accessToken, domain: "tenant.example.com")
                                    .get(user.sub, fields: ["user_metadata"], include: true)
                                    .start { completion($0.mapError(Failure.management)) }
                            }
                        }
                }
            }
    }

    func renew(_ completion: @escaping (Error?) -> Void) {
        guard let token = credentials?.refreshToken else { return completion(nil) }
        Auth0.authentication().renew(withRefreshToken: token).start { result in
            do {
                self.credentials = try result.get()
                completion(nil)
            } catch {
                completion(error)
            }
        }
    }
}
