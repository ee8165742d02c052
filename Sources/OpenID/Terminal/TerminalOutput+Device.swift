extension TerminalOutput {
    /// Asks a user to log in on another device: shows the address, the code, its lifetime, and a QR code when the
    /// terminal is interactive and wide enough.
    ///
    /// The text is ``deviceText``. It is written in one call, so that texts of several threads do not mix; blocks until
    /// the terminal accepts it.
    ///
    /// - Parameters:
    ///   - device: The response with the codes.
    ///   - timeout: The time for which the program waits for the login; `nil`, the default, when it waits until the
    ///     codes expire.
    public func show(_ device: DeviceAuthorization, timeout: Duration? = nil) {
        write(deviceText(DeviceInstructions(device, on: self, timeout: timeout)))
    }
}
