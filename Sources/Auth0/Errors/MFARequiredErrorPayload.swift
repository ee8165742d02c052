import ByteEncodings
import RequestPipeline

/// The error response of a login that needs a second factor, with the token to continue it.
public struct MFARequiredErrorPayload: Decodable, Sendable, Hashable {
    /// The error code: `mfa_required`.
    public let error: String
    /// The server's description of the error, `error_description`.
    public let errorDescription: String
    /// The MFA token, which the methods of ``MFAClient`` take; `mfa_token` in JSON. It is a secret.
    public let mfaToken: String
    /// The second factors that the login can continue with, `mfa_requirements`.
    public let mfaRequirements: MFARequirements

    private enum CodingKeys: String, CodingKey {
        case error
        case errorDescription = "error_description"
        case mfaToken = "mfa_token"
        case mfaRequirements = "mfa_requirements"
    }

    /// Creates a payload by decoding; missing requirements become empty ones.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a required member is missing or a member has the wrong type.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        error = try values.decode(String.self, forKey: .error)
        errorDescription = try values.decode(String.self, forKey: .errorDescription)
        mfaToken = try values.decode(String.self, forKey: .mfaToken)
        mfaRequirements =
            try values.decodeIfPresent(MFARequirements.self, forKey: .mfaRequirements)
            ?? MFARequirements(enroll: nil, challenge: nil)
    }
}

extension MFARequiredErrorPayload: _Redacted {
    /// The members for reflection, without the MFA token.
    public var customMirror: Mirror { Mirror(self, children: ["error": error, "mfaRequirements": mfaRequirements]) }
}

/// The second factors that a login can continue with.
public struct MFARequirements: Decodable, Sendable, Hashable {
    /// The factors that the user can enroll; `nil` when a factor is already enrolled.
    public let enroll: [MFAFactor]?
    /// The enrolled factors that the user can prove; `nil` when there are none.
    public let challenge: [MFAFactor]?
}

/// A type of second factor.
public struct MFAFactor: Decodable, Sendable, Hashable {
    /// The name of the type, such as `otp` or `phone`.
    public let type: String
}

extension AuthenticationError {
    /// The payload to continue a login with when a second factor is required; `nil` for any other error.
    public var mfaRequiredErrorPayload: MFARequiredErrorPayload? {
        try? MFARequiredErrorPayload(from: JSONValueDecoder(JSONValue(freeForm: info)))
    }
}
