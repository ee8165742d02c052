import ByteEncodings

/// The enrollment of an authenticator application that generates one-time codes.
public struct TOTPEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// The ID of the authentication method, with which the enrollment is confirmed; `id` in JSON.
    public let authenticationId: String
    /// The session that binds the confirmation to this enrollment, `auth_session`. It is a secret.
    public let authenticationSession: String
    /// The URI that the application scans, `barcode_uri`, to show as a QR code. It is a secret.
    public let authenticatorQRCodeURI: String
    /// The code for a user who cannot scan the QR code, `manual_input_code`; `nil` when the server provides none. It is
    /// a secret.
    public let authenticatorManualInputCode: String?

    /// Creates a value, for doubles.
    ///
    /// - Parameters:
    ///   - authenticationId: The ID of the authentication method, with which the enrollment is confirmed.
    ///   - authenticationSession: The session that binds the confirmation to this enrollment. It is a secret.
    ///   - authenticatorQRCodeURI: The URI that the application scans, `barcode_uri`, to show as a QR code. It is a
    ///     secret.
    ///   - authenticatorManualInputCode: The code for a user who cannot scan the QR code; `nil` by default. It is a
    ///     secret.
    public init(
        authenticationId: String, authenticationSession: String, authenticatorQRCodeURI: String,
        authenticatorManualInputCode: String? = nil
    ) {
        (self.authenticationId, self.authenticationSession, self.authenticatorQRCodeURI) = (
            authenticationId, authenticationSession, authenticatorQRCodeURI
        )
        self.authenticatorManualInputCode = authenticatorManualInputCode
    }

    private enum CodingKeys: String, CodingKey {
        case authenticationId = "id"
        case authenticationSession = "auth_session"
        case authenticatorQRCodeURI = "barcode_uri"
        case authenticatorManualInputCode = "manual_input_code"
    }
}

extension TOTPEnrollmentChallenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["authenticationId": authenticationId]) }
}
