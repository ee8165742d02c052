import Foundation
import HTTPMessages
import LibcurlTransport
import OpenID
import ReachFive
import Synchronization
import TenantEmulator
import TestEvents

/// A place for login pages where a user without a screen completes them.
final class ScriptedPage: ASWebAuthenticationPresentationContextProviding, Sendable {
    /// The behaviour of the user.
    enum User: Sendable {
        /// Logs in.
        case loggingIn(String)
        /// Refuses.
        case refusing
        /// Closes the window.
        case closing
        /// Does nothing.
        case waiting
    }

    private let tenant: EmulatedTenant
    private let user: User
    /// Changes the query of the address that the browser comes back to.
    private let change: @Sendable (inout [URLQueryItem]) -> Void
    private let opened = Mutex<[URL]>([])
    private let schemes = Mutex<[String]>([])
    /// The number of login pages that were opened.
    let openings = EventCounter()

    init(
        _ tenant: EmulatedTenant, _ user: User = .loggingIn("john@example.com"),
        changing change: @escaping @Sendable (inout [URLQueryItem]) -> Void = { _ in }
    ) {
        (self.tenant, self.user, self.change) = (tenant, user, change)
    }

    /// The parameters of the authorization requests, in order.
    var requests: [[String: String]] {
        opened.withLock { $0 }.map { url in
            let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
            return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
        }
    }

    /// The schemes of the redirect URIs of the sessions, in order.
    var callbackSchemes: [String] { schemes.withLock { $0 } }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        schemes.withLock { $0.append(session.callbackURLScheme) }
        return LoginWindow { url, ended in Page(page: self, url: url, ended: ended) }
    }

    private struct Page: UserAgent {
        let page: ScriptedPage
        let url: URL
        let ended: @Sendable (LoginWindow.Ending) -> Void

        func start() { page.open(url, ended) }
        func finish(with result: Result<Void, AuthorizationError>) { ended(.finished) }
    }

    private func open(_ url: URL, _ ended: @Sendable (LoginWindow.Ending) -> Void) {
        opened.withLock { $0.append(url) }
        openings.add()
        switch user {
        case .waiting: return
        case .closing: ended(.closed)
        case .loggingIn(let login): comeBack(from: url, as: login, ended)
        case .refusing: comeBack(from: url, as: nil, ended)
        }
    }

    private func comeBack(from url: URL, as login: String?, _ ended: @Sendable (LoginWindow.Ending) -> Void) {
        do {
            let target = try tenant.redirect(from: url, loggedInAs: login)
            var components = URLComponents(url: target, resolvingAgainstBaseURL: false)
            var items = components?.queryItems ?? []
            change(&items)
            components?.queryItems = items
            let request = TransportRequest(method: .get, url: try HTTPURL(components?.string ?? ""))
            _ = CurlTransport.standard.send(request) { _ in }
        } catch { ended(.failed(error)) }
    }
}

/// A program as in the documents, with the stand-ins of Apple's types and the documents' names.
final class ViewController: ASWebAuthenticationPresentationContextProviding, Sendable {
    let page: ScriptedPage

    init(_ page: ScriptedPage) { self.page = page }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        page.presentationAnchor(for: session)
    }

    func logIn(_ client: ReachFive) -> Future<AuthToken, ReachFiveError> {
        client.webviewLogin(WebviewLoginRequest(presentationContextProvider: self))
    }
}

extension EmulatedTenant {
    /// Starts an account of ReachFive.
    static func reachFive(_ change: (inout TenantConfiguration) -> Void = { _ in }) throws -> EmulatedTenant {
        var configuration = TenantConfiguration()
        configuration.service = .reachFive
        configuration.allowsAnyLoopbackPort = true
        change(&configuration)
        return try start(configuration)
    }

    /// A client of the account, whose logins may take place at the same time as those of other tests.
    func client(_ scheme: String? = "http://127.0.0.1:0/callback", clientID: String? = nil) -> ReachFive {
        ReachFive(sdkConfig: SdkConfig(domain: domain, clientId: clientID ?? self.clientID, scheme: scheme)) {
            $0.allowingConcurrentLogins()
        }
    }
}
