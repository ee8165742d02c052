import ByteEncodings
import FoundationEssentials
import HTTPMessages
import SecretStorage
import OpenID

/// What the modifiers of a ``WebAuth`` have said.
struct WebAuthOptions: Sendable {
    /// What shows the page.
    enum Window: Sendable {
        case browser
        case ofProgram(WebAuthWindowProvider)
        case custom(WebAuthProvider)
        case terminal(Terminal)
    }

    /// Where the browser comes back to when no redirect URL is set.
    enum DefaultRedirect: Sendable {
        case loopback
        /// A URL of the scheme of an application; of the one that the executable names when `nil`.
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
    var headers = HTTPFields()
    var defaultRedirect = DefaultRedirect.loopback
    var onClose: (@Sendable () -> Void)?
    var allowsOthers = false
    var isPushing = false
    /// The clocks of the timeout, and of a login in a terminal.
    var time = TimeSource.system
    var alarm = Alarm.system
    /// The reason why the login fails without being started.
    var problem: WebAuthError?
    private(set) var parameters: [(name: String, value: String)] = []

    /// Opens the person's browser, which comes back by the scheme of an application.
    mutating func open(with provider: WebAuthBrowserProvider) {
        window = .browser
        defaultRedirect = .customScheme(application: provider.application)
    }

    /// Whether the page is shown by a browser, which is not ours to look into.
    var opensBrowser: Bool {
        if case .browser = window { return true }
        return false
    }

    /// A parameter for the login page.
    subscript(name: String) -> String? {
        get { parameters.first { $0.name == name }?.value }
        set {
            parameters.removeAll { $0.name == name }
            if let newValue { parameters.append((name, newValue)) }
        }
    }

    /// The options with what the invitation says.
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

    /// The headers of the first load.
    ///
    /// - Throws: `AuthorizationError.Code.requestInvalid` for one with a line break in it, or another that is none.
    func checkedHeaders() throws(AuthorizationError) -> [(name: String, value: String)] {
        if let name = headers.firstInvalidName {
            throw AuthorizationError(.requestInvalid, "the header \(name.debugDescription) is not well formed")
        }
        var fields: [(name: String, value: String)] = []
        headers.forEach { fields.append(($0, $1)) }
        return fields
    }

    /// How many seconds ago the person may have logged in: what is asked for is checked, so it has to be a number.
    ///
    /// - Throws: `AuthorizationError.Code.requestInvalid`.
    func checkedMaxAge() throws(AuthorizationError) -> Int? {
        guard let text = self["max_age"] else { return nil }
        guard let seconds = Int(text) else {
            throw AuthorizationError(.requestInvalid, "max_age has to be a number of seconds")
        }
        return seconds
    }

    /// Where the browser comes back to.
    ///
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
