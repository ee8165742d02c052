import OpenID

/// A page whose address a test receives.
struct SteeredPage: UserAgent {
    let address: String
    let addresses: AsyncStream<String>.Continuation
    let ended: @Sendable (LoginWindow.Ending) -> Void

    func start() { addresses.yield(address) }
    func finish(with result: Result<Void, AuthorizationError>) { ended(.finished) }
}
