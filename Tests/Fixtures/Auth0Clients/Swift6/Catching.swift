// Errors by their kinds, also where several types have a kind of that name, and where some of them go on to the caller.
import Auth0
import Foundation

func patterns(_ text: String) async throws {
    do { _ = try await Auth0.webAuth().scope(text).start() } catch WebAuthError.userCancelled { print(text) }
    do { _ = try await Auth0.webAuth().scope(text).start() } catch WebAuthError.other { print(text) }
    do { try await Auth0.webAuth().clearSession() } catch let error as WebAuthError where error == .unknown {
        print(error)
    }
}

func flags(_ url: URL) async throws {
    do { _ = try await Auth0.authentication().jwks().start() } catch let error as AuthenticationError
        where error.isAccessDenied
    { print(url) }
    do { _ = try await Auth0.users(token: "t").get("u").start() } catch let error as ManagementError
        where error.statusCode == 404
    {
        print(url)
    }
}

func name(_ error: WebAuthError) -> String {
    switch error {
    case .other: "other"
    case .unknown: "unknown"
    case .userCancelled, .transactionActiveAlready: "again"
    default: error.localizedDescription
    }
}
