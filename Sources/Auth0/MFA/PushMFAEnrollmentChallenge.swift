import ByteEncodings

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

    /// Creates a value, for doubles.
    ///
    /// - Parameters:
    ///   - authenticatorType: The type of the authenticator, `authenticator_type`: `oob`.
    ///   - oobChannel: The channel of the approval prompt, `oob_channel`: `auth0`.
    ///   - oobCode: The code that identifies this enrollment when it is completed. It is a secret.
    ///   - barcodeUri: The URI that the application scans, `barcode_uri`, to show as a QR code. It is a secret.
    ///   - recoveryCodes: Recovery codes, `recovery_codes`, which the server returns once: show them to the user;
    ///     `nil` by default.
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
