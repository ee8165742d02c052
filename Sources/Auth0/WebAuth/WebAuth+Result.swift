package import OpenID
import RequestPipeline
public import Streams

extension WebAuth {
    /// Logs a user in and waits for the result, with the type of the failure.
    ///
    /// Cancelling the task cancels the login. An error of another type, which only a double throws, is the cause of
    /// ``WebAuthError/other``.
    ///
    /// ```swift
    /// switch await Auth0.webAuth().result() {
    /// case .success(let credentials): print(credentials.tokenType)
    /// case .failure(.userCancelled): print("not logged in")
    /// case .failure(let error): print(error)
    /// }
    /// // prints Bearer
    /// ```
    ///
    /// - Returns: Credentials with a validated ID token, or the failure.
    public func result() async -> WebAuthResult<Credentials> {
        do {
            return .success(try await start())
        } catch { return .failure(WebAuthError(beginning: error)) }
    }

    /// Publishes the credentials of a login, as `start()` does, by a name that no other style has.
    ///
    /// - Returns: A publisher that begins a login for each subscriber, publishes one value and finishes, or fails.
    ///   Cancelling a subscription cancels its login.
    public func publisher() -> AnyPublisher<Credentials, WebAuthError> { start() }
}

extension PARAuth {
    /// Opens the browser and waits for the result, as ``WebAuth/result()``.
    ///
    /// - Parameter requestUri: The request URI that the authorization server issued for the pushed request.
    /// - Returns: The code, or the failure.
    public func result(requestUri: String) async -> WebAuthResult<AuthorizationCode> {
        do {
            return .success(try await start(requestUri: requestUri))
        } catch { return .failure(WebAuthError(beginning: error)) }
    }

    /// Publishes the code, as `start(requestUri:)` does, by a name that no other style has.
    ///
    /// - Parameter requestUri: The request URI that the authorization server issued for the pushed request.
    /// - Returns: A publisher that opens the browser for each subscriber, publishes one value and finishes, or fails.
    public func publisher(requestUri: String) -> AnyPublisher<AuthorizationCode, WebAuthError> {
        start(requestUri: requestUri)
    }
}

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

    /// Logs a user in and calls back on the main actor, as ``WebAuth/start(_:)``, whose parameters are the same.
    @discardableResult
    public func start(_ callback: @escaping @MainActor (WebAuthResult<Credentials>) -> Void) -> any Cancellable {
        onMainActor { webAuth.start($0) }.start(callback)
    }

    /// Ends the session that the tenant keeps in the user's browser, and calls back on the main actor, as
    /// ``WebAuth/clearSession(federated:callback:)``, whose parameters are the same.
    @discardableResult
    public func clearSession(
        federated: Bool = false, callback: @escaping @MainActor (WebAuthResult<Void>) -> Void
    ) -> any Cancellable {
        onMainActor { webAuth.clearSession(federated: federated, callback: $0) }.start(callback)
    }

    /// Ends the session that the tenant keeps in the user's browser; another name of
    /// ``clearSession(federated:callback:)``, whose parameters are the same.
    @discardableResult
    public func logout(
        federated: Bool = false, callback: @escaping @MainActor (WebAuthResult<Void>) -> Void
    ) -> any Cancellable {
        clearSession(federated: federated, callback: callback)
    }

    private func onMainActor<Value>(
        _ begin: @escaping @Sendable (@escaping @Sendable (WebAuthResult<Value>) -> Void) -> any Cancellable
    ) -> MainActorRequest<Value, WebAuthError> {
        MainActorRequest(operation: Operation(on: nil, toleratesBlocking: true, begin: begin))
    }
}

extension WebAuth {
    /// Requires a recent login; otherwise the user has to log in again.
    ///
    /// - Parameter maxAge: The longest time since the user logged in, in whole seconds: fractions are cut off.
    /// - Returns: A changed copy.
    public func maxAge(_ maxAge: Duration) -> Self { self.maxAge(Int(clamping: maxAge.components.seconds)) }

    /// Sets the tolerated difference between the clocks of tenant and machine.
    ///
    /// - Parameter leeway: One minute by default, in whole milliseconds: fractions are cut off. More than five minutes
    ///   make the login fail.
    /// - Returns: A changed copy.
    public func leeway(_ leeway: Duration) -> Self {
        let (seconds, attoseconds) = leeway.components
        // Bounded, so that the arithmetic cannot overflow; both bounds are refused when the login starts.
        let bounded = Int(min(max(seconds, -1_000_000), 1_000_000))
        return self.leeway(bounded * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }

    /// Measures time with other clocks, for tests; for the SDK's own login only.
    package func timed(by time: TimeSource, _ alarm: Alarm) -> any WebAuth {
        guard let login = self as? Auth0WebAuth else { return Auth0WebAuth.lacking(in: Self.self) }
        return login.changed { ($0.time, $0.session.alarm) = (time, alarm) }
    }
}
