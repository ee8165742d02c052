import ByteEncodings
import OpenID

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

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
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

/// The enrollment of an authenticator application that generates one-time codes.
public struct OTPMFAEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The type of the authenticator, `authenticator_type`: `otp`.
    public let authenticatorType: String
    /// The shared secret in Base32, for a user who enters it by hand.
    public let secret: String
    /// The `otpauth:` URI with the shared secret, `barcode_uri`, to show as a QR code. It is a secret.
    public let barcodeUri: String
    /// Recovery codes, `recovery_codes`, which the server returns once: show them to the user. `nil` when there are
    /// none.
    public let recoveryCodes: [String]?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(authenticatorType: String, secret: String, barcodeUri: String, recoveryCodes: [String]? = nil) {
        (self.authenticatorType, self.secret, self.barcodeUri) = (authenticatorType, secret, barcodeUri)
        self.recoveryCodes = recoveryCodes
    }

    private enum CodingKeys: String, CodingKey {
        case secret
        case authenticatorType = "authenticator_type"
        case barcodeUri = "barcode_uri"
        case recoveryCodes = "recovery_codes"
    }
}

extension OTPMFAEnrollmentChallenge: _Redacted {
    /// The members for reflection, with the secret redacted.
    public var customMirror: Mirror {
        Mirror(self, children: ["authenticatorType": authenticatorType, "secret": redactedText])
    }
}

/// The enrollment of an application that asks its user for approval by push notification.
public struct PushMFAEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The type of the authenticator, `authenticator_type`: `oob`.
    public let authenticatorType: String
    /// The channel of the approval prompt, `oob_channel`: `auth0`.
    public let oobChannel: String
    /// The code that identifies this enrollment when it is completed, `oob_code`. It is a secret.
    public let oobCode: String
    /// The URI that the application scans, `barcode_uri`, to show as a QR code. It is a secret.
    public let barcodeUri: String
    /// Recovery codes, `recovery_codes`, which the server returns once: show them to the user. `nil` when there are
    /// none.
    public let recoveryCodes: [String]?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        authenticatorType: String, oobChannel: String, oobCode: String, barcodeUri: String,
        recoveryCodes: [String]? = nil
    ) {
        (self.authenticatorType, self.oobChannel, self.oobCode) = (authenticatorType, oobChannel, oobCode)
        (self.barcodeUri, self.recoveryCodes) = (barcodeUri, recoveryCodes)
    }

    private enum CodingKeys: String, CodingKey {
        case authenticatorType = "authenticator_type"
        case oobChannel = "oob_channel"
        case oobCode = "oob_code"
        case barcodeUri = "barcode_uri"
        case recoveryCodes = "recovery_codes"
    }
}

extension PushMFAEnrollmentChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["authenticatorType": authenticatorType, "oobChannel": oobChannel])
    }
}

/// A code or an approval prompt that was sent to the user.
public struct MFAChallenge: Decodable, Sendable, Hashable {
    /// The type of the challenge, `challenge_type`: `oob`.
    public let challengeType: String
    /// The code that identifies this challenge when it is completed, `oob_code`. It is a secret.
    public let oobCode: String
    /// The binding method, `binding_method`: `prompt` when the user receives a code to enter; `nil` when the user
    /// approves on a phone.
    public let bindingMethod: String?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(challengeType: String = "oob", oobCode: String, bindingMethod: String? = nil) {
        (self.challengeType, self.oobCode, self.bindingMethod) = (challengeType, oobCode, bindingMethod)
    }

    private enum CodingKeys: String, CodingKey {
        case challengeType = "challenge_type"
        case oobCode = "oob_code"
        case bindingMethod = "binding_method"
    }
}

extension MFAChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["challengeType": challengeType, "bindingMethod": bindingMethod as Any])
    }
}
