import HTTPMessages
public import RequestPipeline

/// A server response that may contain an ID token; the constraint of `Request.validateClaims()`.
///
/// Types of this package conform to it; a program has no need to name it.
public protocol _IDTokenCarrying: Sendable {
    /// The ID token; empty if the response has none.
    var idToken: String { get }
    /// The access token issued together with the ID token, for `at_hash`; `nil` if there is none.
    var _accessTokenBesideIDToken: String? { get }
}

extension Request where Value: _IDTokenCarrying {
    /// Validates the ID token of the server response before it is delivered.
    ///
    /// Checks signature, issuer, audience and times, and the expectations of the other modifiers, as OpenID Connect
    /// Core §3.1.3.7 requires. The keys come from the tenant and are cached for later requests. If the token is invalid
    /// or missing, the request fails with an ``IDTokenError`` as the cause.
    ///
    /// The modifiers may be applied in any order, before or after this one.
    public func validateClaims() -> Self { expecting { ($0.isOn, $0.isRequired) = (true, true) } }

    /// Sets the tolerated difference between the clocks of issuer and client. Effective only with ``validateClaims()``.
    ///
    /// - Parameter leeway: The tolerance in seconds: 60 by default, at most 300.
    /// - Returns: A copy of the request with the leeway.
    public func withLeeway(_ leeway: Int) -> Self { expecting { $0.expectations.leeway = .seconds(leeway) } }

    /// Sets the tolerated difference between the clocks of issuer and client. Effective only with ``validateClaims()``.
    ///
    /// - Parameter leeway: The tolerance: 60 seconds by default, at most 300; fractions of a second are ignored.
    /// - Returns: A copy of the request with the leeway.
    public func withLeeway(_ leeway: Duration) -> Self { expecting { $0.expectations.leeway = leeway } }

    /// Sets the required issuer of the ID token. Effective only with ``validateClaims()``.
    ///
    /// - Parameter issuer: The issuer, compared byte by byte; the tenant's base URL by default. The keys remain the
    ///   tenant's.
    /// - Returns: A copy of the request with the issuer.
    public func withIssuer(_ issuer: String) -> Self {
        expecting { ($0.issuer, $0.isIssuerRequired) = (issuer, true) }
    }

    /// Sets the required nonce of the ID token. Effective only with ``validateClaims()``.
    ///
    /// - Parameter nonce: The nonce of the authorization request; `nil` requires none.
    /// - Returns: A copy of the request with the nonce.
    public func withNonce(_ nonce: String?) -> Self { expecting { $0.expectations.nonce = nonce } }

    /// Sets the maximum time since the user logged in. Effective only with ``validateClaims()``.
    ///
    /// - Parameter maxAge: The maximum age in seconds; `nil` sets no limit.
    /// - Returns: A copy of the request with the maximum age.
    public func withMaxAge(_ maxAge: Int?) -> Self {
        expecting { $0.expectations.maxAge = maxAge.map { .seconds($0) } }
    }

    /// Sets the maximum time since the user logged in. Effective only with ``validateClaims()``.
    ///
    /// - Parameter maxAge: The maximum age; fractions of a second are ignored.
    /// - Returns: A copy of the request with the maximum age.
    public func withMaxAge(_ maxAge: Duration) -> Self { expecting { $0.expectations.maxAge = maxAge } }

    /// Sets the organization that the user must have logged in to. Effective only with ``validateClaims()``.
    ///
    /// - Parameter organization: The organization's ID, which begins with `org_`, or its name; `nil` requires none.
    /// - Returns: A copy of the request with the organization.
    public func withOrganization(_ organization: String?) -> Self {
        expecting { $0.expectations.organization = organization }
    }

    /// Sets the audiences that the ID token may have besides the client. Effective only with ``validateClaims()``.
    ///
    /// - Parameter audiences: The trusted audiences, compared byte by byte; none by default. A token for one of them
    ///   must name the client as its authorized party (`azp`).
    /// - Returns: A copy of the request with the audiences.
    public func withTrustedAudiences(_ audiences: [String]) -> Self {
        expecting { $0.expectations.trustedAudiences = audiences }
    }

    /// Changes the validation of the ID token; earlier changes are kept.
    package func expecting(_ change: (inout ClaimsCheck<Value>) -> Void) -> Self {
        var copy = self
        let index = checks.firstIndex { $0 is ClaimsCheck<Value> }
        var check = index.flatMap { checks[$0] as? ClaimsCheck<Value> } ?? ClaimsCheck()
        change(&check)
        if let index { copy.checks[index] = check } else { copy.checks.append(check) }
        return copy
    }
}
