package import ByteEncodings
public import HTTPMessages
import JOSE
import RequestPipeline

/// The metadata of a provider: its endpoints and capabilities.
///
/// A property is `nil`, empty or `false` if the document does not contain it; a provider may support more than it
/// publishes.
///
/// - SeeAlso: [OpenID Connect Discovery
///   §3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata), [RFC 8414
///   §2](https://www.rfc-editor.org/rfc/rfc8414#section-2)
public struct ProviderMetadata: Sendable {
    /// The issuer, exactly as the provider's tokens spell it (`issuer`).
    public let issuer: String
    /// The authorization endpoint, which a browser opens for a login (`authorization_endpoint`).
    public var authorizationEndpoint: HTTPURL?
    /// The token endpoint (`token_endpoint`).
    public var tokenEndpoint: HTTPURL?
    /// The endpoint of user profiles (`userinfo_endpoint`).
    public var userInfoEndpoint: HTTPURL?
    /// The address of the keys that verify the provider's tokens (`jwks_uri`).
    public var keySetURL: HTTPURL?
    /// The endpoint that a browser opens for a logout (`end_session_endpoint`).
    public var endSessionEndpoint: HTTPURL?
    /// The endpoint of device codes (`device_authorization_endpoint`).
    public var deviceAuthorizationEndpoint: HTTPURL?
    /// The endpoint of pushed authorization requests (`pushed_authorization_request_endpoint`).
    public var pushedAuthorizationRequestEndpoint: HTTPURL?
    /// The endpoint of dynamic client registration (`registration_endpoint`).
    public var registrationEndpoint: HTTPURL?
    /// The token revocation endpoint (`revocation_endpoint`).
    public var revocationEndpoint: HTTPURL?
    /// The token introspection endpoint (`introspection_endpoint`).
    public var introspectionEndpoint: HTTPURL?
    /// The endpoints for clients that authenticate with a certificate (``ClientAuthentication/tls``), by their JSON
    /// names, such as `token_endpoint`; the other endpoints serve those clients, too (`mtls_endpoint_aliases`).
    ///
    /// - SeeAlso: [RFC 8705 §5](https://www.rfc-editor.org/rfc/rfc8705#section-5)
    public var mutualTLSEndpoints: [String: HTTPURL] = [:]
    /// Whether authorization requests must be pushed (`require_pushed_authorization_requests`).
    public var requiresPushedAuthorizationRequests = false
    /// Whether every authorization response names its issuer (`authorization_response_iss_parameter_supported`). If so,
    /// a response without an issuer is refused.
    public var includesIssuerInResponse = false
    /// The complete metadata document.
    package var document = JSONValue.object([])

    /// Creates the metadata of a provider that publishes none; set the properties it supports.
    ///
    /// - Parameter issuer: The issuer, exactly as the provider's tokens spell it.
    public init(issuer: String) { self.issuer = issuer }

    /// Returns a list of supported values, such as `scopes_supported`.
    ///
    /// - Parameter name: The JSON name of the member.
    /// - Returns: The strings in the list; `nil` if the document does not contain it.
    public func supported(_ name: String) -> [String]? { document[name]?.texts }

    /// The member with a name: a string, a Boolean, a number, or arrays and dictionaries of them; `nil` if it is
    /// missing.
    ///
    /// - Parameter name: The JSON name of the member.
    public subscript(name: String) -> (any Sendable)? { document[name]?.freeForm }
}

extension ProviderMetadata {
    /// Decodes a metadata document, which must name the requested issuer (OpenID Connect Discovery §4.3).
    package init(_ document: JSONValue, of issuer: String) throws(OpenIDError) {
        guard let said = document["issuer"]?.string else {
            throw OpenIDError(.metadataInvalid, "the provider's metadata have no issuer")
        }
        guard said.utf8.elementsEqual(issuer.utf8) else {
            // Microsoft's document for all tenants contains a placeholder, which no single tenant equals.
            let advice =
                said.contains("{") ? "ask for the issuer of one tenant" : "if this is the intended issuer, ask for it"
            throw OpenIDError(.issuerMismatch, "the provider calls itself \(said.excerptForLog): \(advice)")
        }
        self.init(issuer: issuer)
        self.document = document
        let isLoopback = (try? HTTPURL(checking: issuer))?.isSecure == false
        for (name, endpoint) in Self.endpoints {
            self[keyPath: endpoint] = try Self.address(name, in: document, isLoopback)
            guard let aliases = document["mtls_endpoint_aliases"] else { continue }
            mutualTLSEndpoints[name] = try Self.address(name, in: aliases, isLoopback)
        }
        requiresPushedAuthorizationRequests = document["require_pushed_authorization_requests"] == .boolean(true)
        includesIssuerInResponse = document["authorization_response_iss_parameter_supported"] == .boolean(true)
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

    /// Returns an address that may be used. Plain `http` is accepted only if the issuer itself is an `http` URL on
    /// loopback.
    private static func address(
        _ name: String, in document: JSONValue, _ isLoopback: Bool
    ) throws(OpenIDError) -> HTTPURL? {
        guard let value = document[name], value != .null else { return nil }
        do throws(HTTPURLError) {
            let url = try HTTPURL(checking: value.string ?? "")
            guard url.isSecure || isLoopback else { throw HTTPURLError(.insecure) }
            return url
        } catch {
            throw OpenIDError(.metadataInvalid, "the provider's \(name) is not a usable address", cause: error)
        }
    }
}

extension ProviderMetadata: CustomStringConvertible, CustomReflectable {
    /// The issuer.
    public var description: String { "ProviderMetadata(\(issuer.escapedForLog))" }
    /// A mirror of only the issuer.
    public var customMirror: Mirror { Mirror(self, children: ["issuer": issuer]) }
}
