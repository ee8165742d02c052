// Errors by their kinds, also where several types have a kind of that name, and where some of them go on to the caller.
import Auth0
import Foundation

func patterns(_ text: String) async throws {
    do { _ = try await Auth0.webAuth().scope(text).start() } catch WebAuthError.userCancelled { print(text) }
    do { _ = try await Auth0.webAuth().scope(text).start() } catch .other { print(text) }
    do { try await Auth0.webAuth().clearSession() } catch let error where error == .unknown { print(error) }
}

/// Swift 6.3.1 crashes on a `catch` that lets some typed errors through beside a force unwrap; this is the way around.
func besideUnwraps(_ texts: [String]) async throws {
    guard let text = texts.first else { fatalError() }
    do {
        _ = try await Auth0.webAuth().scope(text).start()
    } catch WebAuthError.userCancelled {
        print(text)
    } catch { throw error }
}

func flags(_ url: URL) async throws {
    do { _ = try await Auth0.authentication().jwks().start() } catch let error where error.isAccessDenied { print(url) }
    do { _ = try await Auth0.users(token: "t").get("u").start() } catch let error where error.statusCode == 404 {
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
