import ByteEncodings

extension RequestContext {
    /// A cookie of the request; `nil` when there is none of that name, or more than one.
    ///
    /// - SeeAlso: [RFC 6265 §5.4](https://www.rfc-editor.org/rfc/rfc6265#section-5.4)
    func cookie(_ name: String) -> String? {
        let headers = request.headers.filter { $0.name.lowercased() == "cookie" }
        let pairs = headers.flatMap { $0.value.split(separator: ";") }
        let values = pairs.compactMap { pair -> String? in
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0] == name ? String(parts[1]) : nil
        }
        return values.count == 1 ? values.first : nil
    }
}

/// The names of a tenant's cookies.
///
/// They hold the port, since a browser does not tell the ports of a host apart and may know several tenants.
///
/// - SeeAlso: [RFC 6265 §8.5](https://www.rfc-editor.org/rfc/rfc6265#section-8.5)
struct CookieNames: Sendable {
    /// Who is logged in.
    let session: String
    /// Which browser it is, logged in or not.
    let browser: String
    /// Who may look at the inspector.
    let inspector: String

    /// Names the cookies of the tenant at `http://127.0.0.1:PORT`.
    init(domain: String) {
        let port = domain.split(separator: ":").last ?? ""
        (session, browser, inspector) = ("auth0_\(port)", "did_\(port)", "emulator_\(port)")
    }
}

extension HTTPResponse {
    /// The same answer with a cookie that scripts cannot read; it goes when the browser does unless an age is given.
    func setting(_ name: String, to value: String, path: String = "/", site: String = "Lax", age: Int? = nil)
        -> HTTPResponse
    {
        let maximum = age.map { "; Max-Age=\($0)" } ?? ""
        return with("Set-Cookie", "\(name)=\(value); Path=\(path); HttpOnly; SameSite=\(site)\(maximum)")
    }

    /// The same answer, which makes the browser forget a cookie.
    func forgetting(_ name: String) -> HTTPResponse { setting(name, to: "", age: 0) }
}
