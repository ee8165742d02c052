import Auth0
import ByteEncodings
import Foundation
import HTTPMessages
import OpenID
import Synchronization
import TenantEmulator

/// A browser without pages: the user is logged in already, and the response is delivered over a socket.
final class StandInBrowser: Sendable {
    /// Returns the parameters of the tenant's response.
    typealias Answer = @Sendable (_ parameters: [String: String], _ code: String) -> [String: String]

    static let standardAnswer: Answer = { ["code": $1, "state": $0["state"] ?? ""] }

    let tenant: EmulatedTenant
    let user: String
    private let answer: Answer
    /// The parameters of a pushed authorization request, which the address does not have.
    private let pushed: [String: String]
    private let seen = Mutex<[URL]>([])
    private let finished = Mutex<[Bool]>([])

    init(
        _ tenant: EmulatedTenant, user: String = "john@example.com", pushed: [String: String] = [:],
        answer: @escaping Answer = standardAnswer
    ) {
        (self.tenant, self.user, self.pushed, self.answer) = (tenant, user, pushed, answer)
    }

    /// The addresses that were opened.
    var addresses: [URL] { seen.withLock { $0 } }
    /// The results with which the agents were finished.
    var ends: [Bool] { finished.withLock { $0 } }

    /// For `WebAuth.provider(_:)`.
    var provider: WebAuthProvider {
        { url, callback in Agent(browser: self, url: url, callback: callback) }
    }

    /// For `BrowserLogin.window(_:)`.
    var window: LoginWindow {
        LoginWindow { url, ended in Window(browser: self, url: url, ended: ended) }
    }

    private struct Window: UserAgent {
        let browser: StandInBrowser
        let url: URL
        let ended: @Sendable (LoginWindow.Ending) -> Void

        func start() { Task { await browser.visit(url) } }

        func finish(with result: Result<Void, AuthorizationError>) {
            browser.finished.withLock { $0.append((try? result.get()) != nil) }
            ended(.finished)
        }
    }

    private struct Agent: WebAuthUserAgent, CustomStringConvertible {
        let browser: StandInBrowser
        let url: URL
        let callback: WebAuthProviderCallback
        var description: String { "StandInBrowser" }

        func start() { Task { await browser.visit(url) } }

        func finish(with result: WebAuthResult<Void>) {
            browser.finished.withLock { $0.append((try? result.get()) != nil) }
            callback(result)
        }
    }

    /// Visits an address; one of a start page leads to another.
    func visit(_ first: URL) async {
        let url = await first.redirected()
        seen.withLock { $0.append(url) }
        let parameters = url.parameters.merging(pushed) { $1 }
        let redirect =
            parameters["redirect_uri"] ?? parameters["returnTo"] ?? parameters["post_logout_redirect_uri"] ?? ""
        var query = ""
        if url.path.hasSuffix("/oidc/logout"), case let items = answer(parameters, "") {
            query = items["state"].map { "?" + FormEncoding.encode([("state", $0)]) } ?? ""
        }
        if url.path.hasSuffix("/authorize") {
            let code = try? tenant.issueAuthorizationCode(
                for: user, codeChallenge: parameters["code_challenge"] ?? "", redirectURI: redirect,
                scope: parameters["scope"] ?? "", audience: parameters["audience"], nonce: parameters["nonce"],
                organization: parameters["organization"], keyThumbprint: parameters["dpop_jkt"])
            let items = answer(parameters, code ?? "").map { (name: $0.key, value: $0.value) }
            query = "?" + FormEncoding.encode(items.sorted { $0.name < $1.name })
        }
        guard redirect.hasPrefix("http:") else {
            URL(string: redirect + query).map { _ = WebAuthentication.resume(with: $0) }
            return
        }
        _ = await URL(string: redirect + query)?.response()
    }
}

extension URL {
    /// The items of the query.
    var parameters: [String: String] {
        let items = (try? FormEncoding.decode(query(percentEncoded: true) ?? "")) ?? []
        return Dictionary(items.map { ($0.name, $0.value) }) { first, _ in first }
    }
}
