import Foundation
import OpenID

/// A login window that passes its address to a controlled browser.
struct SteeredWindow: UserAgent {
    /// Visits an address and acts as the user.
    typealias Person = @Sendable (_ address: String) async throws -> Void

    private let address: String
    private let ended: @Sendable (LoginWindow.Ending) -> Void
    private let person: Person

    /// Windows in front of which `person` sits.
    static func of(_ person: @escaping Person) -> LoginWindow {
        LoginWindow { SteeredWindow(address: $0.absoluteString, ended: $1, person: person) }
    }

    /// Windows of `browser`, in which `person` acts as the user on the first page.
    static func of(
        _ browser: PlainBrowser, person: @escaping @Sendable (PlainBrowser) async throws -> Void = { _ in }
    ) -> LoginWindow {
        of { address in
            try await browser.visit(address)
            try await person(browser)
        }
    }

    func start() {
        Task {
            do {
                try await person(address)
            } catch {
                // The test hears of it instead of waiting for the deadline.
                ended(.failed(error))
            }
        }
    }

    func finish(with result: Result<Void, AuthorizationError>) { ended(.finished) }
}
