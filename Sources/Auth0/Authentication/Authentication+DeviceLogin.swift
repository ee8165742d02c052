public import OpenID
public import RequestPipeline

extension Authentication {
    /// Requests the codes for the login of a device without a browser, such as a program in a terminal.
    ///
    /// Show the user the code and the address of the response, and poll with ``login(deviceAuthorization:)``.
    ///
    /// ```swift
    /// let authorization = try await Auth0.authentication().deviceAuthorization().start()
    /// print("Enter the code", authorization.userCode.isEmpty ? "later" : "on another device")
    /// // prints Enter the code on another device
    /// ```
    ///
    /// - Parameters:
    ///   - audience: The API the access token is for; `nil` asks for the tenant's default.
    ///   - scope: The scope of the tokens; `openid` is added when it is missing. The default is `openid profile email`.
    ///   - organization: The organization to log in to, by ID or name; `nil` for none.
    /// - Returns: A request for the codes.
    /// - SeeAlso: [RFC 8628 §3.1](https://www.rfc-editor.org/rfc/rfc8628#section-3.1)
    public func deviceAuthorization(
        audience: String? = nil, scope: String = defaultScope, organization: String? = nil
    ) -> Request<DeviceAuthorization, AuthenticationError> {
        implementation().request(.post, "oauth/device/code").fields([
            "audience": audience,
            "scope": scope.withOpenID,
            "organization": organization,
        ])
    }

    /// Describes a login that polls until the user has approved on another device.
    ///
    /// <!-- swift: let authorization = try await Auth0.authentication().deviceAuthorization().start()
    /// try exampleTenant.approveDevice(userCode: authorization.userCode, as: "john@example.com") -->
    ///
    /// ```swift
    /// let credentials = try await Auth0.authentication().login(deviceAuthorization: authorization).start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameter authorization: The codes that the user was shown.
    /// - Returns: A login; nothing is sent before it is started.
    /// - SeeAlso: [RFC 8628 §3.4](https://www.rfc-editor.org/rfc/rfc8628#section-3.4)
    public func login(
        deviceAuthorization authorization: DeviceAuthorization
    ) -> DeviceLogin<Credentials, AuthenticationError> {
        let question: Request<Credentials, AuthenticationError> = implementation().post("oauth/token", role: .grant)
            .fields([
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                "device_code": authorization.deviceCode,
            ])
        return DeviceLogin(authorization, asking: question) { $0.pollResponse }
    }
}

extension AuthenticationError {
    /// The meaning of an error response for a device that polls; `nil` when it is final.
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
