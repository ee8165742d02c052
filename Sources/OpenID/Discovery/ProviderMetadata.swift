package import ByteEncodings
public import HTTPMessages
import JOSE
import RequestPipeline

/// What a provider says about itself: where its endpoints are, and what it can do.
///
/// What it does not say is `nil`, empty or `false`; a provider may be able to do more than it says.
///
/// - SeeAlso: [OpenID Connect Discovery §3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata),
///   [RFC 8414 §2](https://www.rfc-editor.org/rfc/rfc8414#section-2)
public struct ProviderMetadata: Sendable {
    /// Who the provider is, exactly as its tokens spell it.
    public let issuer: String
    /// Where a browser goes for a login.
    public var authorizationEndpoint: HTTPURL?
    /// Where tokens come from.
    public var tokenEndpoint: HTTPURL?
    /// Where profiles come from.
    public var userInfoEndpoint: HTTPURL?
    /// Where the keys are that tokens are signed with.
    public var keySetURL: HTTPURL?
    /// Where a browser goes for a logout.
    public var endSessionEndpoint: HTTPURL?
    /// Where a device asks for its codes.
    public var deviceAuthorizationEndpoint: HTTPURL?
    /// Where the parameters of a login can be sent beforehand.
    public var pushedAuthorizationRequestEndpoint: HTTPURL?
    /// Where clients register themselves.
    public var registrationEndpoint: HTTPURL?
    /// Where tokens are revoked.
    public var revocationEndpoint: HTTPURL?
    /// Where a server asks about tokens.
    public var introspectionEndpoint: HTTPURL?
    /// Whether a login has to be pushed.
    public var requiresPushedAuthorizationRequests = false
    /// Whether every answer through the browser says whom it is from: one that does not is refused then.
    public var answersWithIssuer = false
    /// Everything it says, as it came.
    package var document = JSONValue.object([])

    /// Metadata of a provider that publishes none; set what it has.
    ///
    /// - Parameter issuer: Who the provider is, exactly as its tokens spell it.
    public init(issuer: String) { self.issuer = issuer }

    /// A list of what the provider supports, such as `scopes_supported`.
    ///
    /// - Parameter name: The name of the member.
    /// - Returns: The texts of the list; `nil` when the provider does not say.
    public func supported(_ name: String) -> [String]? { document[name]?.texts }

    /// Any member, as a string, a boolean, a number, or arrays and dictionaries of them.
    public subscript(name: String) -> (any Sendable)? { document[name]?.freeForm }
}

extension ProviderMetadata {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - issuer: Who was asked.
    /// - Throws: ``OpenIDError/Code/issuerMismatch`` when it is about anybody else, and
    ///   ``OpenIDError/Code/metadataInvalid`` when it has no issuer, or an endpoint whose address is no `https` URL, or one
    ///   with user information or a fragment.
    /// - SeeAlso: [OpenID Connect Discovery §4.3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation)
    package init(_ document: JSONValue, of issuer: String) throws(OpenIDError) {
        guard let said = document["issuer"]?.string else {
            throw OpenIDError(.metadataInvalid, "the provider's metadata have no issuer")
        }
        guard said.utf8.elementsEqual(issuer.utf8) else {
            // Microsoft's document for all tenants is nobody's own.
            let advice =
                said.contains("{") ? "ask for the issuer of one tenant" : "if that is whom you mean, ask for it"
            throw OpenIDError(.issuerMismatch, "the provider calls itself \(said.excerptForLog): \(advice)")
        }
        self.init(issuer: issuer)
        self.document = document
        for (name, endpoint) in Self.endpoints {
            self[keyPath: endpoint] = try Self.address(name, in: document, of: issuer)
        }
        requiresPushedAuthorizationRequests = document["require_pushed_authorization_requests"] == .boolean(true)
        answersWithIssuer = document["authorization_response_iss_parameter_supported"] == .boolean(true)
    }

    private static var endpoints: [(name: String, path: WritableKeyPath<ProviderMetadata, HTTPURL?>)] {
        [
            ("authorization_endpoint", \.authorizationEndpoint), ("token_endpoint", \.tokenEndpoint),
            ("userinfo_endpoint", \.userInfoEndpoint), ("jwks_uri", \.keySetURL),
            ("end_session_endpoint", \.endSessionEndpoint),
            ("device_authorization_endpoint", \.deviceAuthorizationEndpoint),
            ("pushed_authorization_request_endpoint", \.pushedAuthorizationRequestEndpoint),
            ("registration_endpoint", \.registrationEndpoint), ("revocation_endpoint", \.revocationEndpoint),
            ("introspection_endpoint", \.introspectionEndpoint),
        ]
    }

    /// An address that may be used: plain `http` is for an issuer on loopback that says so itself.
    private static func address(
        _ name: String, in document: JSONValue, of issuer: String
    ) throws(OpenIDError) -> HTTPURL? {
        guard let value = document[name], value != .null else { return nil }
        var cause: (any Error)?
        do throws(TransportError) {
            if let text = value.string {
                let url = try HTTPURL(checking: text)
                if url.isSecure || !issuer.utf8.starts(with: "https".utf8) { return url }
            }
        } catch { cause = error }
        throw OpenIDError(.metadataInvalid, "the provider's \(name) is no address that may be used", cause: cause)
    }
}

extension ProviderMetadata: CustomStringConvertible, CustomReflectable {
    /// The issuer.
    public var description: String { "ProviderMetadata(\(issuer.escapedForLog))" }
    /// The issuer.
    public var customMirror: Mirror { Mirror(self, children: ["issuer": issuer]) }
}
