public import RequestPipeline

extension OpenIDClient {
    /// Begins the login of a device without a browser, such as a program in a terminal.
    ///
    /// Show the user the code and the address from the server response, then wait with ``login(deviceAuthorization:)``.
    ///
    /// <!-- swift: let client = try await openIDClient() -->
    ///
    /// ```swift
    /// let authorization = try await client.deviceAuthorization().start()
    /// print("Enter the code", authorization.userCode.isEmpty ? "later" : "on another device")
    /// // prints Enter the code on another device
    /// ```
    ///
    /// - Parameter scope: The scopes to request, separated by spaces; `openid` is added if it is missing.
    /// - Returns: A request for the device code and the user code.
    /// - SeeAlso: [RFC 8628 §3.1](https://www.rfc-editor.org/rfc/rfc8628#section-3.1)
    public func deviceAuthorization(
        scope: String = OpenIDClient.defaultScope
    ) -> Request<DeviceAuthorization, OpenIDError> {
        post(
            provider.metadata.deviceAuthorizationEndpoint, named: "device_authorization_endpoint",
            decode: Decoders.decodable(DeviceAuthorization.self)
        )
        .fields(["scope": scope.withOpenID])
    }

    /// Waits until the user has approved the device's login on another device.
    ///
    /// The ID token is validated; this grant has no nonce. Some providers send no ID token to a device, which the
    /// standard permits: the credentials have an empty one, and only an API can identify the user.
    ///
    /// <!-- swift: let client = try await openIDClient()
    /// let authorization = try await client.deviceAuthorization().start()
    /// try exampleTenant.approveDevice(userCode: authorization.userCode, as: "john@example.com") -->
    ///
    /// ```swift
    /// let credentials = try await client.login(deviceAuthorization: authorization).start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameter authorization: The server response to ``deviceAuthorization(scope:)``.
    /// - Returns: A login that begins to poll when it is started.
    /// - SeeAlso: [RFC 8628 §3.4](https://www.rfc-editor.org/rfc/rfc8628#section-3.4)
    public func login(deviceAuthorization authorization: DeviceAuthorization) -> DeviceLogin<Credentials, OpenIDError> {
        let question = validated(
            grant("urn:ietf:params:oauth:grant-type:device_code").fields(["device_code": authorization.deviceCode])
        ) { $0.keptIDToken = "" }
        return DeviceLogin(authorization, asking: question) { $0.pollResponse }
    }
}

extension OpenIDError {
    /// The meaning of a refusal for a device that polls; `nil` if the refusal is final (RFC 8628 §3.5).
    fileprivate var pollResponse: PollResponse? {
        switch providerCode {
        case "authorization_pending": .pending
        case "slow_down": .slowDown
        // The code is spent: an ID token that cannot be validated now cannot be requested again.
        default: isRetryable && code != .tokenInvalid ? .trouble(retryAfter: retryAfter) : nil
        }
    }
}
