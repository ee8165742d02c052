package import HTTP

/// What shows the login page to a person: a browser, a window of the program's own, or whatever a program brings.
package protocol UserAgent: Sendable {
    /// Shows the page; called once.
    func start()
    /// Takes the page away: an answer has come, or none is waited for any more. Called once, after ``start()``.
    func finish(with result: Result<Void, AuthorizationError>)
}

/// The person's own browser: opened, and then left to the person.
package struct BrowserAgent: UserAgent {
    private let address: HTTPURL
    private let open: @Sendable (HTTPURL, @escaping @Sendable (any Error) -> Void) throws -> Void
    private let ended: @Sendable (Result<Void, AuthorizationError>) -> Void

    /// Makes an agent.
    ///
    /// - Parameters:
    ///   - address: The page.
    ///   - open: Opens it, and tells when it could not be opened after all.
    ///   - ended: Called when the person is done, or when the page could not be opened.
    package init(
        _ address: HTTPURL,
        open: @escaping @Sendable (HTTPURL, @escaping @Sendable (any Error) -> Void) throws -> Void,
        ended: @escaping @Sendable (Result<Void, AuthorizationError>) -> Void
    ) {
        (self.address, self.open, self.ended) = (address, open, ended)
    }

    package func start() {
        do {
            try open(address) { ended(.failure(Self.unavailable($0))) }
        } catch {
            ended(.failure(Self.unavailable(error)))
        }
    }

    package func finish(with result: Result<Void, AuthorizationError>) { ended(result) }

    private static func unavailable(_ cause: any Error) -> AuthorizationError {
        AuthorizationError(.browserUnavailable, "the login page could not be opened", cause: cause)
    }
}
