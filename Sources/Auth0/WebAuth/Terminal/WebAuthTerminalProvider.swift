public import OpenID
import LoginBrowsers

/// A login without a browser here: the person opens the page on a phone or another computer.
public struct WebAuthTerminalProvider: Sendable {
    /// Where the address and the code are shown; `nil` is the standard error of the process, as it is when a login starts.
    let terminal: Terminal?
}

extension WebAuthentication {
    /// Whether something here can show the person a page: a program of `$BROWSER`, or `xdg-open` and a display.
    public static var isBrowserAvailable: Bool { SystemBrowser.isAvailable }

    /// A login by a code that the person enters on another device: the device authorization grant.
    ///
    /// Address, code and a QR code are written to a terminal; nothing is read from it. The ID token is checked as after a
    /// login in a browser, but for the nonce, which this grant does not have. What the grant cannot carry, such as a
    /// connection or an invitation, makes the login fail with ``WebAuthError/browserUnavailable``. Redirect URL,
    /// ``WebAuth/onClose(_:)`` and logouts have no meaning here.
    ///
    /// The application needs the grant type Device Code.
    ///
    /// - Parameter terminal: Where to write; standard error by default, also where it is no terminal.
    /// - Returns: A provider for ``WebAuth/provider(_:)``.
    /// - SeeAlso: [RFC 8628](https://www.rfc-editor.org/rfc/rfc8628)
    public static func terminalProvider(_ terminal: Terminal? = nil) -> WebAuthTerminalProvider {
        WebAuthTerminalProvider(terminal: terminal)
    }
}
