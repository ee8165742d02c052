import ByteEncodings
import FoundationEssentials
import HTTPMessages
import OpenID

/// The values that the modifiers of a ``WebAuth`` set.
struct WebAuthOptions: Sendable {
    /// The ways to show the page.
    enum Window: Sendable {
        case browser
        case ofProgram(WebAuthWindowProvider)
        case custom(WebAuthProvider)
        case terminal(TerminalOutput)
    }

    /// The redirect URL when none is set.
    enum DefaultRedirect: Sendable {
        /// The first free default port; or the single URL that a server can have pushed.
        case loopback
        /// A URL of the scheme of an application; `nil` uses the configured ID, or an ID derived from tenant and
        /// executable.
        case customScheme(application: String?)
        case https
    }

    var invitation: String?
    /// The organization that was set in addition to an invitation: the ID token has to be for both.
    private(set) var organizationBesideInvitation: String?
    var redirect: String?
    var authorizeURL: String?
    var issuer: String?
    var leeway = Duration.seconds(60)
    var trustedAudiences: [String] = []
    /// The options that logins of all kinds share; the timeout is at most a day.
    var session = SessionOptions() { didSet { session.timeout = min(session.timeout, .seconds(86_400)) } }
    var window = Window.browser
    var isEphemeral = false
    var headers = TransportFields()
    var defaultRedirect = DefaultRedirect.loopback
    var onClose: (@Sendable () -> Void)?
    var isPushing = false
    /// Stores the credentials of a login, and removes them after a logout.
    var credentialsManager: CredentialsManager?
    /// Signs the parameters; `nil` when they are not signed.
    var signingKey: SigningKey?
    /// The clocks of the copies, and of a login in a terminal.
    var time = TimeSource.system
    /// Whether a login starts although changed copies of it were dropped: release builds write a line to the log.
    var toleratesDroppedCopies = !isDebugBuild
    /// The reason why the login fails without being started.
    var problem: WebAuthError?
    private(set) var parameters: [(name: String, value: String)] = []
    /// The names of the parameters that protect the login, which the program set and the login ignores.
    var ignoredParameters: Set<String> = []

    /// Opens the user's browser, with a callback URL of an application's scheme.
    mutating func open(with provider: WebAuthBrowserProvider) {
        window = .browser
        defaultRedirect = .customScheme(application: provider.application)
    }

    /// Whether the user agent can intercept the redirect to an `https` URL: no browser can.
    var bringsHTTPS: Bool {
        switch window {
        case .ofProgram, .custom: true
        case .browser, .terminal: false
        }
    }

    /// Whether a browser shows the page, whose state this process cannot read.
    var opensBrowser: Bool {
        if case .browser = window { return true }
        return false
    }

    /// A parameter of the authorization request.
    subscript(name: String) -> String? {
        get { parameters.first { $0.name == name }?.value }
        set {
            parameters.removeAll { $0.name == name }
            if let newValue { parameters.append((name, newValue)) }
        }
    }

    /// Returns the options with the parameters of the invitation.
    func withInvitation() throws(WebAuthError) -> WebAuthOptions {
        guard let invitation else { return self }
        let query = invitation.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        let fields = (try? FormEncoding.decode(String(query))) ?? []
        guard let organization = fields.first(where: { $0.name == "organization" })?.value, !organization.isEmpty,
            let ticket = fields.first(where: { $0.name == "invitation" })?.value, !ticket.isEmpty
        else {
            throw .invalidInvitationURL(
                String(invitation.prefix { $0 != "?" && $0 != "#" }).excerptForLog,
                fields.map(\.name.excerptForLog).joined(separator: ", "))
        }
        var options = self
        options.organizationBesideInvitation = self["organization"]
        options["organization"] = organization
        options["invitation"] = ticket
        return options
    }

    /// Returns the header fields of the first request; throws for a malformed field.
    func checkedHeaders() throws(AuthorizationError) -> [(name: String, value: String)] {
        if let name = headers.firstInvalidName {
            throw AuthorizationError(.requestInvalid, "the header \(name.debugDescription) is not well formed")
        }
        return Array(headers)
    }

    /// Returns the parameter `max_age` in seconds, which the ID token is validated with; `nil` when it is not set.
    func checkedMaxAge() throws(AuthorizationError) -> Int? {
        guard let text = self["max_age"] else { return nil }
        guard let seconds = Int(text) else {
            throw AuthorizationError(.requestInvalid, "max_age has to be a number of seconds")
        }
        return seconds
    }

    /// Returns the redirect URI that was set here or in the settings, or the default one.
    ///
    /// - Throws: ``WebAuthError/noBundleIdentifier`` when the ID of the application cannot be a scheme, or the error of
    ///   an invalid redirect URL, which names its setting.
    func redirectURI(_ tenant: HTTPURL, _ settings: ProgramSettings) throws(WebAuthError) -> RedirectURI {
        let text: String
        switch (redirect, defaultRedirect) {
        case (let redirect?, _): text = redirect
        case (nil, .customScheme(let named)):
            let application = named ?? settings.applicationID(at: tenant)
            text = Self.callback(application, tenant, application)
        case (nil, .https) where bringsHTTPS: text = Self.https(tenant, settings)
        case (nil, .loopback), (nil, .https):
            guard let configured = settings.redirectURL else { return .stablePort() }
            text = configured
        }
        do throws(AuthorizationError) {
            return try RedirectURI(text)
        } catch {
            guard redirect == nil else { throw WebAuthError(error) }
            if case .customScheme = defaultRedirect { throw .noBundleIdentifier }
            throw WebAuthError(AuthorizationError(error.code, "\(settings.redirectSetting): \(error.advice)"))
        }
    }

    /// Returns the `https` redirect URL that is not used, because no browser can deliver it; `nil` if none was
    /// requested.
    func ignoredHTTPS(_ tenant: HTTPURL, _ settings: ProgramSettings) -> String? {
        guard case .https = defaultRedirect, redirect == nil, !bringsHTTPS else { return nil }
        return Self.https(tenant, settings)
    }

    private static func https(_ tenant: HTTPURL, _ settings: ProgramSettings) -> String {
        callback("https", tenant, settings.applicationID(at: tenant))
    }

    private static func callback(_ scheme: String, _ tenant: HTTPURL, _ application: String) -> String {
        let path = tenant.path.hasSuffix("/") ? tenant.path : tenant.path + "/"
        return "\(scheme)://\(tenant.host)\(path)linux/\(PercentEncoding.encode(application))/callback"
    }
}

extension WebAuthOptions: _Redacted {}

#if DEBUG
    private let isDebugBuild = true
#else
    private let isDebugBuild = false
#endif
