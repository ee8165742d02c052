// Shapes of programs that other people wrote for Auth0.swift 2.x, found in public repositories.
import Auth0
import Foundation
import SimpleKeychain
import Streams

/// A protocol of the program with the name of a type of the SDK, and a conformance that it declares once more.
protocol AppCredentials: Sendable { var expires: Date { get } }
extension Auth0.Credentials: AppCredentials, @retroactive @unchecked Sendable {
    // Unchecked: programs declare it so.
    var expires: Date { expiresIn }
}

/// Callbacks that are kept in constants, also as implicitly unwrapped ones.
final class KeptCallbacks {
    private let manager = Auth0.CredentialsManager(
        authentication: authentication(), storage: SimpleKeychain(service: "app", accessGroup: "group"))

    func login(onSuccess: ((Credentials) -> Void)? = nil, onFailure: ((WebAuthError?) -> Void)? = nil) {
        let finished: ((WebAuthResult<Credentials>) -> Void)! = {
            switch $0 {
            case .failure(let error): onFailure?(error)
            case .success(let credentials):
                _ = self.manager.store(credentials: credentials)
                onSuccess?(credentials)
            }
        }
        Auth0.webAuth().parameters(["screen_hint": "signup"]).start(finished)
    }

    func token(_ finished: @escaping (CredentialsManagerResult<Credentials>) -> Void) {
        manager.credentials(minTTL: 60, callback: finished)
    }

    func published() -> AnyPublisher<Credentials, CredentialsManagerError> {
        Deferred { Future { promise in self.manager.renew(callback: promise) } }.eraseToAnyPublisher()
    }

    func waited() async throws -> Credentials {
        try await withCheckedThrowingContinuation { continuation in
            manager.credentials { result in
                continuation.resume(with: result)
            }
        }
    }
}

/// A function of the program that starts any call with a callback, and a login that it is given.
@MainActor
func run<Output, Failure: Error>(
    _ start: (@escaping (Result<Output, Failure>) -> Void) -> Void
) async throws -> Output {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Output, Error>) in
        start { continuation.resume(with: $0.mapError { $0 as Error }) }
    }
}

@MainActor
func loginByRunner() async throws -> Credentials {
    let webAuth = Auth0.webAuth().scope("openid offline_access")
    return try await run { webAuth.start($0) }
}

/// Whether the user has to log in again, decided with the matching operator and with the cause.
func endsSession(_ error: CredentialsManagerError) -> Bool {
    if CredentialsManagerError.noCredentials ~= error || CredentialsManagerError.noRefreshToken ~= error { return true }
    guard CredentialsManagerError.renewFailed ~= error, let cause = error.cause as? AuthenticationError else {
        return false
    }
    return cause.isInvalidRefreshToken || cause.isRefreshTokenDeleted
}
