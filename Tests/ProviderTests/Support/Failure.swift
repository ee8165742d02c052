import OpenID
import Testing

/// Returns the error of a closure; `nil` when it succeeds.
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
    /// The error of the ID token, if that is the cause.
    var tokenError: IDTokenError? { cause as? IDTokenError }
    /// The error of the authorization response, if that is the cause.
    var answerError: AuthorizationError? { cause as? AuthorizationError }
}
