import LoginBrowsers
public import OpenID

/// A provider of logins without a browser: the user opens the page on a phone or another computer.
public struct WebAuthTerminalProvider: Sendable {
    /// The terminal that shows the address and the code; `nil` is standard error.
    let terminal: TerminalOutput?
}

extension WebAuthentication {
    /// Whether a page can be opened on this machine: by a program of `$BROWSER`, or by `xdg-open` and a display.
    public static var isBrowserAvailable: Bool { SystemBrowser.isAvailable }

    /// Returns a provider of logins by a code that the user enters on another device: the device authorization grant.
    ///
    /// An address, a code and a QR code are written to a terminal; nothing is read from it. The ID token is validated
    /// as after a login in a browser, without the nonce, which this grant does not have. Parameters that the grant
    /// cannot send, such as a connection, an invitation or a signed request, make the login fail with
    /// ``WebAuthError/browserUnavailable``. No parameter passes through a browser, with or without
    /// ``WebAuth/pushing()``. Modifiers of a page on this machine, such as the redirect URL, header fields,
    /// ``WebAuth/useEphemeralSession()`` and ``WebAuth/onClose(_:)``, have no effect, and logouts fail.
    ///
    /// The text is English unless `TerminalOutput.deviceText` of `import OpenID` returns another text. Showing it
    /// blocks a background thread of the SDK until the terminal accepts it.
    ///
    /// The application needs the grant type Device Code.
    ///
    /// - Parameter terminal: The terminal; `nil` is standard error as it is when the login starts, even if it is a
    ///   file.
    /// - Returns: A provider for ``WebAuth/provider(_:)``.
    /// - SeeAlso: [RFC 8628](https://www.rfc-editor.org/rfc/rfc8628)
    public static func terminalProvider(_ terminal: TerminalOutput? = nil) -> WebAuthTerminalProvider {
        WebAuthTerminalProvider(terminal: terminal)
    }
}
