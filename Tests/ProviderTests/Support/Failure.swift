import OpenID
import Testing

/// How something failed; `nil` when it did not.
func failure<Value>(of body: () async throws -> Value) async -> OpenIDError? {
    do {
        _ = try await body()
    } catch let error as OpenIDError {
        return error
    } catch {
        Issue.record(error)
    }
    return nil
}

extension OpenIDError {
    /// What is wrong with an ID token, when that is what is wrong.
    var tokenError: IDTokenError? { cause as? IDTokenError }
    /// What is wrong with the answer that a browser brought, when that is what is wrong.
    var answerError: AuthorizationError? { cause as? AuthorizationError }
}
