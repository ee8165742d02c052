import ByteEncodings
public import RequestPipeline

/// What a login that needs a second factor goes on with.
public struct MFARequiredErrorPayload: Decodable, Sendable, Hashable {
    /// The code of the error.
    public let error: String
    /// What happened.
    public let errorDescription: String
    /// Ties the next steps to this login; a secret.
    public let mfaToken: String
    /// What the user can do.
    public let mfaRequirements: MFARequirements

    private enum CodingKeys: String, CodingKey {
        case error
        case errorDescription = "error_description"
        case mfaToken = "mfa_token"
        case mfaRequirements = "mfa_requirements"
    }

    /// Reads what the server said; without requirements there are none.
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

extension MFARequiredErrorPayload: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["error": error, "mfaRequirements": mfaRequirements]) }
}

/// The second factors that a login may go on with.
public struct MFARequirements: Decodable, Sendable, Hashable {
    /// The factors to enrol first, when there is none yet.
    public let enroll: [MFAFactor]?
    /// The factors that are enrolled.
    public let challenge: [MFAFactor]?
}

/// A kind of second factor.
public struct MFAFactor: Decodable, Sendable, Hashable {
    /// The kind, such as `otp` or `phone`.
    public let type: String
}

extension AuthenticationError {
    /// What to go on with when a second factor is needed; `nil` for any other error.
    public var mfaRequiredErrorPayload: MFARequiredErrorPayload? {
        guard let said = try? JSONValue(freeForm: info) else { return nil }
        return try? MFARequiredErrorPayload(from: JSONValueDecoder(said))
    }
}
