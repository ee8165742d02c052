import FoundationEssentials

/// The parts of a text that asks a user to log in on another device, ready to be written to a terminal.
public struct DeviceInstructions: Sendable {
    /// The address of the page where the user enters the code: escaped, and bold if the terminal supports it.
    public let address: String
    /// The code that the user enters or compares: escaped, and bold if the terminal supports it.
    public let code: String
    /// The time for which the code is valid: the lifetime of the codes, or the program's timeout if it is shorter.
    public let lifetime: Duration
    /// The QR code of the address with the code: lines, each with its line feed. `nil` when the terminal is not
    /// interactive or too narrow, or the address too long.
    ///
    /// Ask the user to compare the code with the one on the other device, RFC 8628 §3.3.1.
    public let qrCode: String?

    /// Creates the parts, for a test of ``TerminalOutput/deviceText``: the memberwise initializer,
    /// whose parameters are the same as the properties.
    public init(address: String, code: String, lifetime: Duration = .seconds(900), qrCode: String? = nil) {
        (self.address, self.code, self.lifetime, self.qrCode) = (address, code, lifetime, qrCode)
    }

    /// Prepares the parts for a terminal; without a timeout the program waits until the codes expire.
    init(_ device: DeviceAuthorization, on terminal: TerminalOutput, timeout: Duration?) {
        address = terminal.emphasized(device.verificationURI.absoluteString)
        code = terminal.emphasized(device.userCode)
        lifetime = min(device.lifetime, timeout ?? device.lifetime)
        qrCode = device.qrCode.flatMap(terminal.drawing)
    }

    /// The whole text in English.
    public var english: String {
        let minutes = max(1, lifetime.components.seconds / 60)
        let end = "The code works for \(minutes) minute\(minutes == 1 ? "" : "s")."
        guard let qrCode else {
            return "To log in, open \(address) on any device and enter the code \(code)\n\(end)\n"
        }
        return """

            To log in, open  \(address)
            on any device and enter the code  \(code)

            Or scan this with a phone, and compare the code:

            \(qrCode)
            \(end)

            """
    }
}

extension DeviceInstructions: CustomStringConvertible, CustomReflectable {
    /// The address and the lifetime: the user code is secret until it is used.
    public var description: String { "DeviceInstructions(address: \(address.debugDescription), lifetime: \(lifetime))" }
    /// A mirror of only the address and the lifetime.
    public var customMirror: Mirror { Mirror(self, children: ["address": address, "lifetime": lifetime]) }
}
