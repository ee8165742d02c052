import ByteEncodings
import OpenID

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

    /// Creates a value, for doubles.
    ///
    /// - Parameters:
    ///   - authenticatorType: The type of the authenticator, `authenticator_type`: `otp`.
    ///   - secret: The shared secret in Base32, for a user who enters it by hand.
    ///   - barcodeUri: The `otpauth:` URI with the shared secret, `barcode_uri`, to show as a QR code.
    ///   - recoveryCodes: Recovery codes, `recovery_codes`, which the server returns once: show them to the user;
    ///     `nil` by default.
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
