package import HTTPMessages

/// A user agent that shows the login page: a browser, a window of the program, or a custom one.
///
/// Its description is its name in the log.
public protocol UserAgent: Sendable {
    /// Shows the page; called at most once.
    func start()
    /// Closes the page, because the login has ended. Called once, after the call of ``start()``, which may not have
    /// returned yet; never called without ``start()``.
    ///
    /// - Parameter result: Success when the authorization response arrived, else the reason why the login ended.
    func finish(with result: Result<Void, AuthorizationError>)
}

/// A user agent made of closures.
package struct BrowserAgent: UserAgent, CustomStringConvertible {
    package typealias Open = @Sendable (HTTPURL, @escaping @Sendable (any Error) -> Void) throws -> Void
    package typealias Ended = @Sendable (Result<Void, AuthorizationError>) -> Void

    /// The name in the log.
    package let description: String
    private let address: HTTPURL
    private let open: Open
    private let close: Ended
    private let ended: Ended

    /// Creates a user agent with a name for the log.
    ///
    /// `open` opens the page, and calls its second argument if it could not be opened. `close` closes it if possible,
    /// and calls `ended`, as it does by default.
    package init(
        _ name: String, _ address: HTTPURL, open: @escaping Open, close: Ended? = nil, ended: @escaping Ended
    ) {
        description = name
        (self.address, self.open, self.close, self.ended) = (address, open, close ?? ended, ended)
    }

    package func start() {
        do {
            try open(address) { ended(.failure(Self.unavailable($0))) }
        } catch {
            ended(.failure(Self.unavailable(error)))
        }
    }

    package func finish(with result: Result<Void, AuthorizationError>) { close(result) }

    static func unavailable(_ cause: any Error) -> AuthorizationError {
        AuthorizationError(.browserUnavailable, "the login page could not be opened", cause: cause)
    }
}
