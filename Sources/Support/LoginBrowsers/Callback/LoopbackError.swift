/// A failure to listen for a browser on the loopback interface.
package struct LoopbackError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    package struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The requested port is in use, or this machine does not have the address. Free the port, or let the system
        /// choose.
        package static let portUnavailable = Code(name: "portUnavailable")
        /// The path of the callback is invalid: it has to begin with `/`, without query, fragment, spaces and control
        /// bytes.
        package static let invalidPath = Code(name: "invalidPath")
        /// The system has no socket or thread left.
        package static let outOfResources = Code(name: "outOfResources")
    }

    /// The kind of failure.
    package let code: Code
    /// Details: a port, or the system's description.
    package let detail: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - detail: Details of the failure.
    package init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

    /// The code and the detail.
    package var description: String { "LoopbackError.\(code.name): \(detail)" }
    /// Compares codes only.
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
