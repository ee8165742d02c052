public import OpenID
public import RequestPipeline

extension Authentication {
    /// Begins the login of a device without a browser, such as a program in a terminal.
    ///
    /// Show the user the code and the address of the answer, and wait with ``login(deviceAuthorization:)``.
    ///
    /// - Parameters:
    ///   - audience: The API the access token is for; `nil` asks for the tenant's default.
    ///   - scope: What the tokens may do; `openid` is added when it is missing.
    ///   - organization: The organization to log in to, by ID or name.
    /// - Returns: A request for the codes.
    /// - SeeAlso: [RFC 8628 §3.1](https://www.rfc-editor.org/rfc/rfc8628#section-3.1)
    public func deviceAuthorization(
        audience: String? = nil, scope: String = defaultScope, organization: String? = nil
    ) -> Request<DeviceAuthorization, AuthenticationError> {
        implementation.request(.post, "oauth/device/code").fields([
            "audience": audience,
            "scope": scope.withOpenID,
            "organization": organization,
        ])
    }

    /// Waits until the user of a device has approved its login on another one.
    ///
    /// - Parameter authorization: What the user was shown.
    /// - Returns: A login that has not begun to wait.
    /// - SeeAlso: [RFC 8628 §3.4](https://www.rfc-editor.org/rfc/rfc8628#section-3.4)
    public func login(
        deviceAuthorization authorization: DeviceAuthorization
    ) -> DeviceLogin<Credentials, AuthenticationError> {
        let question: Request<Credentials, AuthenticationError> = implementation.post("oauth/token", role: .grant)
            .fields([
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                "device_code": authorization.deviceCode,
            ])
        return DeviceLogin(authorization, asking: question) { $0.pollResponse }
    }
}

extension AuthenticationError {
    /// What a refusal means for a device that waits; `nil` when it is final.
    ///
    /// - SeeAlso: [RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5)
    fileprivate var pollResponse: PollResponse? {
        switch code {
        case "authorization_pending": .pending
        case "slow_down": .slowDown
        default: isRetryable ? .trouble(retryAfter: retryAfter) : nil
        }
    }
}
