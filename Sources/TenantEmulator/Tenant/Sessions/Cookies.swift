import ByteEncodings

extension RequestContext {
    /// Finds a cookie.
    ///
    /// - Returns: The value; `nil` if the cookie is absent or occurs more than once.
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
/// They contain the port, because browsers share cookies between the ports of a host and may use several tenants.
///
/// - SeeAlso: [RFC 6265 §8.5](https://www.rfc-editor.org/rfc/rfc6265#section-8.5)
struct CookieNames: Sendable {
    /// The cookie that identifies the session.
    let session: String
    /// The cookie that identifies the browser, with or without a session.
    let browser: String
    /// The cookie that authorizes requests to the inspector.
    let inspector: String

    /// Creates the names for the tenant at `http://127.0.0.1:PORT`.
    init(domain: String) {
        let port = domain.split(separator: ":").last ?? ""
        (session, browser, inspector) = ("auth0_\(port)", "did_\(port)", "emulator_\(port)")
    }
}

extension HTTPResponse {
    /// Sets a cookie that scripts cannot read.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - path: The `Path` attribute.
    ///   - site: The `SameSite` attribute.
    ///   - age: The maximum age in seconds; `nil` for a cookie that ends with the browser.
    /// - Returns: The response with the cookie.
    func setting(_ name: String, to value: String, path: String = "/", site: String = "Lax", age: Int? = nil)
        -> HTTPResponse
    {
        let maximum = age.map { "; Max-Age=\($0)" } ?? ""
        return with("Set-Cookie", "\(name)=\(value); Path=\(path); HttpOnly; SameSite=\(site)\(maximum)")
    }

    /// Removes a cookie from the browser.
    func forgetting(_ name: String) -> HTTPResponse { setting(name, to: "", age: 0) }
}
