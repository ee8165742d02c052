/// One call that waits for tokens, stored or new.
package struct RenewalCall: Sendable {
    /// The tokens that are needed.
    package enum Need: Sendable {
        /// The credentials of the login.
        case credentials(scope: String?, minTTL: Int)
        /// Credentials newer than those that were stored when the call was made.
        case renewal
        /// The tokens of a resource.
        case resource(audience: String, scope: String?, minTTL: Int)
        /// The result of an exchange that the provider offers, which is not stored.
        case exchange

        /// Whether no stored tokens satisfy it.
        var isRequest: Bool {
            switch self {
            case .renewal, .exchange: true
            case .credentials, .resource: false
            }
        }
    }

    /// The tokens that a call receives.
    package enum Outcome: Sendable {
        /// The credentials of the login.
        case credentials(Credentials)
        /// The tokens of a resource.
        case resource(ResourceTokens)
        /// The result of an exchange, of a type that the ``TokenService`` defines.
        case exchanged(any Sendable)
    }

    /// The token request for a need; calls with equal requests share the result.
    private enum SharedRequest: Hashable {
        case renewal(scope: String?, headers: [String: String])
        case resource(key: LoginRecord.ResourceKey, headers: [String: String])
        case exchange(headers: [String: String])
    }

    /// The number of the call.
    package let id: Int
    /// The tokens that are needed.
    package let need: Need
    /// Additional parameters of the token request.
    package let parameters: [String: any Sendable]
    /// Additional header fields of the token request.
    package let headers: [String: String]
    /// The generation of the record at the time of the call; `nil` until it is known.
    package internal(set) var seen: UInt64?
    /// Whether the call was made after the record in question was read.
    package internal(set) var isLate = false
    /// The number of token requests so far.
    var attempts = 0
    /// The end of the wait for another process, on the monotonic clock; `nil` while there is none.
    package internal(set) var deadline: Duration?
    /// The pause before the next check of the other process.
    package internal(set) var pause = Duration.zero

    private let request: SharedRequest?

    /// Creates a call; with parameters, it does not share its request. `seen` is the stored generation, if it is known
    /// without reading the store.
    package init(
        _ id: Int, _ need: Need, parameters: [String: any Sendable] = [:], headers: [String: String] = [:],
        seen: UInt64? = nil
    ) {
        (self.id, self.need, self.parameters, self.headers, self.seen) = (id, need, parameters, headers, seen)
        request =
            switch need {
            case _ where !parameters.isEmpty: nil
            case .credentials(let scope, _): .renewal(scope: scope, headers: headers)
            case .renewal: .renewal(scope: nil, headers: headers)
            case .resource(let audience, let scope, _):
                .resource(key: LoginRecord.resourceKey(audience: audience, scope: scope), headers: headers)
            case .exchange: .exchange(headers: headers)
            }
    }

    /// Whether the result of another call's token request is the result of this call, too.
    func sharesRequest(of other: RenewalCall) -> Bool { id == other.id || (request != nil && request == other.request) }

    /// Returns the next pause of the wait for another process: about an eighth of the wait so far, and at most 250 ms.
    ///
    /// It is computed, not measured, so that a stopped clock does not shorten the pauses.
    mutating func nextPause() -> Duration {
        pause = min(max(pause * 9 / 8, .milliseconds(1)), .milliseconds(250))
        return pause
    }
}
