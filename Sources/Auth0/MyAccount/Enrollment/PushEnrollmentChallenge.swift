import RequestPipeline

/// An application that asks by push notification and is being enrolled.
public struct PushEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the method, to confirm it with.
    public let authenticationId: String
    /// Ties the confirmation to this enrolment; a secret.
    public let authenticationSession: String
    /// What the application reads, to show as a QR code.
    public let authenticatorQRCodeURI: String
    /// The same for people who type it, when there is such a thing.
    public let authenticatorManualInputCode: String?

    private enum CodingKeys: String, CodingKey {
        case authenticationId = "id"
        case authenticationSession = "auth_session"
        case authenticatorQRCodeURI = "barcode_uri"
        case authenticatorManualInputCode = "manual_input_code"
    }
}

extension PushEnrollmentChallenge: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["authenticationId": authenticationId]) }
}
