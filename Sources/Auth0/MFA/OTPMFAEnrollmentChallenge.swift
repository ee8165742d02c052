import OpenID
import RequestPipeline

/// An authenticator application that is being enrolled.
public struct OTPMFAEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// How the factor works: `otp`.
    public let authenticatorType: String
    /// The secret of the application, in Base32, for people who type it.
    public let secret: String
    /// The same as a URI, to show as a QR code.
    public let barcodeUri: String
    /// Codes for when everything else is lost, told once: show them to the user.
    public let recoveryCodes: [String]?

    private enum CodingKeys: String, CodingKey {
        case secret
        case authenticatorType = "authenticator_type"
        case barcodeUri = "barcode_uri"
        case recoveryCodes = "recovery_codes"
    }
}

extension OTPMFAEnrollmentChallenge: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["authenticatorType": authenticatorType, "secret": redactedText])
    }
}
