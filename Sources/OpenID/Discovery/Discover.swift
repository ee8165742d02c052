import ByteEncodings
public import HTTPMessages
public import LibcurlTransport
public import RequestPipeline

/// Reads a provider's metadata; another spelling of
/// ``OpenIDProvider/discover(_:from:session:)``, whose parameters are the same.
public func discover(
    _ issuer: String, from document: DiscoveryDocument = .openIDConfiguration,
    session: any Transport = CurlTransport.standard
) -> Request<OpenIDProvider, OpenIDError> {
    OpenIDProvider.discover(issuer, from: document, session: session)
}

extension OpenIDProvider {
    /// Reads a provider's metadata.
    ///
    /// ```swift
    /// let provider = try await OpenID.discover("https://login.example.com").start()
    /// let credentials = try await provider.client(id: "native").login().start()
    /// ```
    ///
    /// <!-- swift: import Foundation
    /// let issuer = ProcessInfo.processInfo.environment["AUTH0_DOMAIN"]! + "/" -->
    ///
    /// ```swift
    /// let provider = try await OpenIDProvider.discover(issuer).start()
    /// print(provider.metadata.issuer == issuer)
    /// // prints true
    /// ```
    ///
    /// - Parameters:
    ///   - issuer: The issuer, exactly as the provider's tokens spell it: case, port and a trailing slash matter. Plain
    ///     `http` is accepted for loopback addresses only.
    ///   - document: The location of the metadata; the well-known one of OpenID Connect by default.
    ///   - session: The transport that sends the requests, libcurl by default.
    /// - Returns: A request for the provider. It fails with ``OpenIDError/Code/issuerMismatch`` if the document names
    ///   another issuer, and with ``OpenIDError/Code/metadataInvalid`` if an address in it must not be used.
    /// - SeeAlso: [OpenID Connect Discovery
    ///   §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig)
    public static func discover(
        _ issuer: String, from document: DiscoveryDocument = .openIDConfiguration,
        session: any Transport = CurlTransport.standard
    ) -> Request<OpenIDProvider, OpenIDError> {
        let url: Result<HTTPURL, any Error> = Result { try document.url(of: issuer) }
        let client = ClientContext(transport: session, logger: nil, fields: OpenIDProvider.fields, reservedField: "")
        return Request(Endpoint(.get, "", below: url), client: client) { response throws(ResponseError) in
            let tree = try Decoders.tree { $0 }(response)
            do throws(OpenIDError) {
                return OpenIDProvider(try ProviderMetadata(tree, of: issuer), session: session)
            } catch { throw ResponseError(.unacceptable, cause: error) }
        }
    }
}
