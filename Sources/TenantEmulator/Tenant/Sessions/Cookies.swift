import ByteEncodings

extension RequestContext {
    /// Finds a cookie; `nil` if it is absent or occurs more than once ([RFC 6265
    /// §5.4](https://www.rfc-editor.org/rfc/rfc6265#section-5.4)).
    func cookie(_ name: CookieName) -> String? {
        let pairs = request.fields("cookie").flatMap { $0.value.split(separator: ";") }
        let values = pairs.compactMap { pair -> String? in
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0] == name.text ? String(parts[1]) : nil
        }
        return values.count == 1 ? values.first : nil
    }
}

struct CookieName: Sendable {
    let text: String
    /// Whether browsers send the cookie only over TLS.
    let isSecure: Bool
}

/// The names of a tenant's cookies, which contain the port: browsers share cookies between the ports of a host ([RFC
/// 6265 §8.5](https://www.rfc-editor.org/rfc/rfc6265#section-8.5)).
struct CookieNames: Sendable {
    /// The cookie that identifies the session.
    let session: CookieName
    /// The cookie that identifies the browser, with or without a session.
    let browser: CookieName
    /// The cookie that authorizes requests to the inspector.
    let inspector: CookieName
    /// The cookie with a session transfer token, which a program sets in its own window.
    let transfer = CookieName(text: "auth0_session_transfer_token", isSecure: false)

    init(_ origin: Origin) {
        let port = origin.port.map { "_\($0)" } ?? ""
        func name(_ prefix: String) -> CookieName {
            CookieName(text: prefix + port, isSecure: origin.scheme == "https")
        }
        (session, browser, inspector) = (name("auth0"), name("did"), name("emulator"))
    }
}

extension HTTPResponse {
    /// Sets a cookie that scripts cannot read, for `age` seconds or until the browser ends.
    ///
    /// Over TLS, browsers also send it in frames of other sites, like the cookies of the service. Without TLS they
    /// would drop such a cookie.
    ///
    /// - SeeAlso: [Cookies: SameSite=None;
    ///   Secure](https://auth0.com/docs/manage-users/cookies/samesite-cookie-attribute-changes)
    func setting(_ name: CookieName, to value: String, path: String = "/", site: String? = nil, age: Int? = nil)
        -> HTTPResponse
    {
        let site = site ?? (name.isSecure ? "None" : "Lax")
        let maximum = age.map { "; Max-Age=\($0)" } ?? ""
        let secure = name.isSecure ? "; Secure" : ""
        return with(
            "Set-Cookie", "\(name.text)=\(value); Path=\(path); HttpOnly; SameSite=\(site)\(secure)\(maximum)")
    }

    func forgetting(_ name: CookieName) -> HTTPResponse { setting(name, to: "", age: 0) }
}
