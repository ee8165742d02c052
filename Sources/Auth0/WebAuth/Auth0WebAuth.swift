import ByteEncodings
import FoundationEssentials
import HTTPMessages
import OpenID
import RequestPipeline

/// The SDK's implementation of a login in a browser.
struct Auth0WebAuth: WebAuth {
    var authentication: Auth0Authentication
    var options = WebAuthOptions()
    /// The record of this copy.
    private(set) var copies = CopyRecord()

    init(_ authentication: Auth0Authentication) { self.authentication = authentication }

    var telemetry: Telemetry {
        get { authentication.telemetry }
        set {
            authentication.telemetry = newValue
            copied(by: "tracking(enabled:)")
        }
    }
    var logger: (any Logger)? {
        get { authentication.logger }
        set {
            authentication.logger = newValue
            copied(by: "using(logger:)")
        }
    }
    var dpop: DPoP? {
        get { authentication.dpop }
        set {
            authentication.dpop = newValue
            copied(by: "useDPoP()")
        }
    }
    var clientId: String { authentication.clientId }
    var url: URL { authentication.url }
}

extension Auth0WebAuth {
    /// Returns a copy with changed options, which `modifier` makes: the caller of this function.
    ///
    /// `names` are those of the values that the modifier adds; `nil` if it replaces one value.
    func changed(
        _ modifier: String = #function, adding names: [String]? = nil, _ change: (inout WebAuthOptions) -> Void
    ) -> Self {
        var copy = self
        change(&copy.options)
        copy.copied(by: modifier, adding: names)
        return copy
    }

    /// Records that this is a new copy.
    mutating func copied(by modifier: String, adding names: [String]? = nil) {
        copies = copies.copied(by: modifier, adding: names, at: options.time)
    }

    func connection(_ connection: String) -> Self { changed { $0["connection"] = connection } }

    func scope(_ scope: String) -> Self { changed { $0["scope"] = scope.withOpenID } }

    func connectionScope(_ connectionScope: String) -> Self {
        changed { $0["connection_scope"] = connectionScope }
    }

    func audience(_ audience: String) -> Self { changed { $0["audience"] = audience } }

    func state(_ state: String) -> Self { changed { $0["state"] = state } }

    func nonce(_ nonce: String) -> Self { changed { $0["nonce"] = nonce } }

    func organization(_ organization: String) -> Self { changed { $0["organization"] = organization } }

    func invitationURL(_ invitationURL: URL) -> Self {
        changed { $0.invitation = invitationURL.absoluteString }
    }

    func parameters(_ parameters: [String: String]) -> Self {
        changed(adding: Array(parameters.keys)) { options in
            for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
                guard !CodeFlow.reserved.contains(name) else {
                    options.ignoredParameters.insert(name)
                    continue
                }
                options[name] = name == "scope" ? value.withOpenID : value
            }
        }
    }

    func redirectURL(_ redirectURL: URL) -> Self { changed { $0.redirect = redirectURL.absoluteString } }

    func useHTTPS() -> Self { changed { $0.defaultRedirect = .https } }

    func authorizeURL(_ authorizeURL: URL) -> Self {
        changed { $0.authorizeURL = String(authorizeURL.absoluteString.prefix { $0 != "?" && $0 != "#" }) }
    }

    func issuer(_ issuer: String) -> Self { changed { $0.issuer = issuer } }

    func leeway(_ leeway: Int) -> Self { changed { $0.leeway = .milliseconds(leeway) } }

    func maxAge(_ maxAge: Int) -> Self { changed { $0["max_age"] = String(maxAge) } }

    func useEphemeralSession() -> Self { changed { $0.isEphemeral = true } }

    func headers(_ headers: [String: String]) -> Self {
        changed(adding: headers.keys.map { $0.lowercased() }) { options in
            for (name, value) in headers.sorted(by: { $0.key < $1.key }) { options.headers[name] = value }
        }
    }

    func provider(_ provider: @escaping WebAuthProvider) -> Self { changed { $0.window = .custom(provider) } }

    func onClose(_ callback: (@Sendable () -> Void)?) -> Self { changed { $0.onClose = callback } }
}

extension Auth0WebAuth {
    func provider(_ provider: WebAuthWindowProvider) -> any WebAuth { changed { $0.window = .ofProgram(provider) } }

    func provider(_ provider: WebAuthBrowserProvider) -> any WebAuth {
        changed { $0.open(with: provider) }
    }

    func provider(_ provider: WebAuthTerminalProvider) -> any WebAuth {
        changed { $0.window = .terminal(provider.terminal ?? .standardError) }
    }

    func timeout(_ timeout: Duration) -> any WebAuth { changed { $0.session.timeout = timeout } }

    func completionPage(_ page: WebAuthentication.CompletionPage) -> any WebAuth {
        changed { $0.session.completionPage = page }
    }

    func pushing() -> any WebAuth { changed { $0.isPushing = true } }

    func signingRequest(with key: SigningKey) -> any WebAuth { changed { $0.signingKey = key } }

    func authorizationDetails(_ details: [AuthorizationDetail]) -> any WebAuth {
        changed { $0["authorization_details"] = details.isEmpty ? nil : details.parameter }
    }

    func trustedAudiences(_ audiences: [String]) -> any WebAuth { changed { $0.trustedAudiences = audiences } }

    func allowingConcurrentLogins() -> any WebAuth { changed { $0.session.allowsOthers = true } }

    /// A login that fails because a conforming type lacks a modifier.
    static func lacking(_ modifier: String = #function, in type: Any.Type) -> Auth0WebAuth {
        Auth0WebAuth(Auth0Authentication(address: .notImplemented(modifier, in: type)))
            .changed { $0.problem = .lacking("the modifier \(modifier) -> any WebAuth", type) }
    }
}

extension Auth0WebAuth: _Redacted {
    /// A mirror of the client: an option may be a secret, such as the state or a token.
    var customMirror: Mirror { Mirror(self, children: ["clientId": clientId, "url": url]) }
}
