/// The requests to the Management API in the current second of the tenant's clock.
///
/// - SeeAlso: [Rate Limit
///   Policy](https://auth0.com/docs/troubleshoot/customer-support/operational-policies/rate-limit-policy), and
///   [the headers of every response](https://auth0.com/blog/why-getting-429s-and-how-to-stop-them)
struct RateLimit: Sendable {
    /// The limit that the headers name if none is enforced.
    static let usual = 100

    private var second = 0
    private var count = 0

    /// Counts a request; returns the number of remaining requests in this second, `nil` for one beyond the limit.
    mutating func take(at now: Int, limit: Int?) -> Int? {
        if now != second { (second, count) = (now, 0) }
        count += 1
        let rest = (limit ?? Self.usual) - count
        return limit == nil ? max(0, rest) : rest >= 0 ? rest : nil
    }
}

extension TenantState {
    /// Answers a request to the Management API, with the headers about the rate limit.
    mutating func limited(_ answer: (inout TenantState) -> HTTPResponse) -> HTTPResponse {
        let limit = configuration.managementRateLimit
        guard let rest = rateLimit.take(at: now, limit: limit) else {
            let refusal = Refusal.management(429, "Global limit has been reached", code: "too_many_requests").response
            return refusal.withRateLimit(limit, remaining: 0, at: now).with("Retry-After", "1")
        }
        return answer(&self).withRateLimit(limit, remaining: rest, at: now)
    }
}

extension HTTPResponse {
    func withRateLimit(_ limit: Int?, remaining: Int, at now: Int) -> HTTPResponse {
        with("X-RateLimit-Limit", "\(limit ?? RateLimit.usual)").with("X-RateLimit-Remaining", "\(remaining)")
            .with("X-RateLimit-Reset", "\(now + 1)")
    }
}
