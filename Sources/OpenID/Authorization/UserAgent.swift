package import HTTPMessages

/// What shows the login page to a person: a browser, a window of the program's own, or whatever a program brings.
///
/// Its description names it in the log.
public protocol UserAgent: Sendable {
    /// Shows the page; called once.
    func start()
    /// Takes the page away: an answer has come, or none is waited for any more. Called once, after ``start()``
    /// was, which may not have returned yet; never when it was not started.
    func finish(with result: Result<Void, AuthorizationError>)
}

/// A browser.
package struct BrowserAgent: UserAgent, CustomStringConvertible {
    package typealias Open = @Sendable (HTTPURL, @escaping @Sendable (any Error) -> Void) throws -> Void
    package typealias Ended = @Sendable (Result<Void, AuthorizationError>) -> Void

    /// What it is called in the log.
    package let description: String
    private let address: HTTPURL
    private let open: Open
    private let close: Ended
    private let ended: Ended

    /// Makes an agent.
    ///
    /// - Parameters:
    ///   - name: What it is called in the log.
    ///   - address: The page.
    ///   - open: Opens it, and tells when it could not be opened after all.
    ///   - close: Takes the page away, where that can be done, and says `ended`.
    ///   - ended: Called when the page is gone, or could not be opened.
    package init(
        _ name: String, _ address: HTTPURL, open: @escaping Open, close: @escaping Ended, ended: @escaping Ended
    ) {
        description = name
        (self.address, self.open, self.close, self.ended) = (address, open, close, ended)
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
