import FoundationEssentials
import ByteEncodings
import RequestPipeline

/// The method by which a client authenticates to the provider.
///
/// - SeeAlso: [RFC 6749 §2.3](https://www.rfc-editor.org/rfc/rfc6749#section-2.3),
///   [OpenID Connect Core §9](https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication)
public struct ClientAuthentication: Sendable, Hashable {
    enum Method: Sendable, Hashable {
        case none
        case basic(secret: String)
        case post(secret: String)
    }

    let method: Method

    /// No secret: the client is identified by its ID alone. For programs that users install, whose logins PKCE
    /// protects.
    public static let none = ClientAuthentication(method: .none)
    /// Sends the client secret in the header `Authorization` (`client_secret_basic`).
    ///
    /// ID and secret are form-encoded first, as RFC 6749 §2.3.1 requires. Some providers do not decode them (Glewlwyd,
    /// LemonLDAP::NG, django-oidc-provider and idpyoidc): for those, use ``secretPost(_:)`` if the secret has other
    /// characters than letters, digits and `-._~`.
    ///
    /// - Parameter secret: The client secret.
    /// - Returns: The authentication method.
    public static func secretBasic(_ secret: String) -> Self { ClientAuthentication(method: .basic(secret: secret)) }
    /// Sends the client secret in the body (`client_secret_post`).
    ///
    /// For providers that do not read the header, or that do not decode it as ``secretBasic(_:)`` encodes it.
    ///
    /// - Parameter secret: The client secret.
    /// - Returns: The authentication method.
    public static func secretPost(_ secret: String) -> Self { ClientAuthentication(method: .post(secret: secret)) }

    /// The client secret; `nil` for a client without one.
    var secret: String? {
        switch method {
        case .none: nil
        case .basic(let secret), .post(let secret): secret
        }
    }
}

extension ClientAuthentication: CustomStringConvertible, CustomReflectable {
    /// The name of the method, without the secret.
    public var description: String {
        switch method {
        case .none: "none"
        case .basic: "client_secret_basic"
        case .post: "client_secret_post"
        }
    }
    /// The name of the method, without the secret.
    public var customMirror: Mirror { Mirror(self, children: ["method": description]) }
}

extension Request {
    /// Adds the client's ID and, where the method has one, its secret.
    func authenticated(as id: String, by authentication: ClientAuthentication) -> Self {
        switch authentication.method {
        case .none: return fields(["client_id": id])
        case .post(let secret): return fields(["client_id": id, "client_secret": secret])
        case .basic(let secret):
            // Both are form-encoded before they are joined: RFC 6749 §2.3.1. A space becomes %20, which every decoder
            // understands: some providers, those built on Authlib among them, do not decode a plus sign here.
            let pair = "\(PercentEncoding.encode(id)):\(PercentEncoding.encode(secret))"
            return headers(["Authorization": "Basic \(Data(pair.utf8).base64EncodedString())"])
        }
    }
}
