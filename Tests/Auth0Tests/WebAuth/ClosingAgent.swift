import Auth0

/// An agent that its user closes at once: nothing is opened or sent.
struct ClosingAgent: WebAuthUserAgent {
    let callback: WebAuthProviderCallback

    func start() { callback(.failure(.userCancelled)) }
    func finish(with result: WebAuthResult<Void>) { callback(result) }
}
