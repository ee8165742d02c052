import ByteEncodings

enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case german = "de"

    /// Selects the first supported language of `ui_locales`, then of `Accept-Language`; English if there is none.
    ///
    /// - SeeAlso: [OpenID Connect Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest)
    init(locales: String?, acceptLanguage: String?) {
        let wanted = (locales ?? "").split(separator: " ")
        let accepted = (acceptLanguage ?? "").split(separator: ",").map { $0.prefix { $0 != ";" } }
        let tags = (wanted + accepted).map { tag in
            tag.drop { $0 == " " }.prefix { $0 != "-" && $0 != "_" && $0 != " " }.lowercased()
        }
        self = tags.lazy.compactMap(Language.init(rawValue:)).first ?? .english
    }

    var words: Wording { self == .german ? .german : .english }
}
