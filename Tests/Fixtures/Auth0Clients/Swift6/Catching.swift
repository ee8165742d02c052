// A `catch` that lets some errors through, in functions that may end the process: Swift 6.3.1 crashes on these where an error is
// passed in registers. And kinds of errors by their names alone, where several types have such a name.
import Auth0
import Foundation

func patterns(_ texts: [String]) async throws {
    guard let text = texts.first else { fatalError() }
    do { _ = try await Auth0.webAuth().scope(text).start() } catch WebAuthError.userCancelled { print(text) }
    do { _ = try await Auth0.webAuth().scope(text).start() } catch .other { print(text) }
    do { try await Auth0.webAuth().clearSession() } catch let error where error == .unknown { print(error) }
    do { try await Auth0.webAuth().clearSession() } catch let error where error != .other {
        print(error)
    }
}

func flags(_ url: URL?) async throws {
    let url = url ?? URL(filePath: "/")
    do { _ = try await Auth0.authentication().jwks().start() } catch let error where error.isAccessDenied { print(url) }
    do { _ = try await Auth0.users(token: "t").get("u").start() } catch let error where error.statusCode == 404 {
        print(url)
    }
    do { _ = try await Auth0.myAccount(token: "t").authenticationMethods.getFactors().start() } catch let error
        where error.code == "x"
    {
        print(url)
    }
    do { _ = try await Auth0.mfa().verify(otp: "1", mfaToken: "m").start() } catch let error
        where error.isAuthorizationPending
    {
        print(url)
    }
}

func elsewhere(_ numbers: [Int], _ verifier: TokenVerifier, _ client: OpenIDClient, _ store: any SecretStore)
    async throws
{
    guard let number = numbers.max() else { fatalError() }
    do { _ = try await client.login().start() } catch let error where error.isRetryable { print(number) }
    do { _ = try await verifier.verify("token") } catch let error where error.scopes.isEmpty { print(number) }
    do { _ = try Auth0Configuration.find() } catch let error where error.code == .missing { print(number) }
}

func name(_ error: WebAuthError) -> String {
    switch error {
    case .other: "other"
    case .unknown: "unknown"
    case .userCancelled, .transactionActiveAlready: "again"
    default: error.localizedDescription
    }
}
