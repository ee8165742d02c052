import FoundationEssentials
import ByteEncodings
import RequestPipeline

/// How a client shows the provider who it is.
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

    /// By its ID alone: a program that people install, whose logins PKCE protects.
    public static let none = ClientAuthentication(method: .none)
    /// With its secret in the header `Authorization`.
    ///
    /// ID and secret are encoded as in a form first, as RFC 6749 §2.3.1 says. Some providers take them as they stand
    /// (Glewlwyd, LemonLDAP::NG, django-oidc-provider and idpyoidc do): a secret with other characters than letters,
    /// digits and `-._~` has to be presented to them by ``secretPost(_:)``.
    public static func secretBasic(_ secret: String) -> Self { ClientAuthentication(method: .basic(secret: secret)) }
    /// With its secret in the body, for providers that do not read the header, or not as ``secretBasic(_:)`` writes it.
    public static func secretPost(_ secret: String) -> Self { ClientAuthentication(method: .post(secret: secret)) }

    /// The secret, when there is one.
    var secret: String? {
        switch method {
        case .none: nil
        case .basic(let secret), .post(let secret): secret
        }
    }
}

extension ClientAuthentication: CustomStringConvertible, CustomReflectable {
    /// The method, without the secret.
    public var description: String {
        switch method {
        case .none: "none"
        case .basic: "client_secret_basic"
        case .post: "client_secret_post"
        }
    }
    /// The method, without the secret.
    public var customMirror: Mirror { Mirror(self, children: ["method": description]) }
}

extension Request {
    /// Adds who the client is.
    func authenticated(as id: String, by authentication: ClientAuthentication) -> Self {
        switch authentication.method {
        case .none: return fields(["client_id": id])
        case .post(let secret): return fields(["client_id": id, "client_secret": secret])
        case .basic(let secret):
            // Both are encoded as in a form before they are joined: RFC 6749 §2.3.1. A space becomes %20, which is one to
            // every decoder: some providers, those made with Authlib among them, read a plus as a plus here.
            let pair = "\(PercentEncoding.encode(id)):\(PercentEncoding.encode(secret))"
            return headers(["Authorization": "Basic \(Data(pair.utf8).base64EncodedString())"])
        }
    }
}
