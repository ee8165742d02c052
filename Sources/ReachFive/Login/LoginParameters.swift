import OpenID

/// The parameters of one login that are sent unchanged.
struct LoginParameters: Sendable {
    let scope: String?
    private let state: String?
    private let others: [String: String]

    init(_ request: WebviewLoginRequest) {
        scope = request.scope?.joined(separator: " ")
        state = request.state
        others = ["nonce": request.nonce, "origin": request.origin, "provider": request.provider]
            .compactMapValues(\.self)
    }

    /// Returns the parameters; a guessable state gets a random suffix.
    ///
    /// - Throws: `AuthorizationError` if the system has no random numbers.
    func sent() throws -> [String: String] {
        var sent = others
        sent["state"] = try state.map { try RandomText.unguessable($0) }
        return sent
    }
}
