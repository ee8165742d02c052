/// A second factor that a user has enrolled.
public struct Authenticator: Decodable, Sendable, Hashable, Identifiable {
    /// The ID, to begin a challenge with.
    public let id: String
    /// How it works: `otp`, `oob` or `recovery-code`.
    public let authenticatorType: String
    /// The way a code or a question takes, such as `sms`.
    public let oobChannel: String?
    /// Where codes go, most of it hidden.
    public let name: String?
    /// Whether the enrolment was confirmed.
    public let active: Bool
    /// The kind, as a login's ``MFARequirements`` name it; empty when the server does not say.
    public let type: String

    private enum CodingKeys: String, CodingKey {
        case id, name, active, type
        case authenticatorType = "authenticator_type"
        case oobChannel = "oob_channel"
    }

    /// Reads an authenticator.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        authenticatorType = try values.decode(String.self, forKey: .authenticatorType)
        oobChannel = try values.decodeIfPresent(String.self, forKey: .oobChannel)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        active = try values.decode(Bool.self, forKey: .active)
        type = try values.decodeIfPresent(String.self, forKey: .type) ?? ""
    }
}
