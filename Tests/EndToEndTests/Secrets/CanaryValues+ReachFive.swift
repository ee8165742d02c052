import ReachFive
import SecretStorage

extension CanaryValues {
    static func reachFiveError(_ info: [String: any Sendable]) -> any Error {
        ReachFiveError.RequestError(
            requestErrors: RequestErrors(
                error: info["error"] as? String, errorId: info["code"] as? String,
                errorMessageKey: info["errorCode"] as? String,
                errorDescription: info["error_description"] as? String))
    }

    /// The tokens, users, futures and errors of ReachFive.
    static func reachFive() throws -> [Any] {
        var (user, address) = (OpenIdUser(), ProfileAddress())
        (address.streetAddress, address.customFields) = (canary, ["a": .string(canary)])
        (user.name, user.email, user.address) = (canary, canary, address)
        let token = AuthToken(
            idToken: canary, accessToken: canary, refreshToken: canary, tokenType: "Bearer", expiresIn: 1, user: user)
        let errors = RequestErrors(
            error: "invalid_request", errorUserMsg: canary, errorDescription: canary,
            errorDetails: [FieldError(field: "email", message: canary, code: "invalid")])
        let promise = Promise<AuthToken, ReachFiveError>()
        promise.success(token)
        let stored = ReachFive(sdkConfig: SdkConfig(domain: "example.reach5.net", clientId: "c"))
            .storedAuthToken(store: MemoryStore())
        try stored.save(token)
        return [
            stored,
            user, address, token, errors, FieldError(field: "email", message: canary, code: "invalid"), promise,
            promise.future,
            WebviewLoginRequest(state: canary, nonce: canary), CustomField.string(canary),
        ]
    }
}
