import FoundationEssentials

extension DeviceAuthorization {
    /// Returns the text that asks a user to log in on another device: the address, the code, how long it works, and a QR code
    /// when the terminal is wide enough.
    ///
    /// - Parameters:
    ///   - terminal: The terminal that will show the text.
    ///   - patience: How long the program waits; `nil` when it waits until the code expires.
    /// - Returns: Lines for ``OpenID/Terminal/write(_:)``; the values of the server are escaped.
    public func prompt(for terminal: Terminal, waiting patience: Duration? = nil) -> String {
        let code = terminal.emphasized(userCode)
        let address = terminal.emphasized(verificationURI.absoluteString)
        let minutes = max(1, min(lifetime, patience ?? lifetime).components.seconds / 60)
        let end = "The code works for \(minutes) minute\(minutes == 1 ? "" : "s")."
        guard let drawing = qrCode.flatMap(terminal.drawing) else {
            return "To log in, open \(address) on any device and enter the code \(code)\n\(end)\n"
        }
        return """

            To log in, open  \(address)
            on any device and enter the code  \(code)

            Or scan this with a phone, and compare the code:

            \(drawing)
            \(end)

            """
    }
}
