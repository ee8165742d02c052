/// Why a browser does not do what a test wants.
package struct WebDriverError: Error, CustomStringConvertible {
    /// The error code of the protocol, such as `no such element`, or what else is wrong.
    package let code: String
    /// What the driver says about it.
    package let message: String

    init(_ code: String, _ message: String = "") { (self.code, self.message) = (code, message) }

    /// The code and the message.
    package var description: String { "\(code): \(message)" }
}
