public import Auth0
public import FoundationEssentials
import HTTPMessages
import LibcurlTransport
import LinuxSystemCalls
import Synchronization
public import TenantEmulator

/// A browser for tests of web logins and logouts, which shows no page.
///
/// ```swift
/// let credentials = try await withLoginTurn {
///     try await withTenant { tenant in
///         let browser = ScriptedBrowser(tenant, user: "john@example.com")
///         return try await Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain)
///             .provider(browser.provider).start()
///     }
/// }
/// ```
///
/// The emulated tenant and the SDK check PKCE, the nonce and the ID token as usual.
public final class ScriptedBrowser: Sendable {
    private enum Script: Sendable {
        case visit(EmulatedTenant, login: String?)
        case close
        case wait
    }

    private let script: Script
    private let opened = Mutex<[URL]>([])

    private init(_ script: Script) { self.script = script }

    /// Creates a browser whose user logs in, and completes every other page; also for logouts.
    ///
    /// - Parameters:
    ///   - tenant: The emulated tenant.
    ///   - user: The user's ID, e-mail address, user name or phone number.
    public convenience init(_ tenant: EmulatedTenant, user: String) { self.init(.visit(tenant, login: user)) }

    /// Returns a browser whose user refuses: the login fails with `access_denied`.
    ///
    /// - Parameter tenant: The emulated tenant.
    /// - Returns: The browser.
    public static func refusing(_ tenant: EmulatedTenant) -> ScriptedBrowser {
        ScriptedBrowser(.visit(tenant, login: nil))
    }

    /// Returns a browser whose user closes it: the login fails with `WebAuthError.userCancelled`.
    ///
    /// - Returns: The browser.
    public static func closing() -> ScriptedBrowser { ScriptedBrowser(.close) }

    /// Returns a browser whose user never responds, for tests of timeouts and of `WebAuthentication.cancel()`.
    ///
    /// - Returns: The browser.
    public static func waiting() -> ScriptedBrowser { ScriptedBrowser(.wait) }

    /// The addresses that were opened, in order.
    public var openedURLs: [URL] { opened.withLock { $0 } }

    /// The user agent, for `provider(_:)` of a login or a logout.
    public var provider: WebAuthProvider { { url, callback in Agent(browser: self, url: url, callback: callback) } }

    private struct Agent: WebAuthUserAgent, CustomStringConvertible {
        let browser: ScriptedBrowser
        let url: URL
        let callback: WebAuthProviderCallback
        var description: String { "ScriptedBrowser" }

        func start() { browser.open(url, callback) }
        func finish(with result: WebAuthResult<Void>) { callback(result) }
    }

    private func open(_ url: URL, _ callback: @escaping WebAuthProviderCallback) {
        opened.withLock { $0.append(url) }
        switch script {
        case .wait: return
        case .close: callback(.failure(.userCancelled))
        case .visit(let tenant, let login):
            do {
                Self.bring(try tenant.redirect(from: url, loggedInAs: login))
            } catch {
                callback(.failure(WebAuthError.unknown.because(of: error)))
            }
        }
    }

    /// Delivers the response to the program's listener, or through `resume(with:)` for a URL of another scheme.
    private static func bring(_ url: URL) {
        guard url.scheme == "http", let target = try? HTTPURL(url.absoluteString) else {
            _ = WebAuthentication.resume(with: url)
            return
        }
        // The page of the listener is for users, so it is ignored.
        _ = CurlTransport.standard.send(TransportRequest(method: .get, url: target)) { _ in }
    }
}

private let loginTurns = TurnQueue()

/// Waits for other calls of this function to end, and calls a closure.
///
/// A process has one web login or logout at a time, and a second one fails; tests run at the same time.
///
/// - Parameter body: The closure with the logins.
/// - Returns: The result of the closure.
/// - Throws: The error of the closure.
public func withLoginTurn<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await loginTurns.turn(body)
}
