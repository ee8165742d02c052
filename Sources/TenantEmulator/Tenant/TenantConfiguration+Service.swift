extension TenantConfiguration {
    /// A service whose endpoints a tenant has.
    public struct Service: Sendable, Hashable {
        enum Kind: String, CaseIterable {
            case auth0
            case reachFive = "reachfive"
        }

        let kind: Kind

        /// Auth0.
        public static let auth0 = Service(kind: .auth0)
        /// ReachFive, as far as a login in a browser needs it: configuration of the client, authorization, tokens, user
        /// info and logout, with ReachFive's paths, issuer and error responses. The pages are those of the tenant.
        ///
        /// - SeeAlso: [ReachFive, OpenID Connect Provider](https://developer.reachfive.com/docs/openid.html)
        public static let reachFive = Service(kind: .reachFive)

        /// Returns the issuer of a domain: Auth0's has a slash at its end.
        func issuer(of domain: String) -> String { kind == .auth0 ? domain + "/" : domain }
    }
}
