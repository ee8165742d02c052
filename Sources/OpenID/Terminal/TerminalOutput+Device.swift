extension TerminalOutput {
    /// Asks a user to log in on another device: shows the address, the code, how long it works, and a QR code when the
    /// terminal is interactive and wide enough.
    ///
    /// The text is that of ``deviceText``. It is written at once, so that texts of several threads do not mix; blocks
    /// until the terminal accepts it.
    ///
    /// - Parameters:
    ///   - device: The response with the codes.
    ///   - timeout: How long the program waits for the login; `nil`, the default, when it waits until the codes expire.
    public func show(_ device: DeviceAuthorization, timeout: Duration? = nil) {
        write(deviceText(DeviceInstructions(device, on: self, timeout: timeout)))
    }
}
