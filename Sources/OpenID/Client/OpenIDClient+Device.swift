public import RequestPipeline

extension OpenIDClient {
    /// Begins the login of a device without a browser, such as a program in a terminal.
    ///
    /// Show the user the code and the address of the answer, and wait with ``login(deviceAuthorization:)``.
    ///
    /// - Parameter scope: What the tokens may do; `openid` is added when it is missing.
    /// - Returns: A request for the codes.
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

    /// Waits until the user of a device has approved its login on another one.
    ///
    /// The ID token is validated; there is no nonce in this grant. Some providers send none to a device, since no standard
    /// says that they do: then the credentials have an empty one, and it is an API's to say who the user is.
    ///
    /// - Parameter authorization: What the user was shown.
    /// - Returns: A login that has not begun to wait.
    /// - SeeAlso: [RFC 8628 §3.4](https://www.rfc-editor.org/rfc/rfc8628#section-3.4)
    public func login(deviceAuthorization authorization: DeviceAuthorization) -> DeviceLogin<Credentials, OpenIDError> {
        let question = validated(
            grant("urn:ietf:params:oauth:grant-type:device_code").fields(["device_code": authorization.deviceCode])
        ) { $0.keptIDToken = "" }
        return DeviceLogin(authorization, asking: question) { $0.pollResponse }
    }
}

extension OpenIDError {
    /// What a refusal means for a device that waits; `nil` when it is final.
    ///
    /// - SeeAlso: [RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5)
    fileprivate var pollResponse: PollResponse? {
        switch providerCode {
        case "authorization_pending": .pending
        case "slow_down": .slowDown
        // An ID token that cannot be checked now cannot be had again: the code is spent.
        default: isRetryable && code != .tokenInvalid ? .trouble(retryAfter: retryAfter) : nil
        }
    }
}
