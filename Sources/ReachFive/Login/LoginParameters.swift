import OpenID

/// The parameters of one login that are sent as they are.
struct LoginParameters: Sendable {
    /// The length of 128 random bits in base64url, below which other programs could guess a state.
    private static let unguessableLength = 22

    let scope: String?
    private let state: String?
    private let others: [String: String]

    init(_ request: WebviewLoginRequest) {
        scope = request.scope?.joined(separator: " ")
        state = request.state
        others = ["nonce": request.nonce, "origin": request.origin, "provider": request.provider]
            .compactMapValues(\.self)
    }

    /// Returns the parameters; a state that can be guessed gets a random end.
    ///
    /// - Throws: `AuthorizationError` if the system has no random numbers.
    func sent() throws -> [String: String] {
        var sent = others
        if let state {
            sent["state"] = state.utf8.count < Self.unguessableLength ? "\(state).\(try RandomText.make())" : state
        }
        return sent
    }
}
