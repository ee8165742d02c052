import Encodings

extension Call {
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

/// The cookies of the tenant.
enum Cookie {
    /// Who is logged in.
    static let session = "auth0"
    /// Which browser it is, logged in or not.
    static let browser = "did"
    /// Who may look at the inspector.
    static let inspector = "emulator"
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
