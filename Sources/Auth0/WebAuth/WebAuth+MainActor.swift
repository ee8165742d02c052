import RequestPipeline
public import Streams

extension WebAuth {
    /// Returns a login that calls back on the main actor, for code that changes a user interface.
    ///
    /// The program has to serve its main queue: by `dispatchMain()`, a run loop, or an `async` main.
    ///
    /// - Returns: A login with the options of this one.
    public func onMainActor() -> MainActorWebAuth { MainActorWebAuth(webAuth: self) }
}

/// A login, or a logout, in a browser, whose callbacks run on the main actor; create one with
/// ``WebAuth/onMainActor()``.
public struct MainActorWebAuth: Sendable {
    let webAuth: any WebAuth

    /// Logs a user in and calls back on the main actor.
    ///
    /// - Parameter callback: Called exactly once.
    /// - Returns: A handle that cancels the login; releasing it has no effect.
    @discardableResult
    public func start(_ callback: @escaping @MainActor (WebAuthResult<Credentials>) -> Void) -> any Cancellable {
        onMainActor { webAuth.start($0) }.start(callback)
    }

    /// Ends the session that the tenant keeps in the user's browser, and calls back on the main actor.
    ///
    /// - Parameters:
    ///   - federated: Whether to end the session at the identity provider behind the connection, too.
    ///   - callback: Called exactly once.
    /// - Returns: A handle that cancels the logout; releasing it has no effect.
    @discardableResult
    public func clearSession(
        federated: Bool = false, callback: @escaping @MainActor (WebAuthResult<Void>) -> Void
    ) -> any Cancellable {
        onMainActor { webAuth.clearSession(federated: federated, callback: $0) }.start(callback)
    }

    private func onMainActor<Value>(
        _ begin: @escaping @Sendable (@escaping @Sendable (WebAuthResult<Value>) -> Void) -> any Cancellable
    ) -> MainActorRequest<Value, WebAuthError> {
        MainActorRequest(operation: Operation(on: nil, toleratesBlocking: true, begin: begin))
    }
}
