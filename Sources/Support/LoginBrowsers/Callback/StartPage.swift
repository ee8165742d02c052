package import HTTPMessages
import OpenSSLCryptography
import Synchronization

/// The page with which a browser program is started: it redirects the browser to the login page (RFC 9700 §4.7).
///
/// Every user of the machine can read the arguments of a program. The address of this page is of no use to them: only a
/// process of this user is redirected, and only one browser. A cookie for this path makes a reload possible. Every
/// other request receives status 410; requests ahead of a navigation change nothing.
package final class StartPage: Sendable {
    private struct State {
        var target: HTTPURL?
        var isTaken = false
    }

    package let path: String
    /// The value of the cookie of the browser that was redirected.
    private let mark: String
    private let state = Mutex(State())

    private static let cookie = "auth0-login"

    /// Creates a page that redirects no request yet. Both arguments are at least 128 random bits in base64url.
    package init(token: String, mark: String) { (path, self.mark) = ("/start/\(token)", mark) }

    /// Sets the login page.
    package func redirect(to target: HTTPURL) { state.withLock { $0.target = target } }

    /// Returns the response to a request for ``path``.
    func answer(cookies: String?, _ occasion: CallbackListener.Occasion) -> CallbackPage {
        let isKnown = (cookies ?? "").split(separator: ";").contains { pair in
            ConstantTime.areEqual(String(pair.drop { $0 == " " }), "\(Self.cookie)=\(mark)")
        }
        let (target, isFirst) = state.withLock { state in
            defer { state.isTaken = state.isTaken || state.target != nil }
            return (state.target, !state.isTaken)
        }
        guard let target else { return .notFound }
        guard isFirst || isKnown else { return .opened(occasion) }
        return .redirect(to: target, cookie: "\(Self.cookie)=\(mark); Path=\(path); HttpOnly; SameSite=Strict")
    }
}
