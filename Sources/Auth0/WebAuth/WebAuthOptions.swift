import ByteEncodings
import FoundationEssentials
import HTTPMessages
import SecretStorage
import OpenID

/// The values that the modifiers of a ``WebAuth`` set.
struct WebAuthOptions: Sendable {
    /// The ways to show the page.
    enum Window: Sendable {
        case browser
        case ofProgram(WebAuthWindowProvider)
        case custom(WebAuthProvider)
        case terminal(Terminal)
    }

    /// The redirect URL when none is set.
    enum DefaultRedirect: Sendable {
        case loopback
        /// A URL of the scheme of an application; `nil` is the ID that the executable names.
        case customScheme(application: String?)
        case https
    }

    var invitation: String?
    var redirect: String?
    var authorizeURL: String?
    var issuer: String?
    var leeway = Duration.seconds(60)
    /// At most a day.
    var timeout = Duration.seconds(600) { didSet { timeout = min(timeout, .seconds(86_400)) } }
    var window = Window.browser
    var isEphemeral = false
    var headers = TransportFields()
    var defaultRedirect = DefaultRedirect.loopback
    var onClose: (@Sendable () -> Void)?
    var allowsOthers = false
    var isPushing = false
    /// Signs the parameters; `nil` when they are not signed.
    var signingKey: SigningKey?
    /// The clocks of the timeout, and of a login in a terminal.
    var time = TimeSource.system
    var alarm = Alarm.system
    /// The reason why the login fails without being started.
    var problem: WebAuthError?
    private(set) var parameters: [(name: String, value: String)] = []

    /// Opens the user's browser, which comes back to a URL of an application's scheme.
    mutating func open(with provider: WebAuthBrowserProvider) {
        window = .browser
        defaultRedirect = .customScheme(application: provider.application)
    }

    /// Whether a browser shows the page, which this process cannot look into.
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
    ///
    /// - Throws: ``WebAuthError/invalidInvitationURL``.
    func withInvitation() throws(WebAuthError) -> WebAuthOptions {
        guard let invitation else { return self }
        let query = invitation.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        guard let fields = try? FormEncoding.decode(String(query)),
            let organization = fields.first(where: { $0.name == "organization" })?.value, !organization.isEmpty,
            let ticket = fields.first(where: { $0.name == "invitation" })?.value, !ticket.isEmpty
        else { throw .invalidInvitationURL }
        var options = self
        options["organization"] = organization
        options["invitation"] = ticket
        return options
    }

    /// Returns the header fields of the first request.
    ///
    /// - Throws: `AuthorizationError.Code.requestInvalid` for a malformed field.
    func checkedHeaders() throws(AuthorizationError) -> [(name: String, value: String)] {
        if let name = headers.firstInvalidName {
            throw AuthorizationError(.requestInvalid, "the header \(name.debugDescription) is not well formed")
        }
        return Array(headers)
    }

    /// Returns the `max_age` parameter, which the ID token is validated with.
    ///
    /// - Returns: Seconds; `nil` when it is not set.
    /// - Throws: `AuthorizationError.Code.requestInvalid` when it is no number.
    func checkedMaxAge() throws(AuthorizationError) -> Int? {
        guard let text = self["max_age"] else { return nil }
        guard let seconds = Int(text) else {
            throw AuthorizationError(.requestInvalid, "max_age has to be a number of seconds")
        }
        return seconds
    }

    /// Returns the redirect URI.
    ///
    /// - Parameters:
    ///   - tenant: The base URL of the tenant.
    ///   - application: The ID of the application.
    /// - Returns: The URI that was set, or the default one.
    /// - Throws: ``WebAuthError/noBundleIdentifier`` when the ID of the application cannot be a scheme, or the error of a
    ///   redirect URL that is not one.
    func redirectURI(_ tenant: HTTPURL, application: String = ApplicationID.default) throws(WebAuthError) -> RedirectURI
    {
        let text: String
        switch (redirect, defaultRedirect) {
        case (let redirect?, _): text = redirect
        case (nil, .loopback): return .freePort()
        case (nil, .customScheme(let named)):
            text = Self.callback(named ?? application, tenant, named ?? application)
        case (nil, .https): text = Self.callback("https", tenant, application)
        }
        do throws(AuthorizationError) {
            return try RedirectURI(text)
        } catch {
            throw redirect == nil ? .noBundleIdentifier : WebAuthError(error)
        }
    }

    private static func callback(_ scheme: String, _ tenant: HTTPURL, _ application: String) -> String {
        let path = tenant.path.hasSuffix("/") ? tenant.path : tenant.path + "/"
        return "\(scheme)://\(tenant.host)\(path)linux/\(PercentEncoding.encode(application))/callback"
    }
}
