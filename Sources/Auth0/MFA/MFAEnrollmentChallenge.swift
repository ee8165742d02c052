import RequestPipeline

/// A phone or an e-mail address that is being enrolled; a code is on its way to it.
public struct MFAEnrollmentChallenge: Decodable, Sendable, Hashable {
    /// How the factor works: `oob`.
    public let authenticatorType: String
    /// `prompt`: the user receives a code to type.
    public let bindingMethod: String
    /// Codes for when everything else is lost, told once: show them to the user.
    public let recoveryCodes: [String]?
    /// The way the code takes, such as `sms`.
    public let oobChannel: String
    /// Ties what was sent to the answer; a secret.
    public let oobCode: String

    private enum CodingKeys: String, CodingKey {
        case authenticatorType = "authenticator_type"
        case bindingMethod = "binding_method"
        case recoveryCodes = "recovery_codes"
        case oobChannel = "oob_channel"
        case oobCode = "oob_code"
    }
}

extension MFAEnrollmentChallenge: Redacted {
    /// The members that are no secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "authenticatorType": authenticatorType, "bindingMethod": bindingMethod, "oobChannel": oobChannel,
            ])
    }
}
