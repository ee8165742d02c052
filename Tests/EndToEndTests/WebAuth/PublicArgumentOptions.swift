import Auth0
import Foundation
import OpenID
import ProgramRunner
import SecretStorage

/// The options of logins and logouts by their declarations in the API listing, each with a canary in place of every
/// text.
enum PublicArgumentOptions {
    typealias Option<Login> = @Sendable (Login) throws -> Login

    /// A value that must not be among the arguments, and is long enough for a `state`.
    static let canary = "CANARY-0123456789-0123456789"

    /// Options that open no browser: the page is shown by the program itself, or on another device.
    static let withoutBrowser: Set = [
        "provider(_ provider: @escaping WebAuthProvider)", "provider(_ provider: WebAuthTerminalProvider)",
        "provider(_ provider: WebAuthWindowProvider)",
    ]

    static let webAuth: [String: Option<any WebAuth>] = [
        "allowingConcurrentLogins()": { $0.allowingConcurrentLogins() },
        "audience(_ audience: String)": { $0.audience(canary) },
        "authorizationDetails(_ details: [AuthorizationDetail])": { $0.authorizationDetails([try detail]) },
        "authorizeURL(_ authorizeURL: URL)": { $0.authorizeURL($0.url.appending(path: canary)) },
        "completionPage(_ page: WebAuthentication.CompletionPage)": { $0.completionPage(page) },
        "connection(_ connection: String)": { $0.connection(canary) },
        "connectionScope(_ connectionScope: String)": { $0.connectionScope(canary) },
        "headers(_ headers: [String : String])": { $0.headers(["X-Secret": canary]) },
        "invitationURL(_ invitationURL: URL)": {
            $0.invitationURL(try url("https://a.example/?invitation=\(canary)&organization=\(canary)"))
        },
        "issuer(_ issuer: String)": { $0.issuer(canary) }, "leeway(_ leeway: Duration)": { $0.leeway(.seconds(1)) },
        "leeway(_ leeway: Int)": { $0.leeway(1) }, "maxAge(_ maxAge: Duration)": { $0.maxAge(.seconds(60)) },
        "maxAge(_ maxAge: Int)": { $0.maxAge(60) }, "nonce(_ nonce: String)": { $0.nonce(canary) },
        "onClose(_ callback: (@Sendable () -> Void)?)": { $0.onClose {} },
        "organization(_ organization: String)": { $0.organization(canary) },
        "parameters(_ parameters: [String : String])": { $0.parameters(parameters) },
        "provider(_ provider: WebAuthBrowserProvider)": {
            $0.provider(WebAuthentication.safariProvider(application: "com.example.demo")).state(canary)
        },
        "presentationWindow(_ window: Any?)": { $0.presentationWindow(canary).state(canary) },
        "pushing()": { $0.pushing().parameters(parameters) },
        "redirectURL(_ redirectURL: URL)": { $0.redirectURL(try url(try redirect)) },
        "scope(_ scope: String)": { $0.scope(canary) },
        "signingRequest(with key: SigningKey)": {
            $0.signingRequest(with: try SigningKey(generating: .rs256, id: canary)).nonce(canary)
        },
        "state(_ state: String)": { $0.state(canary) }, "timeout(_ timeout: Duration)": { $0.timeout(.seconds(60)) },
        "trustedAudiences(_ audiences: [String])": { $0.trustedAudiences([canary]) },
        "useCredentialsManager(_ credentialsManager: CredentialsManager)": {
            let client = Auth0.authentication(clientId: canary, domain: "t.example.com")
            return $0.useCredentialsManager(
                CredentialsManager(authentication: client, storeKey: canary, store: MemoryStore()))
        },
        "useEphemeralSession()": { $0.useEphemeralSession() }, "useHTTPS()": { $0.useHTTPS() },
        "logging(enabled: Bool)": { $0.logging(enabled: false) },
        "using(logger: any Logger)": { $0.using(logger: StandardErrorLogger()).logging(enabled: false) },
        "useDPoP(keychainIdentifier: String = DPoP.defaultKeychainIdentifier)": {
            // The store of the program is one of the machine.
            $0.useDPoP(keychainIdentifier: canary, store: MemoryStore())
        },
        "useDPoP(keychainIdentifier: String = DPoP.defaultKeychainIdentifier, store: any SecretStore)": {
            $0.useDPoP(keychainIdentifier: canary, store: MemoryStore())
        },
    ]

