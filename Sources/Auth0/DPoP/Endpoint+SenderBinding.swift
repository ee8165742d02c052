import Pipeline

extension Endpoint {
    /// Which requests carry a proof of possession.
    ///
    /// A login makes the key; whatever uses a token that may be bound proves it where there is a key; what uses no such
    /// token goes without.
    ///
    /// - SeeAlso: [RFC 9449 §5](https://www.rfc-editor.org/rfc/rfc9449#section-5)
    var senderBinding: SenderBinding {
        switch path {
        case "oauth/token": self["grant_type"] == .string("refresh_token") ? .whenKeyExists : .always
        case "userinfo", "otp/challenge": .whenKeyExists
        default: path.hasPrefix("me/") ? .whenKeyExists : .none
        }
    }
}
