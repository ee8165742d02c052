import ByteEncodings
public import RequestPipeline

/// A login that a web server has begun and that a browser has not come back from.
///
/// Keep it in the session of that browser, sealed or on the server, and finish it once, with the query that the browser brings
/// to the redirect URI: ``OpenIDClient/finish(_:with:)``. A login that another browser finishes is somebody else's.
///
/// - SeeAlso: [RFC 9700 §2.1](https://www.rfc-editor.org/rfc/rfc9700#section-2.1)
public struct PendingLogin: Sendable, Hashable, Codable {
    /// Where to send the browser.
    public internal(set) var url: String
    /// What the browser brings back; different for each login.
    public let state: String
    /// Where it comes back to.
    public let redirectURI: String
    let nonce: String
    let codeVerifier: String
    /// In seconds, as it is encoded.
    let leeway: Int
    let maxAge: Int?
    let contextClasses: [String]

    /// What the answer has to say.
    func check(_ expectations: inout IDTokenExpectations) {
        expectations.nonce = nonce
        expectations.leeway = .seconds(leeway)
        expectations.maxAge = maxAge
        expectations.acceptedContextClasses = contextClasses
    }

    /// The parameters of the address.
    var parameters: [(name: String, value: String)] {
        let query = url.drop { $0 != "?" }.dropFirst()
        return (try? FormEncoding.decode(String(query))) ?? []
    }
}

extension PendingLogin: Redacted {
    /// Where the browser comes back to; everything else is a secret of this login.
    public var customMirror: Mirror { Mirror(self, children: ["redirectURI": redirectURI]) }
}
