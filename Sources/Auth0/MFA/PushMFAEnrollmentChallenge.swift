import RequestPipeline

/// An application that asks by push notification and is being enrolled.
public struct PushMFAEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// How the factor works: `oob`.
    public let authenticatorType: String
    /// The way the question takes: `auth0`.
    public let oobChannel: String
    /// Ties the enrolment to the answer; a secret.
    public let oobCode: String
    /// What the application reads, to show as a QR code.
    public let barcodeUri: String
    /// Codes for when everything else is lost, told once: show them to the user.
    public let recoveryCodes: [String]?

    private enum CodingKeys: String, CodingKey {
        case authenticatorType = "authenticator_type"
        case oobChannel = "oob_channel"
        case oobCode = "oob_code"
        case barcodeUri = "barcode_uri"
        case recoveryCodes = "recovery_codes"
    }
}

extension PushMFAEnrollmentChallenge: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["authenticatorType": authenticatorType, "oobChannel": oobChannel])
    }
}