    static let pushed: [String: Option<any PARAuth>] = [
        "completionPage(_ page: WebAuthentication.CompletionPage)": { $0.completionPage(page) },
        "provider(_ provider: WebAuthBrowserProvider)": {
            $0.provider(WebAuthentication.safariProvider(application: "com.example.demo"))
        },
        "redirectURL(_ redirectURL: URL)": { $0.redirectURL(try url(try redirect)) },
        "sessionTransferToken(_ token: String)": { $0.sessionTransferToken(canary) },
        "state(_ state: String)": { $0.state(canary) }, "timeout(_ timeout: Duration)": { $0.timeout(.seconds(60)) },
        "useEphemeralSession()": { $0.useEphemeralSession() },
        "logging(enabled: Bool)": { $0.logging(enabled: false) },
        "using(logger: any Logger)": { $0.using(logger: StandardErrorLogger()).logging(enabled: false) },
    ]

    static let login: [String: Option<BrowserLogin>] = [
        "acrValues(_ values: [String])": { $0.acrValues([canary]) },
        "allowingConcurrentLogins()": { $0.allowingConcurrentLogins() },
        "authorizationDetails(_ details: [AuthorizationDetail])": { $0.authorizationDetails([try detail]) },
        "completionPage(_ page: BrowserLogin.CompletionPage)": { $0.completionPage(page) },
        "leeway(_ leeway: Duration)": { $0.leeway(.seconds(1)) }, "loginHint(_ hint: String)": { $0.loginHint(canary) },
        "maxAge(_ maxAge: Duration)": { $0.maxAge(.seconds(60)) },
        "parameters(_ parameters: [String : String])": { $0.parameters(hints) },
        "prompt(_ prompt: String)": { $0.prompt(canary) }, "pushing()": { $0.pushing().loginHint(canary) },
        "redirectURI(_ redirectURI: String)": { $0.redirectURI(try redirect) },
        "scope(_ scope: String)": { $0.scope(canary) },
        "signingRequest(with key: SigningKey)": {
            $0.signingRequest(with: try SigningKey(generating: .rs256, id: canary)).loginHint(canary)
        },
        "timeout(_ timeout: Duration)": { $0.timeout(.seconds(60)) },
        "trustedAudiences(_ audiences: [String])": { $0.trustedAudiences([canary]) },
        "uiLocales(_ tags: [String])": { $0.uiLocales([canary]) },
        "window(_ window: LoginWindow)": { $0.window(.privateWindow).loginHint(canary) },
    ]

    static let logout: [String: Option<BrowserLogout>] = [
        "allowingConcurrentLogins()": { $0.allowingConcurrentLogins() },
        "completionPage(_ page: BrowserLogin.CompletionPage)": { $0.completionPage(page) },
        "parameters(_ parameters: [String : String])": { $0.parameters(hints) },
        "redirectURI(_ redirectURI: String)": { $0.redirectURI(try redirect) },
        "timeout(_ timeout: Duration)": { $0.timeout(.seconds(60)) },
        "window(_ window: LoginWindow)": { $0.window(.privateWindow) },
        "withoutState()": { $0.withoutState() },
    ]

    private static let page = BrowserLogin.CompletionPage.html(canary, failed: canary)
    private static let hints = ["session_transfer_token", "login_hint", "logout_hint", "x"].reduce(into: [:]) {
        $0[$1] = canary
    }
    private static let parameters = hints.merging(["state": canary, "nonce": canary]) { $1 }

    private static var detail: AuthorizationDetail {
        get throws { try AuthorizationDetail(type: canary, additional: ["secret": canary]) }
    }

    private static var redirect: String {
        get throws { "http://127.0.0.1:\(try FreePort.find())/\(canary)" }
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw CocoaError(.coderInvalidValue) }
        return url
    }
}
