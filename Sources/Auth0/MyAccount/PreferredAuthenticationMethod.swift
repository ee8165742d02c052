/// The channel by which codes reach a phone, the parameter `preferred_authentication_method`.
public enum PreferredAuthenticationMethod: String, Sendable {
    /// A text message.
    case sms
    /// A voice call.
    case voice
}
