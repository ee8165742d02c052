package import OpenID
import RequestPipeline

extension WebAuth {
    /// Requires a recent login; otherwise the user has to log in again.
    ///
    /// - Parameter maxAge: The longest time since the user logged in, in whole seconds: fractions are cut off.
    /// - Returns: A changed copy.
    public func maxAge(_ maxAge: Duration) -> Self { self.maxAge(Int(clamping: maxAge.components.seconds)) }

    /// Sets the tolerated difference between the clocks of tenant and machine.
    ///
    /// - Parameter leeway: One minute by default, in whole milliseconds: fractions are cut off. More than five minutes
    ///   make the login fail.
    /// - Returns: A changed copy.
    public func leeway(_ leeway: Duration) -> Self {
        let (seconds, attoseconds) = leeway.components
        // Bounded, so that the arithmetic cannot overflow; both bounds are refused when the login starts.
        let bounded = Int(min(max(seconds, -1_000_000), 1_000_000))
        return self.leeway(bounded * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }

    /// Measures time with other clocks, for tests; for the SDK's own login only.
    package func timed(by time: TimeSource, _ alarm: Alarm) -> any WebAuth {
        guard let login = self as? Auth0WebAuth else { return Auth0WebAuth.lacking(in: Self.self) }
        return login.changed { ($0.time, $0.session.alarm) = (time, alarm) }
    }
}
