/// What a client asks a browser to bring back.
///
/// - SeeAlso: [OpenID Connect Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest)
struct AuthorizationRequest: Sendable {
    /// What the user has to be asked in any case, or must not be asked.
    enum Prompt: String, Sendable {
        case none
        case login
        case consent
        case selectAccount = "select_account"
    }

    /// Where the outcome goes.
    enum Target: Sendable {
        /// Back to the client, through the browser.
        case redirect(CodeRedirect)
        /// To the device that waits for it, by its device code.
        case device(String)
    }

    let client: Client
    let target: Target
    var scopes: [String] = []
    var audience: String?
    var prompts: Set<Prompt> = []
    /// How many seconds ago the user may have logged in.
    var maxAge: Int?
    var loginHint: String?
    var locales: String?
    var wantsSignup = false
    var connection: Connection?
    var organization: Organization?
    /// Whether the organization is to be asked for: before the login, after it, or not at all.
    var organizationPrompt = Client.OrganizationPrompt.none
    /// The ticket of an invitation.
    var invitation: String?
    /// Everything that was asked, for pages of the user's own.
    var fields: [String: String] = [:]
}

/// Where a code is brought back to, and what it is bound to.
struct CodeRedirect: Sendable {
    let uri: String
    let state: String?
    var nonce: String?
    /// The S256 challenge; only confidential clients may go without.
    var challenge: String?
    /// The thumbprint of the key that has to be proved when the code is exchanged.
    var keyThumbprint: String?

    /// What a content security policy calls the place: scheme, host and port, or the scheme alone for a scheme of one's
    /// own and for an address of version 6, which a policy cannot spell.
    var origin: String {
        let scheme = uri.prefix { $0 != ":" }
        guard scheme == "http" || scheme == "https" else { return "\(scheme):" }
        let authority = uri.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return authority.first == "[" ? "\(scheme):" : "\(scheme)://\(authority)"
    }
}

/// Why an authorization request is refused.
enum AuthorizationDefect: Error {
    /// The user is told, since nobody knows where else the answer should go.
    case page(status: Int, String)
    /// The client is told.
    case redirect(CodeRedirect, error: String, String)
}
