import ByteEncodings

/// The enrollment of a phone or an email address, to which a code was sent.
public struct MFAEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The type of the authenticator, `authenticator_type`: `oob`.
    public let authenticatorType: String
    /// The binding method, `binding_method`: `prompt`, because the user receives a code to enter.
    public let bindingMethod: String
    /// Recovery codes, `recovery_codes`, which the server returns once: show them to the user. `nil` when there are
    /// none.
    public let recoveryCodes: [String]?
    /// The channel of the code, `oob_channel`: `sms` or `email`.
    public let oobChannel: String
    /// The code that identifies this enrollment when it is completed, `oob_code`. It is a secret.
    public let oobCode: String

    /// Creates a value, for doubles.
    ///
    /// - Parameters:
    ///   - authenticatorType: The type of the authenticator, `authenticator_type`: `oob`.
    ///   - bindingMethod: The binding method, `binding_method`: `prompt`, because the user receives a code to enter.
    ///   - recoveryCodes: Recovery codes, `recovery_codes`, which the server returns once: show them to the user;
    ///     `nil` by default.
    ///   - oobChannel: The channel of the code, `oob_channel`: `sms` or `email`.
    ///   - oobCode: The code that identifies this enrollment when it is completed. It is a secret.
    public init(
        authenticatorType: String, bindingMethod: String, recoveryCodes: [String]? = nil, oobChannel: String,
        oobCode: String
    ) {
        (self.authenticatorType, self.bindingMethod, self.recoveryCodes) = (
            authenticatorType, bindingMethod, recoveryCodes
        )
        (self.oobChannel, self.oobCode) = (oobChannel, oobCode)
    }

    private enum CodingKeys: String, CodingKey {
        case authenticatorType = "authenticator_type"
        case bindingMethod = "binding_method"
        case recoveryCodes = "recovery_codes"
        case oobChannel = "oob_channel"
        case oobCode = "oob_code"
    }
}

extension MFAEnrollmentChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "authenticatorType": authenticatorType, "bindingMethod": bindingMethod, "oobChannel": oobChannel,
            ])
    }
}
