/// How a code reaches a phone.
public enum PreferredAuthenticationMethod: String, Sendable {
    /// As a text message.
    case sms
    /// By a voice that calls.
    case voice
}
