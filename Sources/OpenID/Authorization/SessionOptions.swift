package import RequestPipeline

/// The options that logins and logouts of all kinds share.
package struct SessionOptions: Sendable {
    /// The time limit for the user.
    package var timeout = Duration.seconds(600)
    /// Whether other sessions may be active at the same time.
    package var allowsOthers = false
    /// The page at the end; `nil` for the page of the SDK.
    package var completionPage: BrowserLogin.CompletionPage?
    /// Logs the addresses that are opened and received.
    package var logger: (any Logger)?
    /// Measures the timeout.
    package var alarm = Alarm.system

    package init() {}
}
