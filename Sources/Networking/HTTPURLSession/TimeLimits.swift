import Foundation
import FoundationNetworking
import HTTPMessages

/// The time limits of an exchange, from the request and the program's session.
struct TimeLimits {
    /// The limit from sending the request to the complete response.
    let total: Duration
    /// The limit between two parts of the response.
    let idle: Duration

    /// The default limit, if neither the request nor the session has one.
    private static let standard: Duration = .seconds(30)
    /// The intervals of a configuration that the program has not changed, in seconds.
    private static let unchanged = (request: 60.0, resource: 604_800.0)

    /// Creates the limits.
    ///
    /// A request without a limit has the session's `timeoutIntervalForResource` if the program has set it, and
    /// otherwise 30 seconds or, if it is longer, the `timeoutIntervalForRequest` that the program has set.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - configuration: The configuration of the program's session.
    init(of request: TransportRequest, in configuration: URLSessionConfiguration) {
        let (idle, resource) = (configuration.timeoutIntervalForRequest, configuration.timeoutIntervalForResource)
        self.idle = Duration(interval: idle)
        let longest = Duration(interval: resource)
        let own: Duration =
            if let limit = request.timeout {
                limit
            } else if resource != Self.unchanged.resource {
                longest
            } else {
                idle == Self.unchanged.request ? Self.standard : max(Self.standard, self.idle)
            }
        total = max(.zero, min(own, longest))
    }
}

extension Duration {
    /// Creates a limit from an interval in seconds: at most a year, also if the interval is not positive.
    fileprivate init(interval: TimeInterval) {
        let year = 31_536_000.0
        self = .seconds(interval > 0 ? min(interval, year) : year)
    }
}
