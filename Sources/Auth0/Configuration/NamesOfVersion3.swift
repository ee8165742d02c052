/// The identification of the SDK that requests carry, by its name in Auth0.swift 3.x.
public typealias Auth0ClientInfo = Telemetry

/// The proof of the user's presence that
/// ``CredentialsManager/enableBiometrics(withTitle:cancelTitle:fallbackTitle:evaluationPolicy:policy:)`` requires, by
/// its name on Apple's systems.
public typealias LAPolicy = CredentialsManager.EvaluationPolicy

extension WebAuth {
    /// Has no effect: a browser is not shown above a window of the program.
    ///
    /// - Parameter window: Not used.
    /// - Returns: The login itself.
    public func presentationWindow(_ window: Any?) -> Self { self }
}

extension WebAuthentication {
    /// A style of presentation of Apple's systems, for ported programs; without effect on Linux.
    public enum PresentationStyle: Sendable, Hashable {
        /// The styles of a sheet or of a full screen.
        case automatic, fullScreen, pageSheet, formSheet, overFullScreen
        /// The styles of a part of the screen.
        case currentContext, overCurrentContext, popover, custom
    }

    /// Returns ``safariProvider(application:)``, whose parameters are the same; the style has no effect.
    public static func safariProvider(
        style: PresentationStyle, application: String? = nil
    ) -> WebAuthBrowserProvider {
        safariProvider(application: application)
    }
}
