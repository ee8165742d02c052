public import ByteEncodings

/// The parameters of ``ReachFive/webviewLogin(_:)``.
public struct WebviewLoginRequest {
    /// The state of the login, which the response must contain; `nil`, the default, for a random one. A state of fewer
    /// than 22 characters, which other programs could guess, is sent with a random suffix.
    public let state: String?
    /// The nonce, which the ID token must have; `nil`, the default, for a random one.
    public let nonce: String?
    /// The requested scopes, which the client must be allowed; `nil`, the default, for those of the client's
    /// configuration. `openid` is always requested, for the ID token.
    public let scope: [String]?
    /// The object that chooses the place where the login page is shown.
    public let presentationContextProvider: any ASWebAuthenticationPresentationContextProviding
    /// The origin of the login in ReachFive's statistics; `nil`, the default, for none.
    public let origin: String?
    /// The social provider to log in with, for example `google`; `nil`, the default, to let the user choose.
    public let provider: String?

    /// Creates the parameters of a login: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        state: String? = nil, nonce: String? = nil, scope: [String]? = nil,
        presentationContextProvider: any ASWebAuthenticationPresentationContextProviding,
        origin: String? = nil, provider: String? = nil
    ) {
        (self.state, self.nonce, self.scope) = (state, nonce, scope)
        self.presentationContextProvider = presentationContextProvider
        (self.origin, self.provider) = (origin, provider)
    }

    /// Creates the parameters of a login in the user's browser; see
    /// ``init(state:nonce:scope:presentationContextProvider:origin:provider:)``, whose parameters are the same.
    public init(
        state: String? = nil, nonce: String? = nil, scope: [String]? = nil, origin: String? = nil,
        provider: String? = nil
    ) {
        self.init(
            state: state, nonce: nonce, scope: scope, presentationContextProvider: BrowserPresentation(),
            origin: origin, provider: provider)
    }
}

extension WebviewLoginRequest: _Redacted {
    /// A mirror without the state and the nonce.
    public var customMirror: Mirror {
        Mirror(self, children: ["scope": scope as Any, "origin": origin as Any, "provider": provider as Any])
    }
}

/// Not `Sendable`: the type that chooses the place may be bound to a thread; `webviewLogin` calls it before it returns.
@available(*, unavailable)
extension WebviewLoginRequest: Sendable {}
