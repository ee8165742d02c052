extension OpenIDProvider {
    /// Returns a verifier of the logout tokens that this provider posts to a server.
    ///
    /// - Parameters:
    ///   - clientID: The client ID of the server.
    ///   - leeway: The tolerated difference between the clocks: 60 seconds by default, 0 to 300 seconds.
    ///   - replays: The store of the accepted tokens; `nil`, the default, creates a ``MemoryReplayStore``.
    /// - Returns: A verifier; create one when the program starts.
    /// - Throws: ``OpenIDError/Code/unsupported`` if the metadata have no `jwks_uri`.
    /// - SeeAlso: [OpenID Connect Back-Channel Logout](https://openid.net/specs/openid-connect-backchannel-1_0.html)
    public func logoutTokenVerifier(
        clientID: String, leeway: Duration = .seconds(60), replays: (any ReplayStore)? = nil
    ) throws -> LogoutTokenVerifier {
        LogoutTokenVerifier(
            issuer: metadata.issuer, clientID: clientID, keys: try publishedKeys(), leeway: leeway, replays: replays)
    }
}
