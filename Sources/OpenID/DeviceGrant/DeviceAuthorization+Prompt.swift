import FoundationEssentials

extension DeviceAuthorization {
    /// What a program says to a person who is to log in elsewhere: the address, the code, how long it works, and a QR code
    /// where the terminal has room for one.
    ///
    /// - Parameters:
    ///   - terminal: Where it will be shown.
    ///   - patience: How long the program waits, where it gives up before the code does.
    /// - Returns: Lines for ``OpenID/Terminal/write(_:)``; what the provider sent is escaped in them.
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
