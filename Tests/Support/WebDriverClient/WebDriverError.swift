/// A failure to control a browser.
package struct WebDriverError: Error, CustomStringConvertible {
    /// The error code of the protocol, such as `no such element`, or another reason.
    package let code: String
    /// The message of the driver.
    package let message: String

    init(_ code: String, _ message: String = "") { (self.code, self.message) = (code, message) }

    /// The code and the message.
    package var description: String { "\(code): \(message)" }
}
