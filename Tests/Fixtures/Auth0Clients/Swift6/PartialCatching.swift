// Errors by their kinds beside `??`, `!`, `&&` and closures, where the others go on to the caller. Swift up to 6.3
// crashes on these functions where the only error of the `do` is typed: the calls of the SDK say `throws`.
import Auth0
import Foundation
import OpenID
import SecretStorage
import Streams

func besideDefault(_ scope: String?) async throws -> String {
    do {
        let credentials = try await Auth0.webAuth().scope(scope ?? "openid").start()
        return credentials.refreshToken ?? credentials.accessToken
    } catch WebAuthError.userCancelled {
        return ""
    }
}

// Force unwraps are one of the triggers.
// swift-format-ignore: NeverForceUnwrap
func besideUnwrap(_ scopes: [String]) async throws {
    do {
        let credentials = try await Auth0.webAuth().scope(scopes.first!).start()
        print(credentials.refreshToken!)
    } catch WebAuthError.userCancelled {
        print(scopes)
    } catch WebAuthError.transactionActiveAlready {
        print("again")
    }
}

func besideAnd(_ isFresh: Bool, _ token: String?) async throws -> Bool {
    do {
        let user = try await Auth0.authentication().userInfo(withAccessToken: token ?? "").start()
        return isFresh && user.emailVerified == true || user.name?.isEmpty ?? true
    } catch let error as AuthenticationError where isFresh && error.isInvalidCredentials {
        return false
    } catch let error as AuthenticationError where error.isNetworkError {
        return false
    }
}

func besideClosure(_ names: [String]) async throws -> [String] {
    do {
        try await Auth0.webAuth().clearSession(federated: names.contains { $0.hasPrefix("x") })
        return names.map { $0 + "!" }.filter { !$0.isEmpty && $0.count > 1 }
    } catch WebAuthError.userCancelled {
        return names.compactMap { Int($0).map { "\($0)" } }
    }
}

func besideAll(_ link: URL?, _ names: [String: String]) async throws -> Credentials? {
    do {
        let webAuth = link.map { Auth0.webAuth().invitationURL($0) } ?? Auth0.webAuth()
        let credentials = try await webAuth.parameters(names.mapValues { $0.uppercased() }).start()
        let kept = try await Auth0.authentication().renew(withRefreshToken: credentials.refreshToken ?? "").start()
        return names.isEmpty && kept.refreshToken == nil ? credentials : kept
    } catch WebAuthError.userCancelled {
        return nil
    } catch let error as AuthenticationError where error.isInvalidRefreshToken && link != nil {
        return nil
    } catch let error as WebAuthError {
        print(error.cause ?? error)
        return nil
    }
}

func besideOtherClients(_ token: String?, _ uri: String?) async throws -> (any Sendable)? {
    do {
        let user = try await Auth0.users(token: token ?? "").get("auth0|1").start()
        let methods = Auth0.myAccount(token: token ?? "", domain: "d.example.com").authenticationMethods
        let factors = try await methods.getFactors().start().map { "\($0)" }
        let code = try await Auth0.authorizeWithRequestUri().start(requestUri: uri ?? "")
        return user["name"] as? String ?? factors.first { $0 == code.code && !$0.isEmpty }
    } catch let error as ManagementError where error.statusCode == 404 {
        return nil
    } catch let error as MyAccountError where error.statusCode == 403 && token != nil {
        return nil
    } catch WebAuthError.invalidRequestUri {
        return nil
    }
}

func besideStore(_ store: FileStore, _ account: String?) throws -> String {
    let name = SecretName(service: "app", account: account ?? "default")
    do {
        let text = try store.text(named: name)
        return text.map { $0 + "!" } ?? ""
    } catch let error as SecretStoreError where error.code == .corrupt && account != nil {
        return ""
    }
}

func besideProvider(_ issuer: String?) async throws -> String {
    do {
        let client = try await OpenID.discover(issuer ?? "https://op.example.com").start().client(id: "c")
        let credentials = try await client.login().start()
        return credentials.refreshToken ?? [credentials.accessToken].first { !$0.isEmpty && $0.count > 1 } ?? ""
    } catch let error as OpenIDError where error.code == .cancelled {
        return ""
    }
}

func typedResults(_ request: Request<Credentials, AuthenticationError>) async -> String {
    if case .failure(let error) = await request.result() { return error.code }
    if case .failure(.userCancelled) = await Auth0.webAuth().result() { return "cancelled" }
    switch await Auth0.authorizeWithRequestUri().result(requestUri: "urn:x") {
    case .success(let code): return code.code
    case .failure(let error): return error.message
    }
}

func chains(_ request: Request<Credentials, AuthenticationError>) -> AnyPublisher<String, any Error> {
    request.publisher().map { $0.refreshToken ?? "" }.mapError { $0 as any Error }
        .merge(with: Auth0.webAuth().publisher().map(\.accessToken).mapError { $0 as any Error })
        .eraseToAnyPublisher()
}
