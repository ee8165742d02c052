import HTTPMessages
public import RequestPipeline

extension Request where Value: IDTokenCarrying {
    /// Has the ID token of the answer validated before anything is delivered.
    ///
    /// Signature, issuer, audience and times are checked, and what the other modifiers ask for, as OpenID Connect Core
    /// §3.1.3.7 says. The keys come from the tenant, once for many requests. A token that does not hold makes the request
    /// fail, with an ``IDTokenError`` as the cause; so does an answer without one.
    ///
    /// The modifiers may come in any order, before this one or after it.
    ///
    /// - Returns: A changed copy.
    public func validateClaims() -> Self { expecting { $0.isOn = true } }

    /// Sets how far the clocks of issuer and client may differ; only with ``validateClaims()``.
    ///
    /// - Parameter leeway: Seconds: 60 by default, and at most 300.
    /// - Returns: A changed copy.
    public func withLeeway(_ leeway: Int) -> Self { expecting { $0.expectations.leeway = .seconds(leeway) } }

    /// Sets how far the clocks of issuer and client may differ; only with ``validateClaims()``.
    ///
    /// - Parameter leeway: One minute by default, at most five; a fraction of a second is ignored.
    /// - Returns: A changed copy.
    public func withLeeway(_ leeway: Duration) -> Self { expecting { $0.expectations.leeway = leeway } }

    /// Sets who has to have issued the ID token; only with ``validateClaims()``.
    ///
    /// - Parameter issuer: The issuer, octet by octet; the base URL of the tenant by default. The keys stay the tenant's.
    /// - Returns: A changed copy.
    public func withIssuer(_ issuer: String) -> Self { expecting { $0.issuer = issuer } }

    /// Sets the nonce that the ID token has to hold; only with ``validateClaims()``.
    ///
    /// - Parameter nonce: The nonce of the login; `nil` asks for none.
    /// - Returns: A changed copy.
    public func withNonce(_ nonce: String?) -> Self { expecting { $0.expectations.nonce = nonce } }

    /// Sets how long ago the person may have logged in; only with ``validateClaims()``.
    ///
    /// - Parameter maxAge: Seconds; `nil` does not ask.
    /// - Returns: A changed copy.
    public func withMaxAge(_ maxAge: Int?) -> Self { expecting { $0.expectations.maxAge = maxAge } }

    /// Sets the organization that the person has to have logged in to; only with ``validateClaims()``.
    ///
    /// - Parameter organization: Its ID, which begins with `org_`, or its name; `nil` does not ask.
    /// - Returns: A changed copy.
    public func withOrganization(_ organization: String?) -> Self {
        expecting { $0.expectations.organization = organization }
    }

    /// Changes what is expected of the ID token, on top of what was said before.
    package func expecting(_ change: (inout ClaimsCheck<Value>) -> Void) -> Self {
        var check = self.check as? ClaimsCheck<Value> ?? ClaimsCheck()
        change(&check)
        var copy = self
        copy.check = check
        return copy
    }
}
