import ByteEncodings

/// A validated authorization request.
///
/// - SeeAlso: [OpenID Connect Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest)
struct AuthorizationRequest: Sendable {
    /// The interactions with the user that the client requires, or forbids.
    enum Prompt: String, Sendable {
        case none
        case login
        case consent
        case selectAccount = "select_account"
    }

    enum Target: Sendable {
        /// The client, by a redirect of the browser.
        case redirect(CodeRedirect)
        /// The device with this device code.
        case device(String)
    }

    let client: Client
    let target: Target
    var scopes: [String] = []
    var audience: String?
    /// The authorization details: JSON objects with a `type`.
    var authorizationDetails: [JSONValue] = []
    var prompts: Set<Prompt> = []
    /// The maximum age of the login, in seconds.
    var maxAge: Int?
    var loginHint: String?
    var locales: String?
    var wantsSignup = false
    var connection: Connection?
    var organization: Organization?
    /// The point at which the browser asks for the organization.
    var organizationPrompt = Client.OrganizationPrompt.never
    /// The ticket of the invitation.
    var invitation: String?
    /// All parameters, for custom login pages.
    var fields: [String: String] = [:]
}

/// The redirect URI of a request, with the values that its code is bound to.
struct CodeRedirect: Sendable {
    let uri: String
    let state: String?
    var nonce: String?
    /// The challenge; `nil` only for confidential clients and for links in mails.
    var challenge: String?
    /// Whether the challenge is the verifier itself (`plain`), which the service accepts.
    ///
    /// - SeeAlso: [RFC 7636 §4.2 and §4.3](https://www.rfc-editor.org/rfc/rfc7636#section-4.2)
    var isPlainChallenge = false
    /// The thumbprint of the key that the exchange of the code must prove.
    var keyThumbprint: String?
    /// Whether the request had no redirect URI, so that the client's only one applies.
    var isImplied = false

    var type = ResponseType.code
    var mode = ResponseMode.query

    /// The origin of the redirect URI: scheme, host and port.
    var webOrigin: String {
        let scheme = uri.prefix { $0 != ":" }
        let authority = uri.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return "\(scheme)://\(authority)"
    }

    /// The source expression of the redirect URI in a content security policy: scheme, host and port, or only the
    /// scheme for a private-use scheme and for an IPv6 address, which a policy cannot express.
    var origin: String {
        let scheme = uri.prefix { $0 != ":" }
        guard scheme == "http" || scheme == "https" else { return "\(scheme):" }
        return webOrigin.hasPrefix("\(scheme)://[") ? "\(scheme):" : webOrigin
    }
}

/// The way an authorization response reaches the client.
enum ResponseMode: String, CaseIterable, Sendable {
    case query
    /// By a redirect, in the fragment, which browsers send to no server.
    case fragment
    /// By a form that the browser posts.
    ///
    /// - SeeAlso: [OAuth 2.0 Form Post Response
    ///   Mode](https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html), and [its use by an SDK of
    ///   Auth0](https://auth0.github.io/auth0.net/api/Auth0.AuthenticationApi.Models.AuthorizationResponseMode.html)
    case formPost = "form_post"
    /// By a message to the page that opened or frames this one, as Auth0's SDKs for browsers ask for.
    ///
    /// - SeeAlso: [Application Settings](https://auth0.com/docs/get-started/applications/application-settings), Allowed
    ///   Web Origins
    case webMessage = "web_message"
}

enum AuthorizationDefect: Error {
    /// An error page, because the redirect URI cannot be trusted.
    case page(status: Int, String, advice: ErrorAdvice? = nil)
    /// An error page, because the parameters in a request object cannot be trusted.
    case requestObject(String)
    /// An error response to the client, with a reason for the journal that says more.
    case redirect(CodeRedirect, error: String, String, because: String? = nil)

    static func invalid(
        _ redirect: CodeRedirect, _ description: String, because reason: String? = nil
    ) -> AuthorizationDefect {
        .redirect(redirect, error: "invalid_request", description, because: reason)
    }

    /// Creates the error response to the client that has the error and the reason of another refusal.
    static func refused(_ redirect: CodeRedirect, _ refusal: Refusal) -> AuthorizationDefect {
        let (error, description) = refusal.fields
        return .redirect(redirect, error: error, description, because: refusal.response.reason)
    }

    /// The error code for a request object.
    ///
    /// - SeeAlso: [RFC 9101 §7](https://www.rfc-editor.org/rfc/rfc9101#section-7)
    static let requestObjectCode = "invalid_request_object"
}
